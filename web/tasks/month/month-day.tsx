import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';

import type { Row } from '../../sync/rows.ts';
import { Icon, IconButton, SmallButton } from '../../ui/controls.tsx';
import { listen } from '../../ui/events.ts';
import { useDays, useWords } from '../../ui/page-context.ts';
import { rowItems } from '../../view/groups.ts';
import { dayId, repeatsShown, shownOf } from './month-weeks.ts';
import { NewTaskLine } from '../form/new-task-line.tsx';
import { VirtualList } from '../list/virtual-list.tsx';
import { ImportanceMark, StateRing } from '../row/marks.tsx';
import { RowDescription } from '../row/row-words.tsx';
import { RowDetails, TaskRow } from '../row/task-row.tsx';
import { useTasks, useViewState } from '../workspace.ts';

import './month-repeats.css';

type DayProps = {
  iso: string;
  rows: readonly Row[];
  /** The tasks that will be due again on this day, as far as they are drawn. */
  repeats: readonly Row[];
  /** The number of tasks that have room; 0 if the day is only a number. */
  room: number;
  /** The lines of its week; 0 if its days are only numbers. */
  lines: number;
  /** The key of a row of this day that is drawn even where there is no room for it. */
  kept: string | null;
  /** True for the one day that Tab reaches. */
  chosen: boolean;
  opened: boolean;
  /** Closes the field for a new task in this day; null if the day has no such field. */
  onWritten: (() => void) | null;
};

/** One day of the grid, rendered again only when its data changes. The grid handles its clicks. */
export function MonthDay(props: DayProps) {
  const { iso, rows, repeats, room, lines, kept, chosen, opened, onWritten } = props;
  const { list, views } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  return useMemo(() => {
    const { shown, more } = shownOf(rows, onWritten ? room - 1 : room, kept);
    const taken = shown.length + Number(more > 0) + Number(onWritten !== null);
    const isFirst = iso.endsWith('-01');
    return (
      <div
        role="gridcell"
        class="month-day"
        data-day={iso}
        data-late={iso < todayIso && rows.some(({ fields }) => fields.state !== 'DONE')}
        data-past={iso < todayIso}
        data-month-start={isFirst}
        data-first-week={iso.slice(8) <= '07'}
        aria-selected={chosen}
      >
        <button
          type="button"
          id={dayId(iso)}
          class="month-number"
          tabIndex={chosen ? 0 : -1}
          aria-label={`${days.long(iso, todayIso)}, ${list.counted(rows.length)}`}
          aria-current={iso === todayIso ? 'date' : undefined}
        >
          <span class="numeral">{days.day(iso)}</span>
          {isFirst && <span class="month-short">{days.month(iso)}</span>}
          {room === 0 && rows.length > 0 && <span class="month-count">{rows.length}</span>}
        </button>
        {shown.length > 0 && (
          <ul class="month-tasks">
            {shown.map((row) => (
              <MonthTask key={row.key} row={row} doubled={opened} />
            ))}
          </ul>
        )}
        {onWritten && <NewInDay iso={iso} onLeave={onWritten} />}
        <DayRepeats repeats={repeats} free={lines - taken} />
        {more > 0 && (
          <button
            type="button"
            class="month-more one-line"
            tabIndex={-1}
            aria-haspopup="dialog"
            aria-expanded={opened}
          >
            {views.more(more)}
          </button>
        )}
      </div>
    );
  }, [
    iso,
    rows,
    repeats,
    room,
    lines,
    kept,
    chosen,
    opened,
    onWritten,
    list,
    views,
    days,
    todayIso,
  ]);
}

/** One task in its day; during a selection without a ring. A `doubled` task is also a row of the open sheet, which has the `data-row` then. */
function MonthTask({ row, doubled }: { row: Row; doubled: boolean }) {
  const { row: words } = useWords();
  const { selection } = useViewState();
  const { key, fields, write } = row;
  return (
    <li
      class="month-task"
      data-row={doubled ? undefined : key}
      data-group={fields.dueDate}
      data-state={fields.state}
      data-write={write?.status}
      inert={doubled}
    >
      {!selection.isOn.value && <StateRing state={fields.state} />}
      <RowDescription row={row} tabIndex={-1}>
        <RowDetails row={row} />
        {write?.status === 'failed' && <span class="unseen">, {words.failed}</span>}
        {write?.status === 'conflict' && <span class="unseen">, {words.conflict.title}</span>}
      </RowDescription>
      <ImportanceMark importance={fields.importance} />
    </li>
  );
}

/** The tasks that will be due again on a day, in its free lines. */
function DayRepeats({ repeats, free }: { repeats: readonly Row[]; free: number }) {
  const { views } = useWords();
  const { drawn, others } = repeatsShown(repeats, free);
  if (drawn.length + others === 0) return null;
  return (
    <ul class="month-repeats">
      {drawn.map((row) => (
        <Repeat key={row.key} row={row} />
      ))}
      {others > 0 && (
        <RepeatLine>
          <span aria-hidden="true">{others}</span>
          <span class="unseen">{views.repeats(others)}</span>
        </RepeatLine>
      )}
    </ul>
  );
}

/** A task that will be due again: not a task yet, so that nothing can be done with it. */
function Repeat({ row }: { row: Row }) {
  const { views } = useWords();
  return (
    <RepeatLine>
      <span dir="auto">{row.fields.description}</span>
      <span class="unseen">, {views.repeatsHere}</span>
    </RepeatLine>
  );
}

const RepeatLine = ({ children }: { children: ComponentChildren }) => (
  <li class="month-repeat">
    <Icon name="repeat" />
    <span class="one-line">{children}</span>
  </li>
);

/** The field for a new task in a day. */
function NewInDay({ iso, onLeave }: { iso: string; onLeave: () => void }) {
  const days = useDays();
  const { todayIso } = useTasks();
  return (
    <NewTaskLine
      of={days.long(iso, todayIso)}
      kind="date"
      value={{ dueDate: iso }}
      onLeave={(refocus) => {
        onLeave();
        if (refocus) document.getElementById(dayId(iso))?.focus();
      }}
    />
  );
}

/** `refocus` is false if a press elsewhere moves the focus. */
type SheetProps = Omit<TasksProps, 'children'> & { onClose: (refocus: boolean) => void };

/** All tasks of one day, in a sheet beside the day. A task is also edited in it. */
export function DaySheet({ iso, rows, repeats, onAdd, onClose }: SheetProps) {
  const { close } = useWords();
  const { tasks } = useTasks();
  // A ref runs before the effect of the edited task's form, which takes the focus.
  const [show] = useState(() => (sheet: HTMLDivElement | null) => {
    const day = document.getElementById(dayId(iso))?.closest<HTMLElement>('.month-day');
    sheet?.showPopover(day ? { source: day } : {});
  });
  useLayoutEffect(() => {
    if (tasks.editing.peek() === null) document.getElementById(dayTasksName)?.focus();
  }, [tasks]);
  // Escape closes the sheet, and so does a press beside it, unless a dialog, a menu or an editor is open above it.
  // A layout effect listens before the next key event, which may follow at once.
  useLayoutEffect(() => {
    const isCovered = () =>
      document.querySelector(
        ':modal, :is(.menu, .date-popover):popover-open, [data-editing="true"]',
      ) !== null;
    return listen(document, {
      keydown({ key }) {
        if (key === 'Escape' && !isCovered()) onClose(true);
      },
      pointerdown({ target }) {
        const isOutside =
          target instanceof Element && target.closest('[popover], dialog, .toasts') === null;
        if (isOutside && !isCovered()) onClose(false);
      },
    });
  });
  return (
    <div
      ref={show}
      // A menu opened from here would close an `auto` popover.
      popover="manual"
      role="dialog"
      class="popover day-sheet"
      aria-labelledby={dayTasksName}
    >
      <DayTasks iso={iso} rows={rows} repeats={repeats} onAdd={onAdd}>
        <IconButton icon="close" aria-label={close} onClick={() => onClose(true)} />
      </DayTasks>
    </div>
  );
}

export const dayTasksName = 'day-tasks-name';

type TasksProps = Pick<DayProps, 'iso' | 'rows' | 'repeats'> & {
  /** Drawn beside the name of the day. */
  children?: ComponentChildren;
  onAdd: (iso: string) => void;
};

/** All tasks of one day, and a button to add one. */
export function DayTasks({ iso, rows, repeats, children, onAdd }: TasksProps) {
  const { list, views } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  const items = useMemo(() => rowItems({ key: iso, rows }, iso), [rows, iso]);
  return (
    <>
      <div class="day-head line">
        <h3 id={dayTasksName} tabIndex={-1}>
          {days.long(iso, todayIso)}
        </h3>
        {children}
      </div>
      {rows.length + repeats.length === 0 && <p class="quiet">{views.columnEmpty}</p>}
      <VirtualList items={items} rowClass="row" row={TaskRow} />
      {repeats.length > 0 && (
        <ul class="month-repeats">
          {repeats.map((row) => (
            <Repeat key={row.key} row={row} />
          ))}
        </ul>
      )}
      {iso >= todayIso && <SmallButton onClick={() => onAdd(iso)}>{views.addHere}</SmallButton>}
      <span class="unseen">{list.counted(rows.length)}</span>
    </>
  );
}
