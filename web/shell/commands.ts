import { useLayoutEffect, useState } from 'preact/hooks';

import type { Fields } from '../sync/fields.ts';
import { viewNames, rowsFor } from '../view/view.ts';
import { useDays, useSettings } from '../ui/page-context.ts';
import {
  focusNextOverdue,
  focusSearch,
  openLink,
  stepRow,
  useTasks,
  useGoToNewTask,
} from '../tasks/workspace.ts';
import { overdueRows } from '../view/groups.ts';
import { piecesOf } from '../view/pieces.ts';
import { commandsOf, createKeyReader, sections } from './keys.ts';
import type { CommandName } from './keys.ts';
import type { Row } from '../sync/rows.ts';
import { dayNamed } from '../quick-add/suggest.ts';
import type { DayName } from '../quick-add/suggest.ts';

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
