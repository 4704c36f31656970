import { commands } from '../tasks/commands/table.ts';
import type { CommandName } from '../tasks/commands/table.ts';
import type { PaletteWords } from '../words/en/palette.ts';

import './keys.css';

type Props = { name: CommandName; words: PaletteWords; most?: number };

/** The first key of a command, or the first `most` keys, as key caps. */
export function KeyCaps({ name, words, most = 1 }: Props) {
  return (
    <span class="key-caps note">
      {commands[name].keys.slice(0, most).map((key, at) => (
        <span key={key}>
          {at > 0 && <span class="quiet"> {words.or} </span>}
          {key.split(' ').map((stroke, step) => (
            <span key={stroke}>
              {step > 0 && <span class="quiet"> {words.followedBy} </span>}
              {stroke.split('+').map((part) => (
                <kbd key={part}>{capOf(part, words.keyNames)}</kbd>
              ))}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}

function capOf(part: string, names: Readonly<Record<string, string>>): string {
  if (part === 'Mod' && /Mac|iP(hone|ad)/.test(navigator.platform)) return '⌘';
  return names[part] ?? part.toUpperCase();
}
