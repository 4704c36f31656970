import { longestDescription } from '../../contract/fields.ts';
import { addDays, isDate, lastDate } from '../dates/calendar.ts';
import { firstDue, nextDue } from '../dates/repeat.ts';
import type { Repeat } from '../dates/repeat.ts';
import { ruleOfTask, withLastDay } from '../quick-add/last-day.ts';
import type { QuickAddOptions } from '../quick-add/options.ts';
import { repeatIn } from '../quick-add/all-words.ts';
import type { RepeatFound } from '../quick-add/any-language.ts';
import { withoutChips } from '../quick-add/read.ts';
import { monthDayWords } from '../quick-add/repeat-rule.ts';
import { firstSpellings } from '../quick-add/vocabulary.ts';
import { extendedDate, localTimeOf, timeOfDay } from './file-dates.ts';

/**
 * The words of a recurrence without its first day, and the first due date. Undefined if the text has more than that and a time, or if
 * its last day is over.
 */
export function recurrenceIn(written: string, options: QuickAddOptions) {
  if (written.length > longestDescription) return undefined;
  const text = ruleInWords(written);
  const found = repeatIn(text, options);
  // In Todoist "every 2nd Friday" is the second Friday of each month.
  const isOfMonth = found?.rule.weekdays !== undefined && /\b2(?:nd|\.) |second/i.test(text);
  if (!found || isOfMonth || !timeOfDay.test(withoutChips(text, [found]))) return undefined;
  return fromToday(text, found, options);
}

/** The same for a recurrence that may have begun: its last day counts from its first day, and its words from today on. */
function fromToday(text: string, found: RepeatFound, options: QuickAddOptions) {
  const { date } = found;
  const start = date && startIn(text, date.value, options);
  const rule = ruleOfTask(found, start ?? options.todayIso);
  const due = dueFrom(rule, start, options.todayIso);
  const isOver = rule.until !== undefined && due > rule.until;
  const words = withoutChips(text, date ? [date] : []);
  const repeat = repeatIn(words, options);
  if (isOver || repeat === undefined) return undefined;
  return { words: withLastDay(words, repeat, rule.until, { dueDate: due, options }), due };
}

/** The first day of a recurrence on or after today. */
function dueFrom(rule: Repeat, start: string | undefined, todayIso: string): string {
  if (start === undefined) return firstDue(rule, todayIso);
  if (start >= todayIso) return start;
  const endless = { ...rule, isFromDone: false, until: lastDate };
  return nextDue(endless, start, addDays(todayIso, -1)) ?? todayIso;
}

/** The first day of a recurrence as it was meant when it was written: a day and a month without a year are those of this year. */
function startIn(text: string, start: string, options: QuickAddOptions): string {
  const year = Number(options.todayIso.slice(0, 4));
  if (Number(start.slice(0, 4)) <= year) return start;
  const readFrom = (day: string) =>
    repeatIn(text, { ...options, todayIso: `${year - 1}-12-${day}` })?.date?.value;
  const ofThisYear = readFrom('31');
  // Words such as "tomorrow" mean another day on another day.
  if (ofThisYear === undefined || ofThisYear !== readFrom('30')) return start;
  return ofThisYear;
}

/** Writes a rule of iCalendar (RFC 5545, section 3.3.10) in words that quick add reads; returns any other text unchanged. */
export function ruleInWords(text: string): string {
  const parts = partsOf(text);
  const unit = units.get(parts.get('FREQ'));
  if (unit === undefined || [...parts.keys()].some((name) => !readParts.has(name))) return text;
  const every = Number(parts.get('INTERVAL') ?? 1);
  const write = parts.has('BYDAY') ? onWeekdays : onDayOfMonth;
  const rule = write(parts, every, unit);
  if (rule === undefined) return text;
  const until = parts.get('UNTIL');
  if (until === undefined) return rule;
  const lastDay = lastDayOf(until);
  return isDate(lastDay) ? `${rule} until ${lastDay}` : text;
}

/** The day of an UNTIL. Outlook writes a whole day as its midnight here, in UTC; others write it as midnight in UTC. */
function lastDayOf(until: string): string {
  const written = extendedDate(until);
  const day = written.includes('T00:00:00Z') ? written : localTimeOf(written);
  return day.slice(0, 10);
}

const units: ReadonlyMap<string | undefined, string> = new Map([
  ['DAILY', 'day'],
  ['WEEKLY', 'week'],
  ['MONTHLY', 'month'],
  ['YEARLY', 'year'],
]);

type RuleParts = ReadonlyMap<string, string>;

/** The parts of a rule such as `FREQ=DAILY;INTERVAL=2`, by name. */
function partsOf(rule: string): RuleParts {
  const pairs = rule.replace(/^RRULE:/i, '').split(';');
  return new Map(pairs.map((pair) => [pair.replace(/=.*/, ''), pair.replace(/^[^=]*=?/, '')]));
}

function startOf(every: number, unit: string): string {
  if (every === 1) return `every ${unit}`;
  return `every ${every} ${unit}s`;
}

/** Words a rule with BYDAY; undefined if quick add cannot read it. */
function onWeekdays(parts: RuleParts, every: number, unit: string): string | undefined {
  const days =
    parts
      .get('BYDAY')
      ?.split(',')
      .map((each) => weekdays.get(each)) ?? [];
  const isOfWeek = every === 1 || unit === 'week';
  if (!isOfWeek || parts.has('BYMONTHDAY') || days.includes(undefined)) return undefined;
  if (every === 1) return `every ${days.join(', ')}`;
  return `${startOf(every, unit)} on ${days.join(', ')}`;
}

/** Words a rule without BYDAY; undefined if quick add cannot read it. */
function onDayOfMonth(parts: RuleParts, every: number, unit: string): string | undefined {
  const start = startOf(every, unit);
  const monthDay = parts.get('BYMONTHDAY');
  const month = firstSpellings('en', 'months').get(String(Number(parts.get('BYMONTH'))));
  const isOfYear = unit === 'year' && Number(monthDay) > 0;
  if (month !== undefined && isOfYear) return `${start} on ${month} ${monthDay}`;
  if (month !== undefined) return undefined;
  if (monthDay === undefined) return start;
  if (unit !== 'month') return undefined;
  if (monthDay === '-1') return `${start} on the last day`;
  return `${start} ${monthDayWords.en(Number(monthDay))}`;
}

const readParts = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTH', 'BYMONTHDAY', 'WKST', 'UNTIL']);
const weekdays = new Map(
  Array.from(firstSpellings('en', 'weekdays').values(), (day) => [
    day.slice(0, 2).toUpperCase(),
    day,
  ]),
);
