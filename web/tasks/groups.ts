import { addDays, startOfWeek } from '../quick-add/calendar.ts';
import type { Weekday } from '../quick-add/calendar.ts';
import type { Row } from './rows.ts';

/** A month is written `YYYY-MM`. */
export type GroupName =
  | { readonly kind: 'overdue' | 'today' | 'tomorrow' | 'week' | 'done' }
  | { readonly kind: 'month'; readonly month: string };

export type Group = { readonly key: string; readonly name: GroupName; readonly rows: readonly Row[] };

/** Rows, in their order, under the headings of the day-book. Done rows stand last, the latest first, unless they still linger. */
export function groupRows(
  rows: readonly Row[],
  todayIso: string,
  firstDayOfWeek: Weekday,
  lingering: ReadonlySet<string> = new Set(),
): readonly Group[] {
  const tomorrowIso = addDays(todayIso, 1);
  const nextWeekIso = addDays(startOfWeek(todayIso, firstDayOfWeek), 7);
  const groups = new Map<string, { name: GroupName; rows: Row[] }>();
  const done: Row[] = [];
  for (const row of rows) {
    if (isFolded(row, lingering)) done.push(row);
    else {
      const name = nameOf(row.fields.dueDate, todayIso, tomorrowIso, nextWeekIso);
      const key = name.kind === 'month' ? name.month : name.kind;
      const group = groups.get(key) ?? { name, rows: [] };
      groups.set(key, group);
      group.rows.push(row);
    }
  }
  if (done.length > 0) groups.set('done', { name: { kind: 'done' }, rows: done.toReversed() });
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

/** A change that was refused stays in sight: nobody would look for it among what is done. */
function isFolded(row: Row, lingering: ReadonlySet<string>): boolean {
  return row.fields.state === 'DONE' && row.write?.status !== 'failed' && !lingering.has(row.key);
}

function nameOf(dueDate: string, todayIso: string, tomorrowIso: string, nextWeekIso: string): GroupName {
  if (dueDate < todayIso) return { kind: 'overdue' };
  if (dueDate === todayIso) return { kind: 'today' };
  if (dueDate === tomorrowIso) return { kind: 'tomorrow' };
  if (dueDate < nextWeekIso) return { kind: 'week' };
  return { kind: 'month', month: dueDate.slice(0, 7) };
}
