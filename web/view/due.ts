import { addDays, startOfWeek } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import type { Fields } from '../sync/fields.ts';
import { tagsOf } from './pieces.ts';
import type { Query } from './query.ts';

export type Check = (fields: Fields) => boolean;

/** Today, and the day on which weeks begin. */
export type Week = { readonly todayIso: string; readonly firstDayOfWeek: Weekday };

/** The tag of a task for some day. It is the same in every language, so that a search finds it after a change of the language. */
export const someday = '#someday';

/** True for a task for some day: its due date says nothing, so it is never overdue and never due today. */
export const isForSomeday = ({ description }: Fields): boolean =>
  // Lists have thousands of descriptions, and few have the word.
  /#someday/i.test(description) && tagsOf(description).includes(someday.slice(1));

/** True for a task that is not done and due before today. */
export const isOverdue = (fields: Fields, todayIso: string): boolean =>
  fields.dueDate < todayIso && fields.state !== 'DONE' && !isForSomeday(fields);

/** True for a task that is not done and due today or before. */
export const isToDoNow = (fields: Fields, todayIso: string): boolean =>
  fields.dueDate <= todayIso && fields.state !== 'DONE' && !isForSomeday(fields);

/** Checks if a task is due in a span of days. */
export function dueCheck(due: Query['due'], { todayIso, firstDayOfWeek }: Week): Check {
  const thisWeekIso = startOfWeek(todayIso, firstDayOfWeek);
  const nextWeekIso = addDays(thisWeekIso, 7);
  const checks: Record<Query['due'], Check> = {
    any: () => true,
    overdue: (fields) => isOverdue(fields, todayIso),
    today: (fields) => fields.dueDate === todayIso && !isForSomeday(fields),
    week: ({ dueDate }) => dueDate >= thisWeekIso && dueDate < nextWeekIso,
    later: ({ dueDate }) => dueDate >= nextWeekIso,
  };
  return checks[due];
}
