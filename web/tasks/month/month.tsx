import type { TargetedKeyboardEvent } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { addDays, addMonths, weekOf } from '../../dates/calendar.ts';
import { blankNewTask, setByHand } from '../../quick-add/read.ts';
import type { Row } from '../../sync/rows.ts';
import { SmallButton } from '../../ui/controls.tsx';
import { MonthSteps } from '../../ui/small-month.tsx';
import { useDays, useWords } from '../../ui/page-context.ts';
import { useNarrow } from '../../ui/events.ts';
import { afterDrawing, focusRow, rowKeyAt, usePublishedRows } from '../focus.ts';
import { useTasks } from '../workspace.ts';
import {
  createRowsByDay,
  dayId,
  daysMoved,
  drawnWeeks,
  noRows,
  placeBeside,
  shownOf,
  useWeeks,
  weekCount,
  weekStart,
  weekWith,
} from './month-weeks.ts';
import type { Place } from './month-weeks.ts';
import { DaySheet, DayTasks, MonthDay, dayTasksName } from './month-day.tsx';
import { useDrag, useMoveAnimation } from '../moving-rows.ts';
import { usePainted, usePrinting } from '../list/task-list.tsx';
import './month.css';

/** The number of weeks that are drawn above and below those on the screen. */
const beyond = 2;

/** The tasks by week, from this week on. A day opens as a sheet of its tasks; on a phone the tasks are below the grid. */
export function MonthView({ rows }: { rows: readonly Row[] }) {
  const { list, views } = useWords();
  const days = useDays();
  const { firstDayOfWeek } = days;
  const { tasks, actions, tools, todayIso } = useTasks();
  const narrow = useNarrow();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const [chosen, choose] = useState<string | null>(null);
  const chosenIso = chosen ?? todayIso;
  const [asked, setAsked] = useState<string | null>(null);
  const [writtenIso, setWritten] = useState<string | null>(null);
  const [leaveDay] = useState(() => () => setWritten(null));
  const edited = rows.find(({ key }) => key === tasks.editing.value);
  // A task is edited among the tasks of its day.
  const listedIso = edited?.fields.dueDate ?? (narrow ? chosenIso : asked);
  const openedIso = narrow ? null : listedIso;
  const [firstIso] = useState(todayIso);
  const calendar = { openedIso: firstIso, firstDayOfWeek };
  const thisWeek = weekWith(todayIso, calendar);
  const onScreen = useWeeks(scrollerRef, thisWeek);
  const [rowsByDay] = useState(createRowsByDay);
  const byDay = useMemo(() => rowsByDay(rows), [rowsByDay, rows]);
  const rowsOf = (iso: string) => byDay.get(iso) ?? noRows;
  const listed = listedIso === null ? null : rowsOf(listedIso);

  const published = listed ?? [...byDay.values()].flat();
  usePublishedRows(
    published.map(({ key }) => key),
    () =>
      listed === null
        ? document.getElementById(dayId(chosenIso))
        : listed.length === 0
          ? document.getElementById(dayTasksName)
          : null,
  );
  useMoveAnimation();

  // The month of the first visible week.
  const month = addDays(weekStart(onScreen.first, calendar), 6).slice(0, 7);

  /** Opens a field for a new task in the day, or on a phone the new-task form. Returns false for a past day. */
  function add(iso: string): boolean {
    if (iso < todayIso) return false;
    setAsked(null);
    if (narrow) {
      const draft = tasks.drafts.current.peek().newTask ?? blankNewTask(todayIso);
      tasks.drafts.setNewTask(setByHand(draft, 'date', { dueDate: iso }));
      focusRow(tools, null);
    } else setWritten(iso);
    return true;
  }
  useLayoutEffect(() => {
    tools.viewCommand.value = (command) => command === 'add' && add(chosenIso);
    return () => void (tools.viewCommand.value = null);
  });

  function step(by: 1 | -1): string {
    const iso = addMonths(`${month}-01`, by);
    choose(iso);
    onScreen.show(weekWith(iso, calendar));
    return iso.slice(0, 7);
  }

  // The number of tasks that have room in a day: on paper all, on a phone none.
  const isPrinting = usePrinting();
  const room = narrow ? 0 : isPrinting ? Number.POSITIVE_INFINITY : onScreen.room;
  // The row with the focus and the chosen day stay drawn.
  const keptKey = tools.focused.value;
  const keptIso = rows.find(({ key }) => key === keptKey)?.fields.dueDate ?? chosenIso;
  const kept = [chosenIso, keptIso].map((iso) => weekWith(iso, calendar));
  const weeks = drawnWeeks(
    onScreen,
    usePainted() && !isPrinting ? beyond : 0,
    isPrinting ? [] : kept,
  );

  function inDay(iso: string): number {
    const { shown, more } = shownOf(rowsOf(iso), room, null);
    return shown.length + Math.min(more, 1);
  }

  /** Chooses a day, so that it is drawn, and puts the focus on a place in it. */
  function go(place: Place): void {
    choose(place.iso);
    afterDrawing(() => focusPlace(place));
  }

  useDrag(scrollerRef, {
    targetAt: (x, y) => document.elementFromPoint(x, y)?.closest<HTMLElement>('.month-day'),
    onDrop(moved, { dataset: { day } }) {
      if (day && moved.some(({ fields }) => fields.dueDate !== day)) actions.move(moved, day);
    },
  });

  function press(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const place = event.target instanceof HTMLInputElement ? null : placeOf(event.target);
    if (place === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows.find(({ key }) => key === rowKeyAt(event.target));
    const moved = event.shiftKey && row ? daysMoved(event.key) : undefined;
    const next = event.shiftKey ? null : placeBeside(place, event.key, calendar, inDay);
    if (moved === undefined && next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (row && moved !== undefined) actions.moveByDays([row], moved);
    else if (next !== null) go(next);
  }

  return (
    <section class="month" aria-labelledby="month-name">
      <div class="month-head side-by-side">
        <h2 id="month-name">{days.monthAndYear(month, todayIso)}</h2>
        <div class="month-steps line">
          <SmallButton
            id="month-today"
            onClick={() => {
              onScreen.show(thisWeek);
              go({ iso: todayIso, at: 0 });
            }}
          >
            {list.groups.today}
          </SmallButton>
          <MonthSteps onStep={step} />
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- a day or a task inside has it */}
      <div
        role="grid"
        class="month-grid"
        aria-labelledby="month-name"
        aria-describedby={keysId}
        aria-rowcount={weekCount + 1}
        onKeyDown={press}
        onClick={({ target }) => {
          const place = placeOf(target);
          if (!(target instanceof Element) || place === null) return;
          if (target.closest('.month-more') !== null) setAsked(place.iso);
          else if (target.closest('.month-number') === null) return;
          else if (narrow) choose(place.iso);
          else if (!add(place.iso)) setAsked(place.iso);
        }}
        onFocusIn={({ target }) => {
          const place = placeOf(target);
          if (place !== null) choose(place.iso);
        }}
      >
        <div role="row" class="month-weekdays note" aria-rowindex={1}>
          {weekOf(todayIso, firstDayOfWeek).map((iso) => (
            <div key={iso} role="columnheader">
              {days.weekday(iso)}
            </div>
          ))}
        </div>
        <div ref={scrollerRef} role="rowgroup" class="month-weeks">
          <div role="presentation" class="month-span" style={{ '--weeks': weekCount }}>
            {weeks.map((week) => (
              <div
                key={week}
                role="row"
                class="month-week"
                data-now={week === thisWeek}
                aria-rowindex={week + 2}
                style={{ '--at': week }}
              >
                {weekOf(weekStart(week, calendar), firstDayOfWeek).map((iso) => (
                  <MonthDay
                    key={iso}
                    iso={iso}
                    rows={rowsOf(iso)}
                    room={room}
                    onWritten={iso === writtenIso && !narrow ? leaveDay : null}
                    kept={iso === keptIso && iso !== openedIso ? keptKey : null}
                    chosen={iso === chosenIso}
                    opened={iso === openedIso}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
      {narrow ? (
        <section class="day-tasks" aria-labelledby={dayTasksName}>
          <DayTasks key={listedIso} iso={listedIso ?? chosenIso} rows={listed ?? []} onAdd={add} />
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

/** The place of an element in the grid. */
function placeOf(target: EventTarget | null): Place | null {
  const day = target instanceof Element ? target.closest<HTMLElement>('.month-day') : null;
  const iso = day?.dataset['day'];
  if (!day || iso === undefined) return null;
  const at = buttonsIn(day).findIndex((button) => button === target);
  return { iso, at: Math.max(0, at) };
}

/** Puts the focus on a place of a drawn day. */
function focusPlace({ iso, at }: Place): void {
  const day = document.querySelector(`.month-day[data-day="${iso}"]`);
  const [number, ...inside] = day ? buttonsIn(day) : [];
  (inside[at - 1] ?? number)?.focus({ preventScroll: true });
  day?.scrollIntoView({ block: 'nearest' });
}

const buttonsIn = (day: Element) => [...day.querySelectorAll<HTMLElement>('button:not(.tag)')];
