import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { Row } from '../sync/tasks.ts';
import { Button, IconButton } from '../ui/controls.tsx';
import { MonthSteps } from '../ui/small-month.tsx';
import { useDays, useWords, useNarrow } from '../ui/page-context.ts';
import { orderOf, rowItems } from '../view/groups.ts';
import { afterDrawing, useShown, useTasks, useGoToNewTask } from './workspace.ts';
import { createRowsByDay, dayId, thisWeek, useWeeks, weekStart, weekWith } from './month-weeks.ts';
import { MonthGrid } from './month-grid.tsx';
import { TaskRow } from './task-row.tsx';
import { useTravel } from './moving-rows.ts';
import { VirtualList } from './task-list.tsx';

import './month.css';

/** The same tasks by week, from this one on. A day opens as a sheet of its tasks; on a phone they stand below the grid. */
export function MonthView({ rows }: { rows: readonly Row[] }) {
  const { list, views } = useWords();
  const days = useDays();
  const { firstDayOfWeek } = days;
  const { tasks, tools, todayIso } = useTasks();
  const goToNewTask = useGoToNewTask();
  const narrow = useNarrow();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const onScreen = useWeeks(scrollerRef);
  const keysId = useId();
  const chosenIso = tools.day.value ?? todayIso;
  const [asked, setAsked] = useState<string | null>(null);
  const [writtenIso, setWritten] = useState<string | null>(null);
  const [leaveDay] = useState(() => () => setWritten(null));
  const edited = rows.find(({ key }) => key === tasks.editing.value);
  // A task is edited in the sheet of its day.
  const openedIso = narrow ? null : (edited?.fields.dueDate ?? asked);
  const listedIso = narrow ? chosenIso : openedIso;
  const calendar = useMemo(() => ({ todayIso, firstDayOfWeek }), [todayIso, firstDayOfWeek]);
  const [rowsByDay] = useState(createRowsByDay);
  const byDay = useMemo(() => rowsByDay(rows), [rowsByDay, rows]);
  const items = useMemo(() => [...byDay].flatMap(([key, own]) => rowItems({ key, rows: own })), [byDay]);
  const listed = listedIso === null ? null : (byDay.get(listedIso) ?? []);

  useShown(listed === null ? orderOf(items) : listed.map(({ key }) => key), () =>
    listed === null
      ? document.getElementById(dayId(chosenIso))
      : listed.length === 0
        ? document.getElementById(dayTasksName)
        : null,
  );
  useTravel(items);
  // A new task is for a day only while its month is shown.
  useLayoutEffect(() => () => void (tools.day.value = null), [tools]);

  // The month that is seen first.
  const month = addDays(weekStart(onScreen.first, calendar), 6).slice(0, 7);

  /** Writes a new task in the day itself; a phone has no room there. A past day has no new tasks. */
  function add(iso: string): boolean {
    if (iso < todayIso) return false;
    setAsked(null);
    if (narrow) goToNewTask(iso);
    else setWritten(iso);
    return true;
  }
  useLayoutEffect(() => {
    tools.takes.value = (command) => command === 'add' && add(chosenIso);
    return () => void (tools.takes.value = null);
  });

  function step(by: 1 | -1): string {
    const firstIso = addMonths(`${month}-01`, by);
    tools.day.value = firstIso;
    onScreen.show(weekWith(firstIso, calendar));
    return firstIso.slice(0, 7);
  }

  return (
    <section class="month" aria-labelledby="month-name">
      <div class="month-head side-by-side">
        <h2 id="month-name">{days.monthAndYear(month, todayIso)}</h2>
        <div class="month-steps line">
          <Button
            id="month-today"
            class="button small"
            onClick={() => {
              tools.day.value = null;
              onScreen.show(thisWeek);
              afterDrawing(() => document.getElementById(dayId(todayIso))?.focus({ preventScroll: true }));
            }}
          >
            {list.groups.today}
          </Button>
          <MonthSteps onStep={step} />
        </div>
      </div>
      <MonthGrid
        rows={rows}
        byDay={byDay}
        calendar={calendar}
        onScreen={onScreen}
        scrollerRef={scrollerRef}
        chosenIso={chosenIso}
        openedIso={openedIso}
        writtenIso={narrow ? null : writtenIso}
        keysId={keysId}
        onPress={(iso) => {
          if (narrow) tools.day.value = iso;
          else if (!add(iso)) setAsked(iso);
        }}
        onOpen={setAsked}
        onWritten={leaveDay}
      />
      {narrow ? (
        <section class="day-tasks" aria-labelledby={dayTasksName}>
          <DayTasks key={chosenIso} iso={chosenIso} rows={listed ?? []} onAdd={add} />
        </section>
      ) : (
        <p id={keysId} class="view-keys note">
          {views.monthKeys}
        </p>
      )}
      {openedIso !== null && (
        <DaySheet
          key={openedIso}
          iso={openedIso}
          rows={listed ?? []}
          onAdd={add}
          onClose={(refocus) => {
            setAsked(null);
            tasks.edit(null);
            if (refocus) document.getElementById(dayId(openedIso))?.focus();
          }}
        />
      )}
    </section>
  );
}

type SheetProps = {
  iso: string;
  rows: readonly Row[];
  onAdd: (iso: string) => void;
  /** `refocus` is false when the focus goes elsewhere by itself. */
  onClose: (refocus: boolean) => void;
};

/** All tasks of one day beside it, where a task is edited, too. */
function DaySheet({ iso, rows, onAdd, onClose }: SheetProps) {
  const { close } = useWords();
  const { tasks } = useTasks();
  // Before the form of a task that is edited takes the focus.
  const [show] = useState(() => (sheet: HTMLDivElement | null) => {
    const day = document.getElementById(dayId(iso))?.closest<HTMLElement>('.month-day');
    sheet?.showPopover(day ? { source: day } : {});
  });
  useLayoutEffect(() => {
    if (tasks.editing.peek() === null) document.getElementById(dayTasksName)?.focus();
  }, [tasks]);
  useLeft(onClose);
  return (
    <div
      ref={show}
      // Manual, because a menu opened from here would close any other kind.
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

/** Escape closes the sheet, and so does a press beside it, unless a dialog, a menu or an editor is open above it. */
function useLeft(onClose: (refocus: boolean) => void): void {
  // Before the next key, which may follow at once.
  useLayoutEffect(() => {
    const isCovered = () =>
      document.querySelector(':modal, :is(.menu, .date-popover):popover-open, [data-editing="true"]') !==
      null;
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !isCovered()) onClose(true);
    };
    const point = ({ target }: PointerEvent) => {
      const isOutside = target instanceof Element && target.closest('[popover], dialog, .toasts') === null;
      if (isOutside && !isCovered()) onClose(false);
    };
    const listening = new AbortController();
    document.addEventListener('keydown', press, { signal: listening.signal });
    document.addEventListener('pointerdown', point, { signal: listening.signal });
    return () => listening.abort();
  });
}

const dayTasksName = 'day-tasks-name';

type DayProps = {
  iso: string;
  rows: readonly Row[];
  /** Beside the name of the day. */
  children?: ComponentChildren;
  onAdd: (iso: string) => void;
};

/** All tasks of one day, and the way to add one there. */
function DayTasks({ iso, rows, children, onAdd }: DayProps) {
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
      {iso >= todayIso && (
        <Button class="button small" onClick={() => onAdd(iso)}>
          {views.addHere}
        </Button>
      )}
      <span class="unseen">{list.counted(rows.length)}</span>
    </>
  );
}
