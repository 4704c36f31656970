import { addDays, dayBeside, daysBetween, startOfWeek } from '../../dates/calendar.ts';
import type { Weekday } from '../../dates/calendar.ts';
import type { Row } from '../../sync/rows.ts';
import { isOpen } from '../../view/groups.ts';
import { haveSame } from '../../view/rows-by-day.ts';
import type { Days } from '../../view/rows-by-day.ts';

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
export const weekWith = (iso: string, calendar: Calendar): number =>
  weekAfter(weekStart(0, calendar), iso);

function weekAfter(gridStart: string, iso: string): number {
  const days = daysBetween(gridStart, iso);
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

/** Sorts the rows of a day: the open ones before the done ones. */
export const openFirst = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));

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

/** The repeats to draw in the lines that the tasks of a day leave free, and the number of the others. */
export function repeatsShown(repeats: readonly Row[], free: number) {
  if (repeats.length <= free) return { drawn: repeats, others: 0 };
  if (free <= 0) return { drawn: noRows, others: 0 };
  const drawn = repeats.slice(0, free - 1);
  return { drawn, others: repeats.length - drawn.length };
}

/** The height of a week in rem: `base` and a `line` for each task of its fullest day, from `least` to `most` lines. */
export type WeekSizes = Readonly<{ base: number; line: number; least: number; most: number }>;

export const wideWeeks: WeekSizes = { base: 2, line: 1.5, least: 1, most: 5 };

/** On a phone a day is a number, with the number of its tasks below it. */
export const narrowWeeks: WeekSizes = { base: 2.75, line: 0.5, least: 0, most: 1 };

/** The upper edge of each week of the grid in rem, and last the lower edge of the grid. `writtenIso` needs a line more. */
export function weekEdges(
  days: Days,
  writtenIso: string | null,
  calendar: Calendar,
  { base, line, least, most }: WeekSizes,
): readonly number[] {
  const gridStart = weekStart(0, calendar);
  const lines = Array.from({ length: weekCount }, () => least);
  const need = (iso: string, ofDay: number): void => {
    const week = weekAfter(gridStart, iso);
    lines[week] = Math.min(most, Math.max(lines[week] ?? least, ofDay));
  };
  for (const [iso, rows] of days) need(iso, rows.length);
  if (writtenIso !== null) need(writtenIso, (days.get(writtenIso)?.length ?? 0) + 1);
  let edge = 0;
  return [0, ...lines.map((ofWeek) => (edge += base + line * ofWeek))];
}

/** Returns a function that returns the edges of its last call while they are the same: the layout is then not read. */
export function createUnchanged(): (edges: readonly number[]) => readonly number[] {
  let last: readonly number[] = [];
  return (edges) => {
    if (!haveSame(last, edges)) last = edges;
    return last;
  };
}

/** The week at a height of the grid, in rem. */
export const weekAt = (edges: readonly number[], rem: number): number =>
  Math.min(
    Math.max(
      0,
      edges.findLastIndex((edge) => edge <= rem),
    ),
    weekCount - 1,
  );
