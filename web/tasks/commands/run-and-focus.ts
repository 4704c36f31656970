import type { Row } from '../../sync/rows.ts';
import { overdueRows } from '../../view/groups.ts';
import { rowsFor, selectedRows } from '../../view/view.ts';
import { focusNext, focusRow, keyToFocusAfter, showNextRow } from '../focus.ts';
import type { Workspace } from '../workspace.ts';
import { commands } from './table.ts';
import type { Command, CommandName, CommandOn, CommandContext, TargetsCommand } from './table.ts';

// One function for each place from which a command is run. Here alone is decided which row has the focus afterwards.

/** By a key. Returns false if there is nothing to do. */
export function runByKey(context: CommandContext, name: CommandName, key: string): boolean {
  const { viewState } = context;
  if (viewState.viewCommand.value?.(name) === true) return true;
  const command: Command = commands[name];
  // A key changes only a focused or selected task: text that is typed without a field must change none.
  if (isForRows(command) && targetsOf(context).length === 0) return showNextRow(viewState);
  return run(context, command, key);
}

/** By its name, in the palette. */
export function runByName(context: CommandContext, name: CommandName): void {
  if (context.viewState.viewCommand.value?.(name) !== true) run(context, commands[name], '');
}

/** On one row, by a swipe or by a step to another column or day. The focus goes with the row. */
export function runOnRow(workspace: Workspace, name: CommandOn<'targets'>, row: Row): void {
  setting(commands[name])(workspace, [row]);
}

/** The ring of a row finishes it, or reopens it. The focus stays on the ring. */
export function pressRing(workspace: Workspace, row: Row): void {
  commands.done.run(workspace, [row]);
}

/** In the menu of a row. If the row has the focus again once the menu is closed, the focus moves as after a key. */
export function runInMenu(
  workspace: Workspace,
  name: CommandOn<'targets' | 'focused'>,
  row: Row,
): void {
  const { viewState } = workspace;
  const command: Command = commands[name];
  if (command.on === 'focused') command.run(workspace, row.key);
  if (command.on !== 'targets') return;
  const hasFocus = viewState.focused.value === row.key;
  if (hasFocus && viewState.viewCommand.value?.(name) === true) return;
  setting(command)(workspace, [row]);
  if (hasFocus && command.focusAfter === 'next') goOn(workspace, [row]);
}

/** In the bar of the selection, which the command ends: the row beside the selected ones gets the focus. */
export function runOnSelection(workspace: Workspace, name: CommandOn<'targets'>): void {
  const { viewState, matches } = workspace;
  const rows = selectedRows(matches.value, viewState.selection.current.value);
  const keys = new Set(rows.map(({ key }) => key));
  const beside = keyToFocusAfter(viewState.order.value, (key) => keys.has(key));
  setting(commands[name])(workspace, rows);
  endSelection(workspace, beside ?? rows[0]?.key);
}

/** Ends the selection. The first row of the view gets the focus, unless another one is named. */
export function endSelection({ viewState }: Workspace, focusKey = viewState.order.value[0]): void {
  viewState.selection.end();
  focusRow(viewState, focusKey ?? null);
}

/** The task that is being planned, and the keys of all tasks to plan, in their order. */
export type Planned = { readonly current: Row; readonly order: readonly string[] };

/** By a key in the plan. Returns false for a command that the plan leaves to the page. */
export function runByKeyInPlan(workspace: Workspace, name: CommandName, planned: Planned): boolean {
  const command: Command = commands[name];
  if (command.on !== 'targets' || command.focusAfter === 'same') return false;
  // Text that is typed without a field must not change tasks: the first key only sets the focus.
  if (document.activeElement === document.body) focusRow(workspace.viewState, planned.current.key);
  else goOnInPlan(workspace, planned, (rows) => command.run(workspace, rows));
  return true;
}

/** By a button of the current task of the plan. */
export function runInPlan(
  workspace: Workspace,
  name: CommandOn<'targets'>,
  planned: Planned,
): void {
  goOnInPlan(workspace, planned, (rows) => commands[name].run(workspace, rows));
}

/** Does something with the current task of the plan: the next one to plan gets the focus, also if an earlier one is overdue. */
export function goOnInPlan(
  { viewState }: Workspace,
  { current, order }: Planned,
  act: (rows: readonly Row[]) => void,
): void {
  const next = keyToFocusAfter(order, (key) => key === current.key);
  act([current]);
  if (next !== null) focusRow(viewState, next);
}

/** Beside the heading of the overdue tasks, which goes with them: a task that is due today gets the focus. */
export function runBesideHeading(workspace: Workspace, name: CommandOn<'overdue'>): void {
  const { viewState, matches, todayIso } = workspace;
  const overdue = overdueRows(matches.value, todayIso);
  commands[name].run(workspace, overdue);
  const today = matches.value.filter(({ fields }) => fields.dueDate === todayIso);
  const moved = new Set(overdue.map(({ key }) => key));
  const next = today.find(({ key }) => moved.has(key)) ?? today[0] ?? matches.value[0];
  focusRow(viewState, next?.key ?? null);
}

/** Moves rows to the day that was chosen for them: the row after them gets the focus, or the same one if none has moved. */
export function moveToChosenDay(workspace: Workspace, rows: readonly Row[], iso: string): void {
  const { actions, viewState } = workspace;
  viewState.rescheduling.value = null;
  viewState.selection.end();
  actions.move(rows, iso);
  if (!goOn(workspace, rows)) focusRow(viewState, rows[0]?.key ?? null);
}

/** Focuses the row after rows that have changed. A change that waits for the reader moves the focus once it is made. */
function goOn(workspace: Workspace, rows: readonly Row[]): boolean {
  if (focusNext(workspace, rows)) return true;
  workspace.whenRead(() => void focusNext(workspace, rows));
  return false;
}

const targetsOf = ({ viewState, matches }: Workspace): readonly Row[] =>
  rowsFor(matches.value, viewState.selection.current.value, viewState.focused.value);

const isForRows = ({ on }: Command): boolean =>
  on === 'focused' || on === 'targets' || on === 'view';

const setting = (command: TargetsCommand) => command.set ?? command.run;

function run(context: CommandContext, command: Command, key: string): boolean {
  switch (command.on) {
    case 'page':
      return command.run(context, key) !== false;
    case 'view':
      command.run(context);
      return true;
    case 'focused': {
      const rowKey = context.viewState.focused.value;
      return rowKey !== null && command.run(context, rowKey) !== false;
    }
    case 'overdue': {
      const rows = overdueRows(context.matches.value, context.todayIso);
      if (rows.length > 0) command.run(context, rows);
      return rows.length > 0;
    }
    case 'targets':
      return runOnTargets(context, command);
  }
}

function runOnTargets(context: CommandContext, command: TargetsCommand): boolean {
  const rows = targetsOf(context);
  if (rows.length === 0) return false;
  command.run(context, rows);
  if (command.focusAfter === 'next') goOn(context, rows);
  return true;
}
