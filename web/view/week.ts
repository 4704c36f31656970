import { addDays, compareDates, weekOf, weekdayOf } from '../dates/calendar.ts';
import { importances } from '../../contract/fields.ts';
import type { Row } from '../sync/rows.ts';
import { isForSomeday, isToDoNow } from './due.ts';
import { isOpen, overdueRows } from './groups.ts';

/** The open rows that are overdue, and those of each of seven days from today on. */
export function weekFrom(rows: readonly Row[], todayIso: string) {
  const dated = rows.filter((row) => isOpen(row) && !isForSomeday(row.fields));
  const byDay = Map.groupBy(dated, ({ fields }) => fields.dueDate);
  return {
    overdue: overdueRows(rows, todayIso),
    days: weekOf(todayIso, weekdayOf(todayIso)).map((iso) => ({ iso, rows: byDay.get(iso) ?? [] })),
  };
}

/** The rows that need a day: overdue ones, and those due today that are not in `placed`. */
export const rowsToPlan = (rows: readonly Row[], planned: ReadonlySet<string>, todayIso: string) =>
  rows.filter((row) => {
    const isPlanned = row.fields.dueDate === todayIso && planned.has(row.key);
    return isToDoNow(row.fields, todayIso) && !isPlanned;
  });

/**
 * A day for each of `rows`, by its key. From today on each working day gets up to `mostADay` open tasks, the most important
 * first, then by due date. Other tasks that are due on a day count, too.
 */
export function spreadDays(
  rows: readonly DatedTask[],
  all: readonly DatedTask[],
  todayIso: string,
  mostADay: number,
): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  const spread = new Set(rows.map(({ key }) => key));
  const otherRows = all.filter((row) => isOpen(row) && !spread.has(row.key));
  const dueOn = Map.groupBy(otherRows, ({ fields }) => fields.dueDate);
  const roomOn = (iso: string) => {
    if (weekdayOf(iso) > 5) return 0;
    return mostADay - (dueOn.get(iso)?.length ?? 0);
  };
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

/** A task of the list, or of a file that is not yet imported. */
type DatedTask = Pick<Row, 'key' | 'fields'>;

function compareRows({ fields: a }: DatedTask, { fields: b }: DatedTask): number {
  const byImportance = importances.indexOf(b.importance) - importances.indexOf(a.importance);
  return byImportance || compareDates(a.dueDate, b.dueDate);
}
