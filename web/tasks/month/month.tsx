import type { RefObject, TargetedKeyboardEvent } from 'preact';
import { useId, useMemo, useRef } from 'preact/hooks';

import { weekOf } from '../../dates/calendar.ts';
import type { Row } from '../../sync/rows.ts';
import { Button, Icon, IconButton } from '../../ui/controls.tsx';
import { MonthSteps } from '../../ui/small-month.tsx';
import { useDays, useSay, useWords } from '../../ui/page-context.ts';
import { isForSomeday } from '../../view/due.ts';
import { rowKeyAt } from '../focus.ts';
import { useTasks } from '../workspace.ts';
import { dayId, daysMoved, weekCount } from './month-weeks.ts';
import { placeOf } from './month-places.ts';
import { useMonth } from './use-month.ts';
import type { Month } from './use-month.ts';
import { DaySheet, DayTasks, MonthDay, dayTasksName } from './month-day.tsx';
import { useDrag } from '../moving-rows.ts';
import './month.css';

/**
 * The tasks by week, from this week on. A day opens as a sheet of its tasks; on a phone the tasks are below the grid, which folds to
 * one week.
 */
export function MonthView({ rows: all }: { rows: readonly Row[] }) {
  // The due date of a task for some day says nothing.
  const rows = useMemo(() => all.filter(({ fields }) => !isForSomeday(fields)), [all]);
  const { views } = useWords();
  const { actions } = useTasks();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const month = useMonth(rows, scrollerRef);
  const { narrow, listedIso, listed, openedIso } = month;

  useDrag(scrollerRef, {
    targetAt: (x, y) => document.elementFromPoint(x, y)?.closest<HTMLElement>('.month-day'),
    onDrop(moved, { dataset: { day } }) {
      const isOther = day !== undefined && moved.some(({ fields }) => fields.dueDate !== day);
      if (isOther) actions.move(moved, day);
      return isOther;
    },
  });

  function press(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const place = event.target instanceof HTMLInputElement ? null : placeOf(event.target);
    if (place === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = event.shiftKey ? moving(event) : going(place, event.key);
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  function moving({ target, key }: TargetedKeyboardEvent<HTMLDivElement>): (() => void) | null {
    const row = rows.find((each) => each.key === rowKeyAt(target));
    const moved = daysMoved(key);
    return row && moved !== undefined ? () => actions.moveByDays([row], moved) : null;
  }

  function going(place: Parameters<Month['go']>[0], key: string): (() => void) | null {
    const next = month.placeBeside(place, key);
    return next && (() => month.go(next));
  }

  function click(target: EventTarget | null): void {
    const place = placeOf(target);
    if (!(target instanceof Element) || place === null) return;
    if (target.closest('.month-more') !== null) month.open(place.iso);
    else if (target.closest('.month-number') === null) return;
    else if (narrow) month.choose(place.iso);
    else if (!month.add(place.iso)) month.open(place.iso);
  }

  return (
    <section class="month" data-week={month.isWeek} aria-labelledby="month-name">
      <MonthHead month={month} />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- a day or a task inside has it */}
      <div
        role="grid"
        class="month-grid"
        aria-labelledby="month-name"
        aria-describedby={keysId}
        aria-rowcount={weekCount + 1}
        onKeyDown={press}
        onClick={({ target }) => click(target)}
        onFocusIn={({ target }) => {
          const place = placeOf(target);
          if (place !== null) month.choose(place.iso);
        }}
      >
        <Weekdays />
        <Weeks month={month} scrollerRef={scrollerRef} />
      </div>
      {narrow ? (
        <section class="day-tasks" aria-labelledby={dayTasksName}>
          <DayTasks
            key={listedIso}
            iso={listedIso ?? month.chosenIso}
            rows={listed}
            repeats={month.repeatsOf(listedIso ?? month.chosenIso)}
            onAdd={month.add}
          />
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
          rows={listed}
          repeats={month.repeatsOf(openedIso)}
          onAdd={month.add}
          onClose={(refocus) => {
            month.closeSheet();
            if (refocus) document.getElementById(dayId(openedIso))?.focus();
          }}
        />
      )}
    </section>
  );
}

function MonthHead({ month }: { month: Month }) {
  const { list } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  const name = days.monthAndYear(month.month, todayIso);
  return (
    <div class="month-head side-by-side">
      <h2 id="month-name">
        {month.narrow ? (
          <Button
            class="fold line"
            aria-expanded={!month.isWeek}
            onClick={() => month.fold(!month.isWeek)}
          >
            <Icon name="fold" />
            <span>{name}</span>
          </Button>
        ) : (
          name
        )}
      </h2>
      <div class="month-steps line">
        <Button id="month-today" class="flat-button" onClick={month.goToToday}>
          {list.groups.today}
        </Button>
        {month.isWeek ? <WeekSteps month={month} /> : <MonthSteps onStep={month.step} />}
      </div>
    </div>
  );
}

/** The buttons to the previous and the next week; the day that is then chosen is announced. */
function WeekSteps({ month }: { month: Month }) {
  const { views } = useWords();
  const { todayIso } = useTasks();
  const days = useDays();
  const say = useSay();
  const step = (by: 1 | -1) => say(days.long(month.stepByWeek(by), todayIso));
  return (
    <>
      <IconButton
        icon="fold"
        class="icon-button month-back"
        aria-label={views.previousWeek}
        onClick={() => step(-1)}
      />
      <IconButton icon="fold" aria-label={views.nextWeek} onClick={() => step(1)} />
    </>
  );
}

function Weekdays() {
  const days = useDays();
  const { todayIso } = useTasks();
  return (
    <div role="row" class="month-weekdays note" aria-rowindex={1}>
      {weekOf(todayIso, days.firstDayOfWeek).map((iso) => (
        <div key={iso} role="columnheader">
          {days.weekday(iso)}
        </div>
      ))}
    </div>
  );
}

/** The weeks on the screen, and some around them, in an element as high as all weeks. */
function Weeks({
  month,
  scrollerRef,
}: {
  month: Month;
  scrollerRef: RefObject<HTMLDivElement | null>;
}) {
  const { narrow, chosenIso, openedIso, writtenIso, keptIso, keptKey, edges } = month;
  return (
    <div ref={scrollerRef} role="rowgroup" class="month-weeks">
      <div role="presentation" class="month-span" style={{ '--height': `${edges.at(-1) ?? 0}rem` }}>
        {month.weeks.map((week) => (
          <div
            key={week}
            role="row"
            class="month-week"
            data-now={week === month.thisWeek}
            aria-rowindex={week + 2}
            style={placeIn(edges, week)}
          >
            {month.daysIn(week).map((iso) => (
              <MonthDay
                key={iso}
                iso={iso}
                rows={month.rowsOf(iso)}
                repeats={month.gridRepeatsOf(iso)}
                room={month.room}
                lines={month.linesIn(week)}
                onWritten={iso === writtenIso && !narrow ? month.leaveDay : null}
                kept={iso === keptIso && iso !== openedIso ? keptKey : null}
                chosen={iso === chosenIso}
                opened={iso === openedIso}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** month.css draws a week from these; in print it has its own height. */
const placeIn = (edges: readonly number[], week: number) => ({
  '--top': `${edges[week] ?? 0}rem`,
  '--height': `${(edges[week + 1] ?? 0) - (edges[week] ?? 0)}rem`,
});
