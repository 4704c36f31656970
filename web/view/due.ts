import { addDays, startOfWeek } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import type { Fields } from '../sync/fields.ts';
import type { Query } from './query.ts';

export type Check = (fields: Fields) => boolean;

/** Today, and the day on which weeks begin. */
export type Week = { readonly todayIso: string; readonly firstDayOfWeek: Weekday };

/** True for a task that is not done and due before today. */
export const isOverdue = ({ dueDate, state }: Fields, todayIso: string): boolean =>
  dueDate < todayIso && state !== 'DONE';

/** Checks if a task is due in a span of days. */
export function dueCheck(due: Query['due'], { todayIso, firstDayOfWeek }: Week): Check {
  const thisWeekIso = startOfWeek(todayIso, firstDayOfWeek);
  const nextWeekIso = addDays(thisWeekIso, 7);
  const checks: Record<Query['due'], Check> = {
    any: () => true,
    overdue: (fields) => isOverdue(fields, todayIso),
    today: ({ dueDate }) => dueDate === todayIso,
    week: ({ dueDate }) => dueDate >= thisWeekIso && dueDate < nextWeekIso,
    later: ({ dueDate }) => dueDate >= nextWeekIso,
  };
  return checks[due];
}
