import { longestDescription } from '../../contract/fields.ts';
import { addDays } from '../dates/calendar.ts';
import { nextDue } from '../dates/repeat.ts';
import type { Repeat } from '../dates/repeat.ts';
import { lengthOf } from '../sync/fields.ts';
import type { Language } from '../words/language.ts';
import type { QuickAddOptions } from './options.ts';
import { repeatIn } from './any-language.ts';
import type { RepeatFound } from './any-language.ts';
import type { RepeatReading } from './readings.ts';
import { firstSpellings } from './vocabulary.ts';

/** The rule of a task that is due on a day, with its last day if its words have one. */
export function ruleOfTask(
  { rule, ending }: Pick<RepeatFound, 'rule' | 'ending'>,
  dueIso: string,
): Repeat {
  if (ending === undefined) return rule;
  return { ...rule, until: ending.lastDayFrom(dueIso) ?? dueIso };
}

/**
 * The days, from one day to another, on which a recurrence will be due again if each of its tasks is finished in time. An overdue
 * task is followed by one after today. A rule that counts from the day of finishing has no such days.
 */
export function daysToCome(
  repeat: Pick<RepeatFound, 'rule' | 'ending'>,
  dueIso: string,
  { todayIso, fromIso, toIso }: { todayIso: string; fromIso: string; toIso: string },
): readonly string[] {
  const rule = ruleOfTask(repeat, dueIso);
  if (rule.isFromDone === true) return [];
  const dayBefore = addDays(fromIso, -1);
  const days: string[] = [];
  let next = nextDue(rule, dueIso, dayBefore > todayIso ? dayBefore : todayIso);
  while (next !== undefined && next <= toIso) {
    if (next >= fromIso) days.push(next);
    next = nextDue(rule, dueIso, next);
  }
  return days;
}

/** The rule of a new task, or undefined if it is not understood or has only the first day: "every year for 2 weeks" is no end. */
export function ruleOfNewTask({ rule, ending }: RepeatReading, dueIso: string): Repeat | undefined {
  if (rule === undefined || ending === undefined) return rule;
  const ended = ruleOfTask({ rule, ending }, dueIso);
  if (nextDue(ended, dueIso, dueIso) === undefined) return undefined;
  return ended;
}

/**
 * The description for a later day. Words that would then mean another last day, such as "for 10 days", become that day: "until 7
 * December 2026". They stay if there is no room for it.
 */
export function withLastDay(
  description: string,
  { ending, language }: RepeatFound,
  until: string | undefined,
  later: { readonly dueDate: string; readonly options: QuickAddOptions },
): string {
  if (!ending || until === undefined || ending.lastDayFrom(later.dueDate) === until)
    return description;
  const before = description.slice(0, ending.start);
  const words = description.slice(ending.start, ending.end);
  const tail = /[.,;:!?…]*$/.exec(words)?.[0] ?? '';
  const after = description.slice(ending.end);
  const written = `${before}${untilWords(until, language)}${tail}${after}`;
  const read = repeatIn(written, later.options);
  const isRead = read !== undefined && ruleOfTask(read, later.dueDate).until === until;
  return isRead && lengthOf(written) <= longestDescription ? written : description;
}

/** "until 7 December 2026" */
function untilWords(iso: string, language: Language): string {
  const [year = '', monthNumber, dayNumber] = iso.split('-');
  const month = firstSpellings(language, 'months').get(String(Number(monthNumber))) ?? '';
  const day = Number(dayNumber);
  switch (language) {
    case 'en':
      return `until ${day} ${month} ${year}`;
    case 'de':
      return `bis ${day}. ${month} ${year}`;
    case 'fr':
      return `jusqu’au ${day === 1 ? '1er' : day} ${month} ${year}`;
  }
}
