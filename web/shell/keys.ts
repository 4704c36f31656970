import { commandNames, commands } from '../tasks/commands/table.ts';
import type { CommandName } from '../tasks/commands/table.ts';

export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

/** Reads key presses in sequence; `typing` is true if characters are text, or if their shortcuts are off. */
export function createKeyReader(): (
  press: Press,
  typing: boolean,
  atMs: number,
) => CommandName | null {
  let last = { name: '', atMs: Number.NEGATIVE_INFINITY };
  return (press, typing, atMs) => {
    const name = nameOf(press);
    // Speech input may send single characters, so that their shortcuts can be off (WCAG 2.1.4).
    if (name === '' || (typing && press.key.length === 1 && !name.startsWith('Mod+'))) return null;
    const before = atMs - last.atMs < longestPauseMs ? last.name : '';
    last = { name, atMs };
    const command = commandOf.get(`${before} ${name}`) ?? commandOf.get(name);
    if (command !== undefined) return command;
    // A capital letter, in any script that has them.
    if (/^Shift\+\p{Ll}$/u.test(name)) return 'searchFor';
    return null;
  };
}

/** The longest pause between the two keys of a command. */
const longestPauseMs = 1500;

/** The name of a key press in the table of commands; empty with other modifiers, which are for the browser. */
function nameOf(press: Press): string {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  const key = latinName(press);
  // AltGr types brackets on many keyboards, and also sets `ctrlKey` and `altKey`.
  const altGraph = press.getModifierState('AltGraph');
  const isSign = isSignKey(key);
  if (altKey && !altGraph && !isSign) return '';
  const mod = (ctrlKey || metaKey) && !altGraph;
  // A sign has the same name on keyboards that need Shift to type it.
  const parts = [key];
  if (shiftKey && !isSign) parts.unshift('Shift');
  if (mod) parts.unshift('Mod');
  return parts.join('+');
}

/** The name of a key; on a keyboard of another script the Latin letter on it, as in other programs. */
function latinName({ key, code }: Press): string {
  const isOtherScript = key.length === 1 && /[^\p{Script=Latin}\P{L}]/u.test(key);
  if (!isOtherScript) return plainName(key);
  const [, letter = key] = /^Key([A-Z])$/.exec(code) ?? [];
  return plainName(letter);
}

/** True for a character without a capital letter, such as a digit or a bracket. */
const isSignKey = (key: string): boolean =>
  key.length === 1 && key.toLowerCase() === key.toUpperCase() && key !== ' ';

function plainName(key: string): string {
  if (key === ' ') return 'Space';
  if (key.length === 1) return key.toLowerCase();
  return key;
}

const commandOf: ReadonlyMap<string, CommandName> = new Map(
  commandNames.flatMap((name) => commands[name].keys.map((key) => [key, name] as const)),
);
