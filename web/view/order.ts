import { importances } from '../../contract/fields.ts';
import { daysBetween, firstDate } from '../dates/calendar.ts';
import type { Row } from '../sync/rows.ts';
import { readOnce } from './find-rows.ts';
import { timeOf } from './pieces.ts';
import { createRowsByDay } from './rows-by-day.ts';

/**
 * The order of tasks in every view: by day, then by time of day (tasks without a time follow), then the more important first, then
 * the older first. Only fields of the service count, so that every device shows the same order. A task without an id is the newest.
 */
const compareTasks = (a: Row, b: Row): number =>
  rankOf(a.fields) - rankOf(b.fields) || ageRank(a) - ageRank(b);

/** Returns a function that puts rows in this order; their days are in order already. */
export function createOrder(): (rows: readonly Row[]) => readonly Row[] {
  const rowsByDay = createRowsByDay((found) => found.toSorted(compareTasks));
  return (rows) => [...rowsByDay(rows).values()].flat();
}

const ageRank = ({ saved }: Row): number => saved?.id ?? Number.MAX_SAFE_INTEGER;

const minutesOfDay = 24 * 60;

/** Day, time and importance as one number. */
const rankOf = readOnce(({ description, dueDate, importance }) => {
  // A task without a time follows the last minute of its day.
  const minute =
    daysBetween(firstDate, dueDate) * (minutesOfDay + 1) + (timeOf(description) ?? minutesOfDay);
  return minute * importances.length - importances.indexOf(importance);
});
