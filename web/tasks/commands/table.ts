import type { Fields } from '../../sync/fields.ts';
import type { Row } from '../../sync/rows.ts';
import { piecesOf } from '../../view/pieces.ts';
import { selectedRows } from '../../view/view.ts';
import type { View } from '../../view/view.ts';
import { copyRows } from '../copy-rows.ts';
import {
  focusNextRegion,
  focusRow,
  focusSearch,
  leaveSelectionBar,
  openLink,
  stepRow,
} from '../focus.ts';
import { showView, showOnlyToday } from '../only-today.ts';
import type { Workspace } from '../workspace.ts';

/** The tasks, and the dialogs of the page. */
export type CommandContext = Workspace & { open: (dialog: 'palette' | 'keys' | 'week') => void };

type Keyed = {
  /**
   * With the names of `event.key`: `Mod` is Ctrl or Cmd, and a space separates two keys that are pressed in sequence. The palette
   * shows the first.
   */
  readonly keys: readonly string[];
  /** True for a command that makes no sense by its name, such as the step to the next row. */
  readonly onlyByKey?: boolean;
};

/** On the page as a whole. `run` returns false if there is nothing to do; `key` is the pressed key, or empty. */
type PageCommand = Keyed & {
  readonly on: 'page';
  readonly run: (context: CommandContext, key: string) => unknown;
};

/** On the row that has the focus, also during a selection. `run` returns false if there is nothing to do. */
type FocusedCommand = Keyed & {
  readonly on: 'focused';
  readonly run: (context: Workspace, rowKey: string) => unknown;
  /** False for a task that the command cannot be for. */
  readonly suits?: (fields: CommandFields) => boolean;
};

/** On the selected rows, or else on the row that has the focus. */
export type TargetsCommand = Keyed & {
  readonly on: 'targets';
  readonly run: (context: Workspace, rows: readonly Row[]) => void;
  /** What a menu does, which names the value that the task gets; `run`, unless that changes between two values. */
  readonly set?: (context: Workspace, rows: readonly Row[]) => void;
  /** The row that has the focus afterwards: the same one, or the next one. */
  readonly focusAfter: 'same' | 'next';
  /** False for a task that the command would not change. */
  readonly suits?: (fields: CommandFields) => boolean;
};

/** On all rows of the view. A key runs it only while a row has the focus or is selected. */
type ViewCommand = Keyed & {
  readonly on: 'view';
  readonly run: (context: Workspace) => void;
};

/** On all overdue rows that match the search. */
export type OverdueCommand = Keyed & {
  readonly on: 'overdue';
  readonly run: (context: Workspace, rows: readonly Row[]) => void;
};

export type Command = PageCommand | FocusedCommand | TargetsCommand | ViewCommand | OverdueCommand;

export type CommandFields = Pick<Fields, 'description' | 'state' | 'importance'>;

/** All commands, in the sections and the order of the help. */
export const sections = {
  page: {
    add: onPage(['n', 'q'], ({ viewState }) => focusRow(viewState, null)),
    search: onPage(['/'], ({ viewState }) => focusSearch(viewState)),
    searchFor: byKey(['Shift+A–Z'], ({ viewState }, letter) => {
      viewState.searchField.type(letter);
      focusSearch(viewState);
    }),
    palette: byKey(['Mod+k'], ({ open }) => open('palette')),
    undo: onPage(['Mod+z'], ({ actions }) => actions.undo()),
    redo: onPage(['Mod+Shift+z', 'Mod+y'], ({ actions }) => actions.redo()),
    next: byKey(['j', 'ArrowDown'], ({ viewState }) => stepRow(viewState, 1) !== null),
    previous: byKey(['k', 'ArrowUp'], ({ viewState }) => stepRow(viewState, -1) !== null),
    print: onPage(['g w'], ({ open }) => open('week')),
    region: byKey(['F6'], () => focusNextRegion()),
    help: onPage(['?'], ({ open }) => open('keys')),
  },
  row: {
    edit: onFocused(['Enter'], ({ tasks }, rowKey) => tasks.edit(rowKey)),
    link: {
      ...onFocused(['f'], (_, rowKey) => openLink(rowKey)),
      suits: ({ description }) => piecesOf(description).some(({ kind }) => kind === 'link'),
    },
    done: {
      ...goingOn(['e'], ({ actions }, rows) => actions.finish(rows)),
      set: ({ actions }, rows) => actions.setState(rows, 'DONE'),
    },
    working: setsState(['w'], 'WORKING'),
    todo: setsState(['t'], 'TODO'),
    low: setsImportance(['1'], 'LOW'),
    medium: setsImportance(['2'], 'MEDIUM'),
    high: setsImportance(['3'], 'HIGH'),
    // The focus moves when the day is chosen (`moveToChosenDay`).
    date: staying(['d'], ({ viewState }, rows) => {
      viewState.rescheduling.value = rows.map(({ key }) => key);
    }),
    toToday: goingOn(['4'], ({ actions }, rows) => actions.moveToDay(rows, 'today')),
    toTomorrow: goingOn(['5'], ({ actions }, rows) => actions.moveToDay(rows, 'tomorrow')),
    toWeekend: goingOn(['6'], ({ actions }, rows) => actions.moveToDay(rows, 'weekend')),
    toNextWeek: goingOn(['7', 'l'], ({ actions }, rows) => actions.moveToDay(rows, 'nextWeek')),
    dayEarlier: goingOn(['['], ({ actions }, rows) => actions.moveByDays(rows, -1)),
    dayLater: goingOn([']'], ({ actions }, rows) => actions.moveByDays(rows, 1)),
    weekEarlier: goingOn(['{'], ({ actions }, rows) => actions.moveByDays(rows, -7)),
    weekLater: goingOn(['}'], ({ actions }, rows) => actions.moveByDays(rows, 7)),
    remove: goingOn(['Delete', 'Backspace'], ({ actions }, rows) => actions.remove(rows)),
    select: onFocused(['Space'], ({ viewState }, rowKey) => viewState.selection.toggle(rowKey)),
    all: {
      keys: ['Mod+a'],
      on: 'view',
      run: ({ viewState }) => viewState.selection.selectAll(viewState.order.value),
    },
    copy: staying(
      ['Mod+c'],
      ({ actions }, rows) => void copyRows(rows).then((count) => actions.sayCopied(count)),
    ),
    calendar: staying(
      ['c'],
      (_, rows) =>
        void import('../calendar-entries.ts').then(({ saveEntries }) => saveEntries(rows)),
    ),
    reachNext: reaching(['Shift+j', 'Shift+ArrowDown'], 1),
    reachPrevious: reaching(['Shift+k', 'Shift+ArrowUp'], -1),
    end: byKey(['Escape'], ({ viewState, matches }) => {
      const { selection } = viewState;
      if (!selection.isOn.value) return false;
      const [first] = selectedRows(matches.value, selection.current.value);
      leaveSelectionBar(viewState, first?.key ?? null);
      selection.end();
      return true;
    }),
  },
  overdue: {
    allToToday: {
      keys: ['o 4'],
      on: 'overdue',
      run: ({ actions }, rows) => actions.moveToDay(rows, 'today'),
    },
    spread: { keys: ['o 5'], on: 'overdue', run: ({ actions }, rows) => actions.spread(rows) },
  },
  views: {
    list: opening(['g l'], 'list'),
    board: opening(['g b'], 'board'),
    month: opening(['g m'], 'month'),
    plan: opening(['g p'], 'plan'),
    today: onPage(['g t'], (context, key) => {
      // An open month scrolls to today.
      if (key !== '' && context.view.value === 'month') focusTodayInMonth();
      else showOnlyToday(context);
    }),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Command>>>>;

export const commands = {
  ...sections.page,
  ...sections.row,
  ...sections.overdue,
  ...sections.views,
};

export type CommandName = keyof typeof commands;

/** The names of the commands that act on one kind of thing. */
export type CommandOn<On extends Command['on']> = {
  [Name in CommandName]: (typeof commands)[Name] extends Extract<Command, { on: On }>
    ? Name
    : never;
}[CommandName];

/** True for a command that a held key runs again and again; one that acts on tasks runs once. */
export const runsWhileHeld = (name: CommandName): boolean => heldCommands.has(name);

const heldCommands: ReadonlySet<CommandName> = new Set([
  'next',
  'previous',
  'reachNext',
  'reachPrevious',
  'region',
  'undo',
  'redo',
]);

export const isCommandName = (name: string): name is CommandName => name in commands;

export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommandName);

/** The commands of a section, in its order. */
export const commandsOf = (section: keyof typeof sections): readonly CommandName[] =>
  Object.keys(sections[section]).filter(isCommandName);

/** The commands that give a task a state, in a menu and by a swipe. */
export const commandOfState = { TODO: 'todo', WORKING: 'working', DONE: 'done' } as const;
/** The commands that give a task an importance. */
export const commandOfImportance = { LOW: 'low', MEDIUM: 'medium', HIGH: 'high' } as const;

function onPage(keys: readonly string[], run: PageCommand['run']): PageCommand {
  return { keys, on: 'page', run };
}

function byKey(keys: readonly string[], run: PageCommand['run']): PageCommand {
  return { keys, on: 'page', run, onlyByKey: true };
}

function opening(keys: readonly string[], name: View): PageCommand {
  return onPage(keys, (context) => showView(context, name));
}

function focusTodayInMonth(): void {
  document.querySelector<HTMLElement>('#month-today')?.click();
}

function onFocused(keys: readonly string[], run: FocusedCommand['run']): FocusedCommand {
  return { keys, on: 'focused', run };
}

/** Selects up to the next row, which gets the focus. */
function reaching(keys: readonly string[], step: 1 | -1): FocusedCommand {
  const run: FocusedCommand['run'] = ({ viewState }, from) => {
    const { selection } = viewState;
    const order = viewState.order.value;
    if (!selection.current.value?.keys.has(from)) selection.toggle(from);
    const key = stepRow(viewState, step);
    if (key !== null) selection.reach(key, order);
  };
  return { ...onFocused(keys, run), onlyByKey: true };
}

function staying(keys: readonly string[], run: TargetsCommand['run']): TargetsCommand {
  return { keys, on: 'targets', focusAfter: 'same', run };
}

function goingOn(keys: readonly string[], run: TargetsCommand['run']): TargetsCommand {
  return { keys, on: 'targets', focusAfter: 'next', run };
}

function setsState(keys: readonly string[], state: Fields['state']): TargetsCommand {
  return {
    ...staying(keys, ({ actions }, rows) => actions.setState(rows, state)),
    suits: (fields) => fields.state !== state,
  };
}

function setsImportance(keys: readonly string[], importance: Fields['importance']): TargetsCommand {
  return {
    ...staying(keys, ({ actions }, rows) => actions.setImportance(rows, importance)),
    suits: (fields) => fields.importance !== importance,
  };
}
