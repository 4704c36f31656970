import { localTimeOf, nearestDay } from './file-dates.ts';
import { ruleInWords } from './file-repeat.ts';
import { listOf, memberOf, textOf } from './file-table.ts';
import { byId, recordsOf } from './json-boards.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The to-dos and dailies in the data of Habitica; undefined for any other content. */
export function tasksOfHabitica(content: unknown): readonly unknown[] | undefined {
  const lists = memberOf(content, 'tasks');
  const todos = memberOf(lists, 'todos');
  const dailies = memberOf(lists, 'dailys');
  if (!Array.isArray(todos) || !Array.isArray(dailies)) return undefined;
  const tags = byId(memberOf(content, 'tags'));
  const taskOf = (task: Entry) => ({
    text: task.text,
    notes: task.notes,
    checklist: recordsOf(task.checklist).map(({ text }) => text),
    tags: listOf(task.tags).map((id) => tags.get(textOf(id))?.name),
  });
  return [
    // The day is midnight in the zone of the person.
    ...recordsOf(todos).map((todo) => ({
      ...taskOf(todo),
      date: todo.date,
      isWholeDay: true,
      completed: todo.completed,
    })),
    // A daily is completed only for a day.
    ...recordsOf(dailies).map((daily) => ({ ...taskOf(daily), repeat: repeatOf(daily) })),
  ];
}

/** The number of habits and rewards, which have no day. */
export function habitsIn(content: unknown): number {
  const lists = memberOf(content, 'tasks');
  return ['habits', 'rewards'].flatMap((name) => recordsOf(memberOf(lists, name))).length;
}

/** The words of the recurrence of a daily, from its first day; empty for one that is never due. */
function repeatOf(daily: Entry): string {
  const { frequency, everyX, startDate } = daily;
  if (everyX === 0) return '';
  const start = nearestDay(localTimeOf(textOf(startDate)));
  const rule = `FREQ=${textOf(frequency).toUpperCase()};INTERVAL=${textOf(everyX) || '1'}${daysOf(daily, start)}`;
  // A yearly rule names its day.
  if (frequency === 'yearly') return ruleInWords(rule);
  return `${ruleInWords(rule)} starting ${start}`;
}

/** The days of a week, of a month or of a year, as a part of a rule of iCalendar. */
function daysOf({ frequency, repeat, daysOfMonth, weeksOfMonth }: Entry, start: string): string {
  if (frequency === 'weekly') {
    const days = weekdays.filter(([name]) => memberOf(repeat, name) === true);
    return `;BYDAY=${days.map(([, day]) => day).join(',')}`;
  }
  // The third Friday of a month, which has no words.
  if (frequency === 'monthly' && listOf(weeksOfMonth).length > 0) return ';BYSETPOS=1';
  if (frequency === 'monthly') return `;BYMONTHDAY=${listOf(daysOfMonth).map(textOf).join(',')}`;
  const [, month, day] = start.split('-').map(Number);
  return frequency === 'yearly' ? `;BYMONTH=${month};BYMONTHDAY=${day}` : '';
}

const weekdays = [
  ['m', 'MO'],
  ['t', 'TU'],
  ['w', 'WE'],
  ['th', 'TH'],
  ['f', 'FR'],
  ['s', 'SA'],
  ['su', 'SU'],
] as const;
