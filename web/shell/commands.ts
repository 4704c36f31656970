import { useLayoutEffect, useState } from 'preact/hooks';

import type { Fields } from '../sync/fields.ts';
import { viewNames, rowsFor } from '../view/view.ts';
import { useDays, useSettings } from '../ui/page-context.ts';
import {
  drawnRow,
  focusNextOverdue,
  focusSearch,
  stepRow,
  useTasks,
  useGoToNewTask,
} from '../tasks/workspace.ts';
import { overdueRows } from '../view/groups.ts';
import { piecesOf } from '../view/pieces.ts';
import type { Row } from '../sync/rows.ts';
import { dayNamed } from '../quick-add/suggest.ts';
import type { DayName } from '../quick-add/suggest.ts';

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
    next: ['j', 'ArrowDown'],
    previous: ['k', 'ArrowUp'],
    print: ['p'],
    region: ['F6'],
    help: ['?'],
  },
  row: {
    edit: ['Enter'],
    link: ['l'],
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
    toNextWeek: ['7'],
    dayEarlier: ['['],
    dayLater: [']'],
    weekEarlier: ['{'],
    weekLater: ['}'],
    remove: ['Delete', 'Backspace'],
    select: ['Space'],
    reachNext: ['Shift+j', 'Shift+ArrowDown'],
    reachPrevious: ['Shift+k', 'Shift+ArrowUp'],
    end: ['Escape'],
  },
  overdue: { allToToday: ['o t'], spread: ['o s'] },
  views: { list: ['g l'], board: ['g b'], month: ['g m'], today: ['g t'] },
} as const;

export const keys = { ...sections.page, ...sections.row, ...sections.overdue, ...sections.views };

/** Everything that has a key. */
export type CommandName = keyof typeof keys;

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
    if (name === '' || (typing && isCharacter(press))) return null;
    const before = atMs - last.atMs < longestPauseMs ? last.name : '';
    last = { name, atMs };
    return (
      commandOf.get(`${before} ${name}`) ?? commandOf.get(name) ?? (isCapital(name) ? 'searchFor' : null)
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

/** A capital letter, in any script that has them. */
const isCapital = (name: string): boolean => /^Shift\+\p{Ll}$/u.test(name);

/** A single character, which speech input may utter (WCAG 2.1.4). */
const isCharacter = (press: Press): boolean => press.key.length === 1 && !nameOf(press).startsWith('Mod+');

const isCommandName = (name: string): name is CommandName => name in keys;

/** The commands of a table of keys, in its order. */
export const commandsOf = (table: Readonly<Record<string, readonly string[]>>): readonly CommandName[] =>
  Object.keys(table).filter(isCommandName);

const commandOf: ReadonlyMap<string, CommandName> = new Map(
  commandsOf(keys).flatMap((command) => keys[command].map((key) => [key, command] as const)),
);

type Target = { readonly fields: Pick<Fields, 'description' | 'state' | 'importance'> };

/**
 * All commands of the palette. Those for the rows that have the focus or are selected come first, without those that change
 * nothing; without such rows they come last.
 */
export function fittingCommands(targets: readonly Target[], hasOverdue: boolean): readonly CommandName[] {
  const page = [...pageCommands, ...viewNames, ...(hasOverdue ? overdueCommands : [])];
  if (targets.length === 0) return [...page, ...rowCommands];
  return [...rowCommands.filter((name) => !targets.every((target) => isSoAlready(name, target))), ...page];
}

const pageCommands = ['add', 'search', 'undo', 'print', 'help'] as const;
/** What only keys can do: going from row to row. */
const steps: readonly CommandName[] = ['reachNext', 'reachPrevious', 'end'];
const overdueCommands = commandsOf(sections.overdue);
const rowCommands = commandsOf(sections.row).filter((name) => !steps.includes(name));

const isSoAlready = (name: CommandName, { fields }: Target): boolean =>
  name === 'link'
    ? !piecesOf(fields.description).some(({ kind }) => kind === 'link')
    : values[name] === fields.state || values[name] === fields.importance;

/** The state or importance that a command gives. */
const values: Partial<Record<CommandName, Fields['state'] | Fields['importance']>> = {
  working: 'WORKING',
  todo: 'TODO',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
};

/** Does what a command says, to the rows it is for. `key` is the key that was pressed. Returns whether there was anything to do. */
export function useRun(
  open: (dialog: 'palette' | 'keys' | 'week') => void,
): (name: CommandName, key?: string) => boolean {
  const workspace = useTasks();
  const { tasks, actions, tools, view, found, todayIso } = workspace;
  const days = useDays();
  const { selection, dating, focused } = tools;
  const newTaskOn = useGoToNewTask();

  const overdue = () => overdueRows(found.value, todayIso);

  function toRows(run: (targets: readonly Row[]) => void, otherwise: string | null = null): boolean {
    const targets = rowsFor(found.value, selection.current.value, focused.value ?? otherwise);
    if (targets.length === 0) return false;
    run(targets);
    return true;
  }

  /** What settles overdue tasks one after the other: the next one has the focus afterwards. */
  const settle = (run: (targets: readonly Row[]) => void, otherwise?: string | null) =>
    toRows((targets) => {
      run(targets);
      focusNextOverdue(workspace, targets);
    }, otherwise);

  /** Where nothing has the focus, the first overdue task is moved or finished: a morning begins without a key to go there. */
  const first = () => (document.activeElement === document.body ? (overdue()[0]?.key ?? null) : null);

  const moveTo = (name: DayName) => () =>
    settle(
      (rows) => actions.move(rows, dayNamed(name, { todayIso, firstDayOfWeek: days.firstDayOfWeek })),
      first(),
    );

  const toOverdue = (run: (targets: readonly Row[]) => void) => overdue().length > 0 && run(overdue());

  const toRow = (run: (rowKey: string) => unknown) => focused.value !== null && run(focused.value);

  const reach = (step: 1 | -1) =>
    toRow((from) => {
      const order = tools.order.value;
      if (!selection.current.value?.keys.has(from)) selection.toggle(from);
      const key = stepRow(tools, step);
      if (key !== null) selection.reach(key, order);
    });

  function end(): boolean {
    const selecting = selection.isOn.value;
    selection.end();
    return selecting;
  }

  const runs: Record<CommandName, (key: string) => unknown> = {
    add: () => newTaskOn(tools.day.value),
    search: () => focusSearch(tools),
    searchFor(letter) {
      tools.typed.type(letter);
      focusSearch(tools);
    },
    palette: () => open('palette'),
    help: () => open('keys'),
    next: () => stepRow(tools, 1) !== null,
    previous: () => stepRow(tools, -1) !== null,
    edit: () => toRow(tasks.edit),
    link: () => toRow(openLink),
    select: () => toRow(selection.toggle),
    reachNext: () => reach(1),
    reachPrevious: () => reach(-1),
    end,
    done: () => settle(actions.finish, first()),
    working: () => toRows((rows) => actions.setState(rows, 'WORKING')),
    todo: () => toRows((rows) => actions.setState(rows, 'TODO')),
    low: () => toRows((rows) => actions.setImportance(rows, 'LOW')),
    medium: () => toRows((rows) => actions.setImportance(rows, 'MEDIUM')),
    high: () => toRows((rows) => actions.setImportance(rows, 'HIGH')),
    date: () => toRows((targets) => void (dating.value = targets.map(({ key }) => key))),
    toToday: moveTo('today'),
    toTomorrow: moveTo('tomorrow'),
    toWeekend: moveTo('weekend'),
    toNextWeek: moveTo('nextWeek'),
    allToToday: () => toOverdue((rows) => actions.move(rows, todayIso)),
    spread: () => toOverdue(actions.spread),
    dayEarlier: () => toRows((rows) => actions.nudge(rows, -1)),
    dayLater: () => toRows((rows) => actions.nudge(rows, 1)),
    weekEarlier: () => toRows((rows) => actions.nudge(rows, -7)),
    weekLater: () => toRows((rows) => actions.nudge(rows, 7)),
    remove: () => settle(actions.remove),
    undo: actions.undo,
    list: () => void (view.value = 'list'),
    board: () => void (view.value = 'board'),
    month: () => void (view.value = 'month'),
    print: () => open('week'),
    today() {
      view.value = 'month';
      // The month opens at today.
      document.querySelector<HTMLElement>('#month-today')?.click();
    },
    region: focusNextRegion,
  };
  return (name, key = '') => runs[name](key) !== false;
}

/** Opens the first link of a row in a new tab; whether it shows one. */
function openLink(rowKey: string): boolean {
  const link = drawnRow(rowKey)?.querySelector<HTMLElement>('a.link');
  link?.click();
  return link !== undefined && link !== null;
}

/** Listens to the keys of the whole page. What a control itself does with a key goes first. */
export function useKeys(run: (name: CommandName, key: string) => boolean): void {
  const [read] = useState(createKeyReader);
  const { shortcuts } = useSettings();

  // Before the next key, which may follow on the last one before anything is painted.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent): void {
      const { target } = event;
      if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
      // A dialog has its own keys; so has a menu.
      if (document.querySelector(':modal') !== null || target.closest('[popover]') !== null) return;
      const typing = target.matches('input, textarea, select');
      const altGraph = event.getModifierState('AltGraph');
      const { key, ctrlKey, metaKey, altKey, shiftKey, timeStamp } = event;
      const pressed = { key, ctrlKey, metaKey, altKey, shiftKey, altGraph };
      const name = read(pressed, typing || shortcuts === 'off', timeStamp);
      if (name === null || !isMeant(name, key, target, typing)) return;
      if (run(name, key)) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

/** Text and controls keep the keys that they have by nature. */
function isMeant(name: CommandName, key: string, target: Element, typing: boolean): boolean {
  if (typing || target.closest('[data-editing="true"]') !== null)
    return name === 'palette' || name === 'region';
  // Enter and Space press the control that has the focus; only on a row's text Space selects.
  if (name === 'edit') return false;
  if (name === 'select') return target.matches('.row-text');
  // Arrows scroll the page unless the focus is on a row.
  if (key.startsWith('Arrow')) return target.closest('[data-row]') !== null;
  return true;
}

const regions = [
  '.sheet-head',
  '.new-task',
  '.find-bar',
  '.group, .board, .month',
  '.selection-bar',
  '.toasts',
];
const focusable = 'button:not([tabindex="-1"]), a[href], input:not([type="hidden"]), [tabindex="0"]';

/** Takes the focus to the next part of the page that has something to press, around and around. */
function focusNextRegion(): void {
  const found = regions.flatMap((region) => document.querySelector<HTMLElement>(region) ?? []);
  const at = found.findIndex((region) => region.contains(document.activeElement));
  for (let step = 1; step <= found.length; step += 1) {
    const target = found[(at + step) % found.length]?.querySelector<HTMLElement>(focusable);
    if (target?.checkVisibility()) return target.focus();
  }
}
