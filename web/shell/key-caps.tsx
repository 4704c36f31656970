import { useWords } from '../ui/page-context.ts';
import { keys } from './keys.ts';
import type { CommandName } from './keys.ts';
import './keys.css';

/** The first key of a command, or the first two of them, as a keyboard has them. */
export function KeyCaps({ name, most = 1 }: { name: CommandName; most?: number }) {
  const { palette } = useWords();
  return (
    <span class="key-caps note">
      {keys[name].slice(0, most).map((key, at) => (
        <span key={key}>
          {at > 0 && <span class="quiet"> {palette.or} </span>}
          <KeyCap written={key} />
        </span>
      ))}
    </span>
  );
}

function KeyCap({ written }: { written: string }) {
  const { palette } = useWords();
  return written.split(' ').map((stroke, at) => (
    <span key={stroke}>
      {at > 0 && <span class="quiet"> {palette.followedBy} </span>}
      {stroke.split('+').map((part) => (
        <kbd key={part}>{capOf(part, palette.keyNames)}</kbd>
      ))}
    </span>
  ));
}

function capOf(part: string, names: Readonly<Record<string, string>>): string {
  if (part === 'Mod' && /Mac|iP(hone|ad)/.test(navigator.platform)) return '⌘';
  return names[part] ?? part.toUpperCase();
}
