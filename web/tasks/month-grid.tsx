import type { RefObject, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { weekOf } from '../dates/calendar.ts';
import type { Row } from '../sync/tasks.ts';
import { useDays, useNarrow, useWords } from '../ui/page-context.ts';
import { usePainted } from './task-list.tsx';
import { rowKeyOf, useTasks } from './workspace.ts';
import { rowsWith } from '../view/view.ts';
import { ImportanceTicks, StateRing, Particulars, RowText } from './task-row.tsx';
import {
  dayId,
  daysMoved,
  drawnWeeks,
  placeBeside,
  shownOf,
  thisWeek,
  weekCount,
  weekStart,
  weekWith,
} from './month-weeks.ts';
import type { Calendar, Place, SeenWeeks } from './month-weeks.ts';
import { NewInDay } from './new-in-day.tsx';
import { useDrag } from './moving-rows.ts';

type Props = {
  rows: readonly Row[];
  byDay: ReadonlyMap<string, readonly Row[]>;
  calendar: Calendar;
  onScreen: SeenWeeks & { readonly room: number };
  scrollerRef: RefObject<HTMLDivElement | null>;
  chosenIso: string;
  openedIso: string | null;
  /** The day in which a new task is being written. */
  writtenIso: string | null;
  keysId: string;
  onPress: (iso: string) => void;
  onOpen: (iso: string) => void;
  onWritten: () => void;
};

/** So many weeks are drawn above and below those on the screen. */
const beyond = 2;

/** The weeks below each other, in a part of the page that scrolls; its keys go from day to day and from task to task. */
export function MonthGrid(props: Props) {
  const { rows, byDay, calendar, onScreen, scrollerRef, chosenIso, openedIso, writtenIso, keysId } = props;
  const { onPress, onOpen, onWritten } = props;
  const days = useDays();
  const { actions, tools, readOnly } = useTasks();
  // So many tasks have room in a day; on a phone it is only a number.
  const room = useNarrow() ? 0 : onScreen.room;
  // The row that has the focus stays drawn, and so does the chosen day.
  const keptKey = tools.focused.value;
  const keptIso = rows.find(({ key }) => key === keptKey)?.fields.dueDate ?? chosenIso;
  const kept = [chosenIso, keptIso].map((iso) => weekWith(iso, calendar));
  const weeks = drawnWeeks(onScreen, usePainted() ? beyond : 0, kept);
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
      const moved = rowsWith(rows, tools.selection.current.value, rowKey);
      const isMoved = moved.some(({ fields }) => fields.dueDate !== day);
      if (day !== undefined && isMoved && !readOnly) actions.move(moved, day);
    },
  });

  function press(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const place = event.target instanceof HTMLInputElement ? null : placeOf(event.target);
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
                  onWritten={iso === writtenIso ? onWritten : null}
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
  const at = buttonsIn(day).findIndex((button) => button === target);
  return { iso, at: Math.max(0, at) };
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

const buttonsIn = (day: HTMLElement): readonly HTMLElement[] => [
  ...day.querySelectorAll<HTMLElement>('button:not(.tag)'),
];

type DayProps = {
  iso: string;
  rows: readonly Row[];
  /** So many tasks have room; none where the day is only a number. */
  room: number;
  /** The key of a row of this day that is drawn even where there is no room for it. */
  kept: string | null;
  /** Whether this is the day that Tab leads to. */
  chosen: boolean;
  opened: boolean;
  /** Given where a new task is being written in the day. */
  onWritten: (() => void) | null;
};

/**
 * One day of the grid: its number, its first tasks, and how many more there are; on a phone how many tasks it has. It is
 * rendered again only when something of it changes; the grid hears when it is pressed.
 */
function MonthDay({ iso, rows, room, kept, chosen, opened, onWritten }: DayProps) {
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

/**
 * One task in its day: its state, its words on one line, its importance, and whether its change waits or asks. A `doubled` one
 * is also drawn in the sheet of its day, which is the place to find it by then.
 */
function MonthTask({ row, doubled }: { row: Row; doubled: boolean }) {
  const { row: words } = useWords();
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
      <StateRing state={fields.state} />
      <RowText row={row} tabIndex={-1}>
        <Particulars row={row} />
        {write?.status === 'failed' && <span class="unseen">, {words.failed}</span>}
        {write?.status === 'conflict' && <span class="unseen">, {words.conflict.title}</span>}
      </RowText>
      <ImportanceTicks importance={fields.importance} />
    </li>
  );
}
