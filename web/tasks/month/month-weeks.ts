import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { addDays, dayBeside, daysBetween, startOfWeek } from '../../dates/calendar.ts';
import type { Weekday } from '../../dates/calendar.ts';
import type { Row } from '../../sync/rows.ts';
import { listen } from '../../ui/events.ts';
import { isOpen } from '../../view/groups.ts';

/** The grid has ten years of weeks before the week in which it is opened and after it; its weeks are counted from zero. */
export const firstShown = 521;
export const weekCount = 2 * firstShown + 1;

/** The id of a day's number. */
export const dayId = (iso: string): string => `day-${iso}`;

/** `openedIso` is the day on which the grid was opened: its weeks stay in their places when that day is over. */
export type Calendar = { readonly openedIso: string; readonly firstDayOfWeek: Weekday };

/** The first day of a week of the grid. */
export const weekStart = (week: number, { openedIso, firstDayOfWeek }: Calendar): string =>
  addDays(startOfWeek(openedIso, firstDayOfWeek), (week - firstShown) * 7);

/** The week of the grid with the date; the nearest week if the date is outside of the grid. */
export function weekWith(iso: string, calendar: Calendar): number {
  const days = daysBetween(weekStart(0, calendar), iso);
  return Math.min(Math.max(0, Math.floor(days / 7)), weekCount - 1);
}

/** The first and the last week on the screen. */
export type SeenWeeks = { readonly first: number; readonly last: number };

/** The weeks to draw: those on the screen, `beyond` more on each side, and the `kept` ones. */
export function drawnWeeks(
  { first, last }: SeenWeeks,
  beyond: number,
  kept: readonly number[],
): number[] {
  const weeks = new Set(kept);
  for (
    let week = Math.max(0, first - beyond);
    week <= Math.min(last + beyond, weekCount - 1);
    week += 1
  )
    weeks.add(week);
  return [...weeks].toSorted((a, b) => a - b);
}

/** A place in the grid: a day if `at` is 0, else a button in the day, counted from one. */
export type Place = { readonly iso: string; readonly at: number };

/** The place that a key moves the focus to, or null. Up and down pass the buttons of a day first; `inDay` counts them. */
export function placeBeside(
  { iso, at }: Place,
  key: string,
  { firstDayOfWeek }: Calendar,
  inDay: (iso: string) => number,
): Place | null {
  if (key === 'ArrowDown' && at < inDay(iso)) return { iso, at: at + 1 };
  if (key === 'ArrowUp' && at > 0) return { iso, at: at - 1 };
  const next = dayBeside(iso, key, firstDayOfWeek);
  if (next === null) return null;
  if (key === 'ArrowUp') return { iso: next, at: inDay(next) };
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  return { iso: next, at: isSideways ? Math.min(at, inDay(next)) : 0 };
}

/** How many days an arrow key moves a task, or undefined for any other key. */
export const daysMoved = (key: string): number | undefined =>
  ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 })[key];

type Days = ReadonlyMap<string, readonly Row[]>;

/** Groups rows by day, the open ones before the done ones. A day with the same rows as in the last call is the same array. */
export function createRowsByDay(): (rows: readonly Row[]) => Days {
  let before: Days = new Map();
  return (rows) => {
    const days = new Map<string, readonly Row[]>();
    for (const [iso, own] of Map.groupBy(rows, ({ fields }) => fields.dueDate)) {
      const next = own.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
      const known = before.get(iso);
      const isSame = known?.length === next.length && known.every((row, at) => row === next[at]);
      days.set(iso, isSame ? known : next);
    }
    before = days;
    return days;
  };
}

export const noRows: readonly Row[] = [];

/**
 * The rows to draw in a day, and the number of the others. If not all rows have room, the last place shows that number, and a row
 * with the key `kept` is always drawn. Without any room the day is a number alone.
 */
export function shownOf(rows: readonly Row[], room: number, kept: string | null) {
  if (room === 0) return { shown: noRows, more: 0 };
  if (rows.length <= room) return { shown: rows, more: 0 };
  const first = rows.slice(0, room - 1);
  const hidden = rows.slice(room - 1).find(({ key }) => key === kept);
  const shown = hidden === undefined ? first : [...first.slice(0, -1), hidden];
  return { shown, more: rows.length - shown.length };
}

/** Heights in rem, as in month.css: a day without tasks, and each task. */
const dayRem = 1.75;
const taskRem = 1.5;

/**
 * Follows which weeks are visible in the scrolling element, and how many tasks have room in a day. It starts at `thisWeek`, and
 * keeps the first visible week when the size changes; `show` makes a week the first visible one.
 */
export function useWeeks(scrollerRef: RefObject<HTMLElement | null>, thisWeek: number) {
  const [onScreen, setOnScreen] = useState({ first: thisWeek, last: thisWeek + 4, room: 3 });
  const firstRef = useRef(thisWeek);
  const weekPxRef = useRef(0);

  function look(): void {
    const scroller = scrollerRef.current;
    // On paper a week is as high as its tasks.
    if (scroller === null || matchMedia('print').matches) return;
    // A new size may cause a scroll event before the observer runs: the person has not scrolled.
    if (weekPx(scroller) !== weekPxRef.current) return show(firstRef.current);
    const next = seenIn(scroller);
    firstRef.current = next.first;
    setOnScreen((now) =>
      now.first === next.first && now.last === next.last && now.room === next.room ? now : next,
    );
  }

  function show(week: number): void {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    weekPxRef.current = weekPx(scroller);
    scroller.scrollTop = week * weekPxRef.current;
    look();
  }

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const restore = () => show(firstRef.current);
    restore();
    const unlisten = [
      listen(scroller, { scroll: look }, { passive: true }),
      // On paper the weeks do not scroll, so that the scroll position is lost.
      listen(window, { afterprint: restore }),
    ];
    const sizes = new ResizeObserver(restore);
    // The height of all weeks together changes with the text size.
    for (const element of [scroller, ...scroller.children]) sizes.observe(element);
    return () => {
      for (const end of unlisten) end();
      sizes.disconnect();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- both functions read refs alone
  }, [scrollerRef]);

  // A grid that shows the present week goes on with the next one.
  useLayoutEffect(() => {
    if (firstRef.current === thisWeek - 1) show(thisWeek);
    // oxlint-disable-next-line react/exhaustive-deps -- `show` reads refs alone
  }, [thisWeek]);

  return { ...onScreen, show };
}

const weekPx = ({ scrollHeight }: HTMLElement): number => scrollHeight / weekCount;

function seenIn(scroller: HTMLElement) {
  const px = weekPx(scroller);
  const { scrollTop, clientHeight } = scroller;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    // A week with less than one visible pixel counts as hidden.
    first: Math.floor((scrollTop + 1) / px),
    last: Math.ceil((scrollTop + clientHeight - 1) / px) - 1,
    room: Math.max(1, Math.floor((px / rem - dayRem) / taskRem)),
  };
}
