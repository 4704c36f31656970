import { useSignal } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';
import { dayNamed } from '../../quick-add/day-names.ts';
import type { Row } from '../../sync/rows.ts';
import { useDays, useSettings } from '../../ui/page-context.ts';
import { rowsToPlan, weekFrom } from '../../view/week.ts';
import { goOnInPlan, runByKeyInPlan, runInPlan } from '../commands/run-and-focus.ts';
import { commands, isCommandName } from '../commands/table.ts';
import type { CommandOn } from '../commands/table.ts';
import { focusRow, usePublishedRows } from '../focus.ts';
import type { Step } from '../history.ts';
import { useTasks } from '../workspace.ts';
import type { Workspace } from '../workspace.ts';

/** The number of tasks shown: the current one, and those that follow. */
const mostShown = 3;

/** What the plan shows, and what changes it. */
export function usePlan(rows: readonly Row[]) {
  const workspace = useTasks();
  const { ordered, actions, viewState, todayIso } = workspace;
  const [before] = useState(() => actions.steps.peek().at(-1)?.number ?? 0);
  const steps = actions.steps.value.filter(({ number }) => number > before);
  const toPlan = rowsToPlan(rows, keysPlannedIn(steps), todayIso);
  const order = toPlan.map(({ key }) => key);
  const current = useCurrent(toPlan);
  const at = current === undefined ? 0 : toPlan.indexOf(current);
  const shown = toPlan.slice(at, at + mostShown);
  const { days } = weekFrom(ordered.value, todayIso);
  const keyOfDay = useKeyOfDay();
  usePublishedRows(order);

  useLayoutEffect(() => {
    viewState.viewCommand.value = (name) =>
      isCommandName(name) &&
      current !== undefined &&
      runByKeyInPlan(inPlan(workspace), name, { current, order });
    return () => void (viewState.viewCommand.value = null);
  });

  return {
    toPlan,
    current,
    shown,
    more: toPlan.length - shown.length,
    canUndo: steps.length > 0,
    /** The number of tasks that were placed, changed or deleted here. */
    doneCount: keysChangedIn(steps).size,
    days: days.map((day) => ({ ...day, key: keyOfDay.get(day.iso) ?? null })),
    mostADay: Number(useSettings().daily),
    run: (name: CommandOn<'targets'>): void => {
      if (current !== undefined) runInPlan(inPlan(workspace), name, { current, order });
    },
    moveInPlan: (iso: string): void => {
      if (current !== undefined)
        goOnInPlan(workspace, { current, order }, (own) => actions.moveInPlan(own, iso));
    },
    spread: () => actions.spreadInPlan(toPlan),
    undo: actions.undo,
    undoAll: () => actions.undoSince(before),
  };
}

/** A day that a command chooses counts as placed, also if it is the day that the task had. */
const inPlan = (workspace: Workspace): Workspace => {
  const { actions } = workspace;
  return { ...workspace, actions: { ...actions, moveToDay: actions.moveToDayInPlan } };
};

/** The keys of the rows that were placed, also on the day that they had. */
const keysPlannedIn = (steps: readonly Step[]): ReadonlySet<string> =>
  new Set(
    steps
      .filter(({ isInPlan }) => isInPlan)
      .flatMap(({ changes }) => changes.map(({ rowKey }) => rowKey)),
  );

/** The keys of the rows that were changed. Added rows do not count: new tasks, and the next task of a recurrence. */
const keysChangedIn = (steps: readonly Step[]): ReadonlySet<string> =>
  new Set(
    steps
      .flatMap(({ changes }) => changes.filter(({ kind }) => kind !== 'added'))
      .map(({ rowKey }) => rowKey),
  );

/** The key that moves a task to a day, by the date of that day. */
function useKeyOfDay(): ReadonlyMap<string, string> {
  const { todayIso } = useTasks();
  const { firstDayOfWeek } = useDays();
  const keyed = [
    { name: 'nextWeek', command: commands.toNextWeek },
    { name: 'weekend', command: commands.toWeekend },
    { name: 'tomorrow', command: commands.toTomorrow },
    { name: 'today', command: commands.toToday },
  ] as const;
  // Tomorrow may also be the weekend: the later entry stays.
  return new Map(
    keyed.map(({ name, command }) => [
      dayNamed(name, { todayIso, firstDayOfWeek }),
      command.keys[0] ?? '',
    ]),
  );
}

/** The current task: the one that has or last had the focus, else the first, which gets the focus at the start. */
function useCurrent(toPlan: readonly Row[]): Row | undefined {
  const { viewState } = useTasks();
  const focused = viewState.focused.value;
  const last = useSignal<string | null>(null);
  const rowOf = (wanted: string | null) => toPlan.find(({ key }) => key === wanted);
  const current = rowOf(focused) ?? rowOf(last.peek()) ?? toPlan[0];
  const key = current?.key ?? null;
  useLayoutEffect(() => {
    if (last.peek() === null && key !== null) focusRow(viewState, key);
    last.value = key;
  }, [viewState, last, key]);
  return current;
}
