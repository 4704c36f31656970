import { useMemo } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

import { VirtualList } from './virtual-list.tsx';
import { rowItems } from '../view/groups.ts';
import type { Row } from '../sync/rows.ts';
import { useNewTaskOn } from './new-task-on.ts';
import { TaskRow } from './task-row.tsx';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';

export const dayTasksName = 'day-tasks-name';

type Props = {
  iso: string;
  rows: readonly Row[];
  /** Beside the name of the day. */
  children?: ComponentChildren;
  onNew?: () => void;
};

/** All tasks of one day, and the way to add one there. */
export function DayTasks({ iso, rows, children, onNew }: Props) {
  const { list, views } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  const newTaskOn = useNewTaskOn();
  const items = useMemo(() => rowItems({ key: iso, rows }, iso), [rows, iso]);
  return (
    <>
      <div class="day-head">
        <h3 id={dayTasksName} tabIndex={-1}>
          {days.long(iso, todayIso)}
        </h3>
        {children}
      </div>
      {rows.length === 0 && <p class="quiet">{views.columnEmpty}</p>}
      <VirtualList items={items} listClass="rows" rowClass="row" row={TaskRow} />
      {iso >= todayIso && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            onNew?.();
            newTaskOn(iso);
          }}
        >
          {views.addHere}
        </button>
      )}
      <span class="unseen">{list.counted(rows.length)}</span>
    </>
  );
}
