import { addDays, daysBetween, startOfWeek } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import { dayBeside } from '../dates/weeks.ts';

/** The weeks of the grid are counted from zero; ten years each way from this one can be reached. */
const weeksEachWay = 521;
export const thisWeek = weeksEachWay;
export const weekCount = 2 * weeksEachWay + 1;

export type Calendar = { readonly todayIso: string; readonly firstDayOfWeek: Weekday };

/** The first day of a week of the grid. */
export const weekStart = (week: number, { todayIso, firstDayOfWeek }: Calendar): string =>
  addDays(startOfWeek(todayIso, firstDayOfWeek), (week - thisWeek) * 7);

/** The week of the grid that has the date; the nearest one when the grid ends before it. */
export function weekWith(iso: string, calendar: Calendar): number {
  const days = daysBetween(weekStart(thisWeek, calendar), iso);
  return Math.min(Math.max(0, thisWeek + Math.floor(days / 7)), weekCount - 1);
}

/** Weeks that are on the screen, from the first to the last. */
export type SeenWeeks = { readonly first: number; readonly last: number };

/** The weeks to draw: those on the screen, as many more on both sides, and those with a kept date wherever they are. */
export function drawnWeeks({ first, last }: SeenWeeks, beyond: number, kept: readonly number[]): number[] {
  const weeks = new Set(kept);
  for (let week = Math.max(0, first - beyond); week <= Math.min(last + beyond, weekCount - 1); week += 1)
    weeks.add(week);
  return [...weeks].toSorted((a, b) => a - b);
}

/** A place in the grid: a day when `at` is 0, else what is in it, counted from one. */
export type Place = { readonly iso: string; readonly at: number };

/**
 * The place that a key leads to, or null for any other key. Up and down go through a day and on to the next one in its column;
 * `inDay` tells how much there is in a day.
 */
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
