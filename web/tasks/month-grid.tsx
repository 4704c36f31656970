import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject, TargetedKeyboardEvent } from 'preact';

import { weekOf } from '../dates/weeks.ts';
import { rowKeyOf } from './focus.ts';
import { useDrag } from './use-pulls.ts';
import type { Row } from '../sync/rows.ts';
import { useDays, useTasks } from '../ui/page-context.ts';
import { shownOf } from './month-days.ts';
import { daysMoved, placeBeside, thisWeek, weekCount, weekStart } from './month-cells.ts';
import type { Calendar, Place } from './month-cells.ts';
import { MonthDay } from './month-day.tsx';

type Props = {
  rows: readonly Row[];
  byDay: ReadonlyMap<string, readonly Row[]>;
  calendar: Calendar;
  /** The weeks to draw, in their order. */
  weeks: readonly number[];
  scrollerRef: RefObject<HTMLDivElement | null>;
  /** So many tasks have room in a day. */
  room: number;
  chosenIso: string;
  openedIso: string | null;
  /** The row that has the focus, and its day. */
  keptKey: string | null;
  keptIso: string;
  keysId: string;
  onPress: (iso: string) => void;
  onOpen: (iso: string) => void;
};

/** The weeks below each other, in a part of the page that scrolls; its keys go from day to day and from task to task. */
export function MonthGrid(props: Props) {
  const { rows, byDay, calendar, weeks, scrollerRef, room, chosenIso, openedIso, keysId } = props;
  const { keptKey, keptIso, onPress, onOpen } = props;
  const days = useDays();
  const { actions, tools, readOnly } = useTasks();
  const goalRef = useRef<Place | null>(null);
  const rowsOf = (iso: string) => byDay.get(iso) ?? noRows;

  function inDay(iso: string): number {
    const { shown, more } = shownOf(rowsOf(iso), room, null);
    return shown.length + Math.min(more, 1);
  }

  /** A day that is not drawn yet gets the focus as soon as it is. */
  function go(place: Place): void {
    goalRef.current = focusPlace(place) ? null : place;
    tools.day.value = place.iso;
  }
  useLayoutEffect(() => {
    if (goalRef.current !== null && focusPlace(goalRef.current)) goalRef.current = null;
  });

  useDrag(scrollerRef, {
    targetAt: (x, y) => document.elementFromPoint(x, y)?.closest<HTMLElement>('.month-day'),
    onDrop(rowKey, { dataset: { day } }) {
      const row = rows.find(({ key }) => key === rowKey);
      if (row && day !== undefined && row.fields.dueDate !== day && !readOnly) actions.move([row], day);
    },
  });

  function press(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const place = placeOf(event.target);
    if (place === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows.find(({ key }) => key === rowKeyOf(event.target));
    const moved = event.shiftKey && row ? daysMoved(event.key) : undefined;
    const next = event.shiftKey ? null : placeBeside(place, event.key, calendar, inDay);
    if (moved === undefined && next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (row && moved !== undefined) actions.nudge([row], moved);
    else if (next !== null) go(next);
  }

  return (
    // Keys and presses bubble up from the days and tasks inside, one of which has the focus.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
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
        if (target.closest('.month-more') !== null) onOpen(place.iso);
        else if (target.closest('.month-number') !== null) onPress(place.iso);
      }}
      onFocusIn={({ target }) => {
        const place = placeOf(target);
        if (place !== null) tools.day.value = place.iso;
      }}
    >
      <div role="row" class="month-weekdays note" aria-rowindex={1}>
        {weekOf(calendar.todayIso, calendar.firstDayOfWeek).map((iso) => (
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
              {weekOf(weekStart(week, calendar), calendar.firstDayOfWeek).map((iso) => (
                <MonthDay
                  key={iso}
                  iso={iso}
                  rows={rowsOf(iso)}
                  room={room}
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
  );
}

/** Where in the grid an element is. */
function placeOf(target: EventTarget | null): Place | null {
  const day = target instanceof Element ? target.closest<HTMLElement>('.month-day') : null;
  const iso = day?.dataset['day'];
  if (!day || iso === undefined) return null;
  return {
    iso,
    at: Math.max(
      0,
      buttonsIn(day).findIndex((button) => button === target),
    ),
  };
}

/** Puts the focus on a place, if it is drawn; whether it was. */
function focusPlace({ iso, at }: Place): boolean {
  const day = document.querySelector<HTMLElement>(`.month-day[data-day="${iso}"]`);
  if (day === null) return false;
  const [number, ...inside] = buttonsIn(day);
  (inside[at - 1] ?? number)?.focus({ preventScroll: true });
  day.scrollIntoView({ block: 'nearest' });
  return true;
}

const noRows: readonly Row[] = [];

const buttonsIn = (day: HTMLElement): readonly HTMLElement[] => [...day.querySelectorAll('button')];
