import { importances } from '../../contract/fields.ts';
import { addDays, compareDates } from '../dates/calendar.ts';
import { daysLate } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';

/** The rows that are overdue, in their order. */
export const overdueRows = (rows: readonly Row[], todayIso: string): readonly Row[] =>
  rows.filter(({ fields }) => daysLate(fields, todayIso) > 0);

/** So many open tasks fill a day. */
const mostADay = 5;

/**
 * The day for each overdue row, by its key: from today on each day, weekends too, is filled up to five open tasks, the most
 * important first, among equals the one with the earliest date. Tasks that are due on a day already count.
 */
export function spreadDays(
  overdue: readonly Row[],
  all: readonly Row[],
  todayIso: string,
): ReadonlyMap<string, string> {
  const open = all.filter(({ fields }) => fields.state !== 'DONE');
  const dueOn = Map.groupBy(open, ({ fields }) => fields.dueDate);
  const roomOn = (iso: string) => mostADay - (dueOn.get(iso)?.length ?? 0);
  let dayIso = todayIso;
  let room = roomOn(dayIso);
  const days = new Map<string, string>();
  for (const { key } of overdue.toSorted(compareRows)) {
    while (room <= 0) {
      dayIso = addDays(dayIso, 1);
      room = roomOn(dayIso);
    }
    days.set(key, dayIso);
    room -= 1;
  }
  return days;
}

function compareRows({ fields: a }: Row, { fields: b }: Row): number {
  const byImportance = importances.indexOf(b.importance) - importances.indexOf(a.importance);
  return byImportance || compareDates(a.dueDate, b.dueDate);
}

/** How many open tasks are due today or overdue. The rows are in the order of their dates. */
export function leftToday(rows: readonly Row[], todayIso: string): number {
  const next = rows.findIndex(({ fields }) => fields.dueDate > todayIso);
  return rows.slice(0, next < 0 ? rows.length : next).filter(({ fields }) => fields.state !== 'DONE').length;
}
