/**
 * The keys of each command, by what it is about, as `event.key` names them: `Mod` is Ctrl or Cmd, and two keys one after the
 * other are parted by a space. The first is the one that is shown.
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

/** Everything that has a key. */
export type CommandName = keyof typeof keys;

const isCommandName = (name: string): name is CommandName => name in keys;

/** The commands of a table of keys, in its order. */
export const commandsOf = (table: Readonly<Record<string, readonly string[]>>): readonly CommandName[] =>
  Object.keys(table).filter(isCommandName);

export type Press = Readonly<
  Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
    /** AltGr writes brackets on many keyboards, and passes for Ctrl and Alt at once. */
    altGraph: boolean;
  }
>;

/** Reads key presses one after the other; `typing` is whether characters are meant as text, or switched off. */
export function createKeyReader(): (press: Press, typing: boolean, atMs: number) => CommandName | null {
  let last = { name: '', atMs: Number.NEGATIVE_INFINITY };
  return (press, typing, atMs) => {
    const name = nameOf(press);
    // Speech input may utter a single character (WCAG 2.1.4).
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

/** Between two keys that belong together. */
const longestPauseMs = 1500;

/** How a key press is written above; empty for keys with other modifiers, which belong to the browser. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey, altGraph }: Press): string {
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase() && key !== ' ';
  if (altKey && !altGraph && !isSign) return '';
  const mod = (ctrlKey || metaKey) && !altGraph;
  const plain = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key;
  // Signs are what they are, whether Shift is needed to write them or not.
  return `${mod ? 'Mod+' : ''}${shiftKey && !isSign ? 'Shift+' : ''}${plain}`;
}

const commandOf: ReadonlyMap<string, CommandName> = new Map(
  commandsOf(keys).flatMap((command) => keys[command].map((key) => [key, command] as const)),
);
