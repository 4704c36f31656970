import { localTimeOf, nearestDay } from './file-dates.ts';
import { isRecord, listOf, memberOf, textOf } from './file-table.ts';
import { withoutHtml } from './html-text.ts';

/** The tasks of lists of Microsoft To Do, or of one response of its interface. */
export function tasksOfToDo(content: unknown): readonly unknown[] | undefined {
  const groups = [memberOf(content, 'value') ?? memberOf(content, 'lists') ?? content].flat();
  const lists = groups.filter(isRecord).filter(({ displayName }) => displayName !== undefined);
  const tasks = lists.flatMap(({ displayName: list, tasks: own }) =>
    listOf(own).map((task) => ofToDo(task, list)),
  );
  if (tasks.length > 0) return tasks;
  const isToDo = groups.some((task) => isRecord(memberOf(task, 'dueDateTime')));
  if (!isToDo) return undefined;
  return groups.map((task) => ofToDo(task, ''));
}

function ofToDo(task: unknown, list: unknown) {
  if (!isRecord(task)) return task;
  const { importance, status, categories } = task;
  return {
    // The tasks of Outlook have a subject.
    title: task.title ?? task.subject,
    importance,
    status,
    list,
    categories,
    due: dayIn(task.dueDateTime),
    start: dayIn(task.startDateTime),
    repeat: repeatIn(memberOf(task.recurrence, 'pattern')),
    notes: notesIn(task.body),
    checklist: listOf(task.checklistItems).map((item) => memberOf(item, 'displayName')),
  };
}

/** A day is midnight in the zone beside it. In UTC this is often the midnight of the person, on the day before. */
function dayIn(date: unknown): string {
  const written = textOf(memberOf(date, 'dateTime')).slice(0, 19);
  const isMidnight = !/T(?!00:00)/.test(written);
  if (isMidnight || textOf(memberOf(date, 'timeZone')) !== 'UTC') return written.slice(0, 10);
  const local = localTimeOf(`${written}Z`);
  // Elsewhere the nearest midnight in UTC is that of the person.
  if (!local.endsWith(' 00:00')) return nearestDay(written.replace('T', ' '));
  return local.slice(0, 10);
}

function notesIn(body: unknown): string {
  const text = textOf(memberOf(body, 'content'));
  if (memberOf(body, 'contentType') === 'html') return withoutHtml(text);
  return text;
}

/** The recurrence as a rule of iCalendar; a pattern that has none stays as it is, as not understood. */
function repeatIn(pattern: unknown): string {
  if (!isRecord(pattern)) return '';
  const { interval, daysOfWeek, dayOfMonth, month } = pattern;
  const days = listOf(daysOfWeek).map((day) => textOf(day).slice(0, 2).toUpperCase());
  const rules: Readonly<Record<string, string>> = {
    daily: 'FREQ=DAILY',
    weekly: `FREQ=WEEKLY;BYDAY=${days.join(',')}`,
    absoluteMonthly: `FREQ=MONTHLY;BYMONTHDAY=${textOf(dayOfMonth)}`,
    absoluteYearly: `FREQ=YEARLY;BYMONTH=${textOf(month)};BYMONTHDAY=${textOf(dayOfMonth)}`,
  };
  const rule = rules[textOf(pattern.type)];
  if (rule === undefined) return textOf(pattern);
  return `${rule};INTERVAL=${textOf(interval) || '1'}`;
}
