/**
 * The keys of each command, in sections, with the names of `event.key`: `Mod` is Ctrl or Cmd, and a space separates two keys that
 * are pressed in sequence. The palette shows the first entry.
 */
export const sections = {
  page: {
    add: ['n', 'q'],
    search: ['/'],
    searchFor: ['Shift+A–Z'],
    palette: ['Mod+k'],
    undo: ['Mod+z'],
    redo: ['Mod+Shift+z', 'Mod+y'],
    next: ['j', 'ArrowDown'],
    previous: ['k', 'ArrowUp'],
    print: ['g w'],
    region: ['F6'],
    help: ['?'],
  },
  row: {
    edit: ['Enter'],
    link: ['f'],
    done: ['e'],
    working: ['w'],
    todo: ['t'],
    low: ['1'],
    medium: ['2'],
    high: ['3'],
    date: ['d'],
    toToday: ['4'],
    toTomorrow: ['5'],
    toWeekend: ['6'],
    toNextWeek: ['7', 'l'],
    dayEarlier: ['['],
    dayLater: [']'],
    weekEarlier: ['{'],
    weekLater: ['}'],
    remove: ['Delete', 'Backspace'],
    select: ['Space'],
    all: ['Mod+a'],
    copy: ['Mod+c'],
    reachNext: ['Shift+j', 'Shift+ArrowDown'],
    reachPrevious: ['Shift+k', 'Shift+ArrowUp'],
    end: ['Escape'],
  },
  overdue: { allToToday: ['o 4'], spread: ['o 5'] },
  views: { list: ['g l'], board: ['g b'], month: ['g m'], plan: ['g p'], today: ['g t'] },
} as const;

export const keys = { ...sections.page, ...sections.row, ...sections.overdue, ...sections.views };

export type CommandName = keyof typeof keys;

const isCommandName = (name: string): name is CommandName => name in keys;

/** The commands of a table of keys, in its order. */
export const commandsOf = (
  table: Readonly<Record<string, readonly string[]>>,
): readonly CommandName[] => Object.keys(table).filter(isCommandName);

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
    return (
      commandOf.get(`${before} ${name}`) ??
      commandOf.get(name) ??
      // A capital letter, in any script that has them.
      (/^Shift\+\p{Ll}$/u.test(name) ? 'searchFor' : null)
    );
  };
}

/** The longest pause between the two keys of a command. */
const longestPauseMs = 1500;

/** The name of a key press in `sections`; empty with other modifiers, which are for the browser. */
function nameOf(press: Press): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  // AltGr types brackets on many keyboards, and also sets `ctrlKey` and `altKey`.
  const altGraph = press.getModifierState('AltGraph');
  const isSign = isSignKey(key);
  if (altKey && !altGraph && !isSign) return '';
  const mod = (ctrlKey || metaKey) && !altGraph;
  // A sign has the same name on keyboards that need Shift to type it.
  const parts = [mod ? latinName(press) : plainName(key)];
  if (shiftKey && !isSign) parts.unshift('Shift');
  if (mod) parts.unshift('Mod');
  return parts.join('+');
}

/** The letter of a key with Ctrl or Command; on a keyboard of another script the Latin one, as in other programs. */
function latinName({ key, code }: Press): string {
  const isOtherScript = key.length === 1 && /[^\p{Script=Latin}\P{L}]/u.test(key);
  const letter = isOtherScript ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return plainName(letter ?? key);
}

/** True for a character without a capital letter, such as a digit or a bracket. */
const isSignKey = (key: string): boolean =>
  key.length === 1 && key.toLowerCase() === key.toUpperCase() && key !== ' ';

function plainName(key: string): string {
  if (key === ' ') return 'Space';
  return key.length === 1 ? key.toLowerCase() : key;
}

const commandOf: ReadonlyMap<string, CommandName> = new Map(
  commandsOf(keys).flatMap((command) => keys[command].map((key) => [key, command] as const)),
);
