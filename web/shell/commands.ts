import { useLayoutEffect, useState } from 'preact/hooks';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { viewNames, rowsFor } from '../view/view.ts';
import { isOfInputMethod, listen } from '../ui/events.ts';
import { useDays, useSay, useSettings, useWords } from '../ui/page-context.ts';
import {
  focusNext,
  focusNextRegion,
  focusRow,
  focusSearch,
  openLink,
  showNextRow,
  stepRow,
} from '../tasks/focus.ts';
import { useTasks } from '../tasks/workspace.ts';
import { overdueRows } from '../view/groups.ts';
import { piecesOf } from '../view/pieces.ts';
import { commandsOf, createKeyReader, sections } from './keys.ts';
import type { CommandName } from './keys.ts';
import { dayNamed } from '../quick-add/day-names.ts';
import type { DayName } from '../quick-add/day-names.ts';

type Target = { readonly fields: Pick<Fields, 'description' | 'state' | 'importance'> };

/** All commands of the palette. With target rows, the commands that change them are first; without rows they are last. */
export function fittingCommands(
  targets: readonly Target[],
  hasOverdue: boolean,
): readonly CommandName[] {
  const page = [...pageCommands, ...viewNames, ...(hasOverdue ? overdueCommands : [])];
  if (targets.length === 0) return [...page, ...rowCommands];
  return [
    ...rowCommands.filter((name) => !targets.every((target) => isSoAlready(name, target))),
    ...page,
  ];
}

const pageCommands = ['add', 'search', 'undo', 'redo', 'print', 'help'] as const;
/** The commands that only keys run: they change or end the selection. */
const steps: readonly CommandName[] = ['reachNext', 'reachPrevious', 'end'];
const overdueCommands = commandsOf(sections.overdue);
const rowCommands = commandsOf(sections.row).filter((name) => !steps.includes(name));

const isSoAlready = (name: CommandName, { fields }: Target): boolean =>
  name === 'link'
    ? !piecesOf(fields.description).some(({ kind }) => kind === 'link')
    : values[name] === fields.state || values[name] === fields.importance;

/** The state or importance that a command sets. */
const values: Partial<Record<CommandName, Fields['state'] | Fields['importance']>> = {
  working: 'WORKING',
  todo: 'TODO',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
};

/** Returns a function that runs a command. `key` is the pressed key, if any. The function returns false if there is nothing to do. */
export function useRun(
  open: (dialog: 'palette' | 'keys' | 'week') => void,
): (name: CommandName, key?: string) => boolean {
  const workspace = useTasks();
  const { tasks, actions, tools, view, matches, todayIso } = workspace;
  const days = useDays();
  const say = useSay();
  const { commands, crash } = useWords();
  const { selection, rescheduling, focused } = tools;
  const targets = () => rowsFor(matches.value, selection.current.value, focused.value);

  const overdue = () => overdueRows(matches.value, todayIso);

  function toRows(run: (rows: readonly Row[]) => void): boolean {
    const rows = targets();
    if (rows.length === 0) return false;
    run(rows);
    return true;
  }

  /** Runs an action on the rows, and moves the focus to the next row. */
  const settle = (run: (rows: readonly Row[]) => void) =>
    toRows((rows) => {
      run(rows);
      focusNext(workspace, rows);
    });

  const moveTo = (name: DayName) => () =>
    settle((rows) =>
      actions.move(rows, dayNamed(name, { todayIso, firstDayOfWeek: days.firstDayOfWeek })),
    );

  const toOverdue = (run: (targets: readonly Row[]) => void) =>
    overdue().length > 0 && run(overdue());

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

  /** Copies rows as a check list, which Dueline and other apps can paste. */
  function copyRows(rows: readonly Row[]): void {
    const text = import('../quick-add/check-list.ts').then(
      ({ writeCheckList }) =>
        new Blob([writeCheckList(rows.map(({ fields }) => fields))], { type: 'text/plain' }),
    );
    // Some browsers allow this only during the key event, so that the text is given as a promise.
    void navigator.clipboard
      .write([new ClipboardItem({ 'text/plain': text })])
      .then(() => say(commands.many(rows.length, crash.copied)));
  }

  const runs: Record<CommandName, (key: string) => unknown> = {
    add: () => focusRow(tools, null),
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
    all: () => selection.selectAll(tools.order.value),
    copy: () => toRows(copyRows),
    reachNext: () => reach(1),
    reachPrevious: () => reach(-1),
    end,
    done: () => settle(actions.finish),
    working: () => toRows((rows) => actions.setState(rows, 'WORKING')),
    todo: () => toRows((rows) => actions.setState(rows, 'TODO')),
    low: () => toRows((rows) => actions.setImportance(rows, 'LOW')),
    medium: () => toRows((rows) => actions.setImportance(rows, 'MEDIUM')),
    high: () => toRows((rows) => actions.setImportance(rows, 'HIGH')),
    date: () => toRows((rows) => void (rescheduling.value = rows.map(({ key }) => key))),
    toToday: moveTo('today'),
    toTomorrow: moveTo('tomorrow'),
    toWeekend: moveTo('weekend'),
    toNextWeek: moveTo('nextWeek'),
    allToToday: () => toOverdue((rows) => actions.move(rows, todayIso)),
    spread: () => toOverdue(actions.spread),
    dayEarlier: () => toRows((rows) => actions.moveByDays(rows, -1)),
    dayLater: () => toRows((rows) => actions.moveByDays(rows, 1)),
    weekEarlier: () => toRows((rows) => actions.moveByDays(rows, -7)),
    weekLater: () => toRows((rows) => actions.moveByDays(rows, 7)),
    remove: () => settle(actions.remove),
    undo: actions.undo,
    redo: actions.redo,
    list: () => void (view.value = 'list'),
    board: () => void (view.value = 'board'),
    month: () => void (view.value = 'month'),
    plan: () => void (view.value = 'plan'),
    print: () => open('week'),
    today() {
      view.value = 'month';
      // A month that is already open scrolls to today.
      document.querySelector<HTMLElement>('#month-today')?.click();
    },
    region: focusNextRegion,
  };
  return (name, key) => {
    if (tools.viewCommand.value?.(name, key ?? '') === true) return true;
    // A key changes only a focused or selected task: text that is typed without a field must change none.
    if (key !== undefined && changesTasks(name) && targets().length === 0)
      return showNextRow(tools);
    return runs[name](key ?? '') !== false;
  };
}

const changesTasks = (name: CommandName): boolean => name in sections.row && name !== 'end';

/** Listens to the keys of the whole page. A control that handles a key itself has priority. */
export function useKeys(run: (name: CommandName, key: string) => boolean): void {
  const [read] = useState(createKeyReader);
  const { shortcuts } = useSettings();

  // A layout effect listens before the next key event, which may come before a paint.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent): void {
      const { target } = event;
      if (event.defaultPrevented || isOfInputMethod(event) || !(target instanceof Element)) return;
      // Dialogs and menus have their own keys.
      if (document.querySelector(':modal') !== null || target.closest('[popover]') !== null) return;
      const typing = target.matches('input, textarea, select');
      const name = read(event, typing || shortcuts === 'off', event.timeStamp);
      if (name === null || !isMeant(name, event.key, target, typing)) return;
      if (run(name, event.key)) event.preventDefault();
    }
    return listen(document, { keydown: press });
  });
}

/** False for a key that the focused text or control uses itself. */
function isMeant(name: CommandName, key: string, target: Element, typing: boolean): boolean {
  if (typing || target.closest('[data-editing="true"]') !== null)
    return isMeantInText(name, target);
  // Outside of the rows, or with selected text, these keys are for the text of the page.
  if (name === 'all' || name === 'copy')
    return (
      target.closest('[data-row], .selection-bar') !== null && getSelection()?.isCollapsed !== false
    );
  // Enter and Space press the control that has the focus; only on a row's text Space selects.
  if (name === 'edit') return false;
  if (name === 'select') return target.matches('.row-text');
  // Arrows scroll the page unless the focus is on a row.
  if (key.startsWith('Arrow')) return target.closest('[data-row]') !== null;
  return true;
}

/** True for a command that a text under edit leaves to the page. */
function isMeantInText(name: CommandName, target: Element): boolean {
  if (name === 'palette' || name === 'region') return true;
  // An empty field for a new task has no text edit to undo.
  const isUndo = name === 'undo' || name === 'redo';
  return isUndo && target.matches(':is(#new-task, .month-line):placeholder-shown');
}
