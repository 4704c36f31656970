import { usePaletteWords } from './words.ts';
import { keys } from './keys.ts';
import type { CommandName } from './keys.ts';
import './key-caps.css';

/** The first key of a command, or the first two of them, as they stand on a keyboard. */
export function KeyCaps({ name, most = 1 }: { name: CommandName; most?: number }) {
  const commands = usePaletteWords();
  return (
    <span class="key-caps">
      {keys[name].slice(0, most).map((key, at) => (
        <span key={key}>
          {at > 0 && <span class="quiet"> {commands.or} </span>}
          <KeyCap written={key} />
        </span>
      ))}
    </span>
  );
}

function KeyCap({ written }: { written: string }) {
  const commands = usePaletteWords();
  return written.split(' ').map((stroke, at) => (
    <span key={stroke}>
      {at > 0 && <span class="quiet"> {commands.followedBy} </span>}
      {stroke.split('+').map((part) => (
        <kbd key={part}>{capOf(part, commands.keyNames)}</kbd>
      ))}
    </span>
  ));
}

function capOf(part: string, names: Readonly<Record<string, string>>): string {
  if (part === 'Mod' && /Mac|iP(hone|ad)/.test(navigator.platform)) return '⌘';
  return names[part] ?? part.toUpperCase();
}
