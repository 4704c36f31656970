import { addDays, compareDates, weekOf, weekdayOf } from '../dates/calendar.ts';
import { importances } from '../../contract/fields.ts';
import type { Row } from '../sync/fields.ts';
import { isOpen } from './groups.ts';

/** What is open now and in the coming seven days, today among them. */
export function weekFrom(rows: readonly Row[], todayIso: string) {
  const open = rows.filter(isOpen);
  const byDay = Map.groupBy(open, ({ fields }) => fields.dueDate);
  return {
    overdue: open.filter(({ fields }) => fields.dueDate < todayIso),
    days: weekOf(todayIso, weekdayOf(todayIso)).map((iso) => ({ iso, rows: byDay.get(iso) ?? [] })),
  };
}

/** What a day has to be found for: what is overdue, and what is due today unless it was placed there, in their order. */
export const rowsToPlan = (rows: readonly Row[], placed: ReadonlySet<string>, todayIso: string) =>
  rows.filter((row) => {
    const { dueDate } = row.fields;
    return isOpen(row) && (dueDate < todayIso || (dueDate === todayIso && !placed.has(row.key)));
  });

/**
 * The day for each of these rows, by its key: from today on each working day is filled up to `mostADay` open tasks, the most
 * important first, among equals the one with the earliest date. Other tasks that are due on a day already count.
 */
export function spreadDays(
  rows: readonly Row[],
  all: readonly Row[],
  todayIso: string,
  mostADay: number,
): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  const spread = new Set(rows.map(({ key }) => key));
  const others = all.filter((row) => isOpen(row) && !spread.has(row.key));
  const dueOn = Map.groupBy(others, ({ fields }) => fields.dueDate);
  const roomOn = (iso: string) => (weekdayOf(iso) > 5 ? 0 : mostADay - (dueOn.get(iso)?.length ?? 0));
  let dayIso = todayIso;
  let room = roomOn(dayIso);
  for (const { key } of rows.toSorted(compareRows)) {
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
