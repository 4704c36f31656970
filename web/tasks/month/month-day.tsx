import type { ComponentChildren, TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { blankNewTask, setByHand } from '../../quick-add/draft.ts';
import type { Row } from '../../sync/rows.ts';
import { IconButton, SmallButton } from '../../ui/controls.tsx';
import { isOfInputMethod, listen } from '../../ui/events.ts';
import { useDays, useWords } from '../../ui/page-context.ts';
import { rowItems } from '../../view/groups.ts';
import { dayId, shownOf } from './month-weeks.ts';
import { dropBlank } from '../form/use-new-task.ts';
import { VirtualList } from '../list/virtual-list.tsx';
import { ImportanceMark, StateRing } from '../row/marks.tsx';
import { RowDescription } from '../row/row-words.tsx';
import { RowDetails, TaskRow } from '../row/task-row.tsx';
import { useTasks, useTools } from '../workspace.ts';

type DayProps = {
  iso: string;
  rows: readonly Row[];
  /** The number of tasks that have room; 0 if the day is only a number. */
  room: number;
  /** The key of a row of this day that is drawn even where there is no room for it. */
  kept: string | null;
  /** True for the one day that Tab reaches. */
  chosen: boolean;
  opened: boolean;
  /** Closes the field for a new task in this day; null if the day has no such field. */
  onWritten: (() => void) | null;
};

/** One day of the grid, rendered again only when its data changes. The grid handles its clicks. */
export function MonthDay({ iso, rows, room, kept, chosen, opened, onWritten }: DayProps) {
  const { list, views } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  return useMemo(() => {
    const { shown, more } = shownOf(rows, onWritten ? room - 1 : room, kept);
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
  }, [iso, rows, room, kept, chosen, opened, onWritten, list, views, days, todayIso]);
}

/** One task in its day; during a selection without a ring. A `doubled` task is also a row of the open sheet, which has the `data-row` then. */
function MonthTask({ row, doubled }: { row: Row; doubled: boolean }) {
  const { row: words } = useWords();
  const { selection } = useTools();
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

/** The field for a new task in a day: Enter or leaving the field adds the task; Escape keeps the text in the form above. */
function NewInDay({ iso, onLeave }: { iso: string; onLeave: () => void }) {
  const { add } = useWords();
  const days = useDays();
  const { tasks, todayIso } = useTasks();
  const { drafts } = tasks;
  const draft = drafts.current.value.newTask;
  const ref = useRef<HTMLInputElement>(null);
  // A layout effect moves the focus before the next key event.
  useLayoutEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.closest('.month-day')?.scrollIntoView({ block: 'nearest' });
  }, []);

  function write(description: string): void {
    const written = { ...(draft ?? blankNewTask(todayIso)), description };
    drafts.setNewTask(description === '' ? null : setByHand(written, 'date', { dueDate: iso }));
  }

  function press(event: TargetedKeyboardEvent<HTMLInputElement>): void {
    const isBlank = event.currentTarget.value.trim() === '';
    if (isOfInputMethod(event) || !(event.key === 'Escape' || (event.key === 'Enter' && isBlank)))
      return;
    event.preventDefault();
    event.stopPropagation();
    ref.current = null;
    dropBlank(drafts);
    onLeave();
    document.getElementById(dayId(iso))?.focus();
  }

  function leave({ currentTarget }: TargetedEvent<HTMLInputElement>): void {
    // Another window may have the focus for a while; Escape has closed the field already.
    if (ref.current === null || !document.hasFocus()) return;
    if (currentTarget.value.trim() !== '') currentTarget.form?.requestSubmit();
    dropBlank(drafts);
    onLeave();
  }

  return (
    <input
      ref={ref}
      class="month-line"
      form="new-task-form"
      enterkeyhint="done"
      autocomplete="off"
      aria-label={`${add.title}, ${days.long(iso, todayIso)}`}
      placeholder={add.title}
      value={draft?.description ?? ''}
      onInput={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={press}
      onBlur={leave}
    />
  );
}

/** `refocus` is false if a press elsewhere moves the focus. */
type SheetProps = Omit<TasksProps, 'children'> & { onClose: (refocus: boolean) => void };

/** All tasks of one day, in a sheet beside the day. A task is also edited in it. */
export function DaySheet({ iso, rows, onAdd, onClose }: SheetProps) {
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
      <DayTasks iso={iso} rows={rows} onAdd={onAdd}>
        <IconButton icon="close" aria-label={close} onClick={() => onClose(true)} />
      </DayTasks>
    </div>
  );
}

export const dayTasksName = 'day-tasks-name';

type TasksProps = {
  iso: string;
  rows: readonly Row[];
  /** Drawn beside the name of the day. */
  children?: ComponentChildren;
  onAdd: (iso: string) => void;
};

/** All tasks of one day, and a button to add one. */
export function DayTasks({ iso, rows, children, onAdd }: TasksProps) {
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
      {rows.length === 0 && <p class="quiet">{views.columnEmpty}</p>}
      <VirtualList items={items} rowClass="row" row={TaskRow} />
      {iso >= todayIso && <SmallButton onClick={() => onAdd(iso)}>{views.addHere}</SmallButton>}
      <span class="unseen">{list.counted(rows.length)}</span>
    </>
  );
}
