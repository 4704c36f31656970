import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { addDays } from '../dates/calendar.ts';
import { afterDrawing, useShown } from './focus.ts';
import { useTravel } from './travel.ts';
import { usePainted } from './window.ts';
import { orderOf, rowItems } from '../view/groups.ts';
import type { Row } from '../sync/rows.ts';
import { useNewTaskOn } from './new-task-on.ts';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import { useNarrow } from '../ui/use-media.ts';
import { createRowsByDay } from './month-days.ts';
import { DaySheet } from './month-day-sheet.tsx';
import { DayTasks, dayTasksName } from './month-day-tasks.tsx';
import { drawnWeeks, thisWeek, weekStart, weekWith } from './month-cells.ts';
import { dayId } from './month-day.tsx';
import { MonthGrid } from './month-grid.tsx';
import { MonthHead } from './month-head.tsx';
import { useWeeks } from './use-weeks.ts';
import './month.css';

/** So many weeks are drawn above and below those on the screen. */
const beyond = 2;

/** The same tasks by week, from this one on. A day opens as a sheet of its tasks; on a phone they stand below the grid. */
export function MonthView({ rows }: { rows: readonly Row[] }) {
  const { views } = useWords();
  const { firstDayOfWeek } = useDays();
  const { tasks, tools, todayIso } = useTasks();
  const newTaskOn = useNewTaskOn();
  const narrow = useNarrow();
  const isPainted = usePainted();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const onScreen = useWeeks(scrollerRef);
  const keysId = useId();
  const chosenIso = tools.day.value ?? todayIso;
  const [asked, setAsked] = useState<string | null>(null);
  const dateOf = (rowKey: string | null) => rows.find(({ key }) => key === rowKey)?.fields.dueDate;
  const keptKey = tools.focused.value;
  const keptIso = dateOf(keptKey) ?? chosenIso;
  const editedIso = dateOf(tasks.editing.value) ?? null;
  // A task is edited in the sheet of its day.
  const openedIso = narrow ? null : (editedIso ?? asked);
  const listedIso = narrow ? chosenIso : openedIso;
  const calendar = useMemo(() => ({ todayIso, firstDayOfWeek }), [todayIso, firstDayOfWeek]);
  const kept = [chosenIso, keptIso].map((iso) => weekWith(iso, calendar));
  const weeks = drawnWeeks(onScreen, isPainted ? beyond : 0, kept);
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

  function show(iso: string): void {
    tools.day.value = iso;
    onScreen.show(weekWith(iso, calendar));
  }

  return (
    <section class="month" aria-labelledby="month-name">
      <MonthHead
        month={addDays(weekStart(onScreen.first, calendar), 6).slice(0, 7)}
        onMonth={show}
        onToday={() => {
          tools.day.value = null;
          onScreen.show(thisWeek);
          afterDrawing(() => document.getElementById(dayId(todayIso))?.focus({ preventScroll: true }));
        }}
      />
      <MonthGrid
        rows={rows}
        byDay={byDay}
        calendar={calendar}
        weeks={weeks}
        scrollerRef={scrollerRef}
        room={narrow ? 0 : onScreen.room}
        chosenIso={chosenIso}
        openedIso={openedIso}
        keptKey={keptKey}
        keptIso={keptIso}
        keysId={keysId}
        onPress={(iso) => {
          if (narrow) tools.day.value = iso;
          else if (iso < todayIso) setAsked(iso);
          else newTaskOn(iso);
        }}
        onOpen={setAsked}
      />
      {narrow ? (
        <section class="day-tasks" aria-labelledby={dayTasksName}>
          <DayTasks key={chosenIso} iso={chosenIso} rows={listed ?? []} />
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
