import { addDays } from '../dates/calendar.ts';
import type { Words } from '../words/en.ts';
import { comparable } from '../words/language.ts';
import { importances, states } from '../../contract/fields.ts';
import { dueCheck, isOverdue } from './due.ts';
import type { Check, Week } from './due.ts';
import { tagsOf } from './pieces.ts';

/** Words with a meaning, each with a check: a search for the words also finds the tasks that pass it. */
export type NamedChecks = ReadonlyMap<string, Check>;

/** A date in the text of a search, and the end of the due dates that it means: "2026-12-03", or "-12-03" of any year. */
export type NamedDate = { readonly text: string; readonly ending: string };

/** The words of the page: days, spans of days, importances, states, and "no tag". */
export function namedIn({ list, fields: names, search }: Words, week: Week): NamedChecks {
  const tomorrowIso = addDays(week.todayIso, 1);
  const { overdue, today, tomorrow } = list.groups;
  const named = new Map<string, Check>([
    [overdue, (fields) => isOverdue(fields, week.todayIso)],
    [today, dueCheck('today', week)],
    [tomorrow, ({ dueDate }) => dueDate === tomorrowIso],
    [search.spans.week, dueCheck('week', week)],
    [search.spans.later, dueCheck('later', week)],
    [search.noTag, ({ description }) => tagsOf(description).length === 0],
  ]);
  for (const each of importances)
    named.set(names.importances[each], ({ importance }) => importance === each);
  for (const each of states) named.set(names.states[each], ({ state }) => state === each);
  return new Map([...named].map(([words, check]) => [comparable(words), check]));
}

/** The names of the twelve months in the text, each for the tasks of that month in any year. */
export function namedMonths(text: string, locale: string): NamedChecks {
  const written = comparable(text);
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const named = new Map<string, Check>();
  for (let month = 0; month < 12; month++) {
    const name = comparable(format.format(Date.UTC(2026, month, 1)));
    const digits = String(month + 1).padStart(2, '0');
    if (written.includes(name)) named.set(name, ({ dueDate }) => dueDate.slice(5, 7) === digits);
  }
  return named;
}

/** The dates that were read in the text, each for the tasks of that day. */
export function namedDates(dates: readonly NamedDate[]): NamedChecks {
  return new Map(
    dates.map(({ text, ending }) => [
      comparable(text).trim().replace(/\s+/gu, ' '),
      ({ dueDate }) => dueDate.endsWith(ending),
    ]),
  );
}

/** The search terms of a text: the names in it, the longest first, and all other words. */
export function termsIn(text: string, named: NamedChecks): readonly string[] {
  const names = [...named.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = [...names.map((name) => String.raw`${escaped(name)}(?!\S)`), String.raw`\S+`];
  const written = comparable(text).replace(/\s+/gu, ' ');
  return written.match(new RegExp(pattern.join('|'), 'gu')) ?? [];
}

const escaped = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A part of a text; `isFound` if a search term is in it. */
export type MarkedPart = { readonly text: string; readonly isFound: boolean };

/** The text in parts, with each place of a search term marked. Case and accents are ignored, as in the search. */
export function markedParts(text: string, terms: readonly string[]): readonly MarkedPart[] {
  // A "#" alone asks for the list of tags.
  const sought = terms.filter((term) => term !== '#');
  if (sought.length === 0) return [{ text, isFound: false }];
  const { written, starts } = comparableWithStarts(text);
  const pattern = new RegExp(sought.map(escaped).join('|'), 'gu');
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { 0: found, index } of written.matchAll(pattern)) {
    const from = starts[index] ?? end;
    const to = starts[index + found.length] ?? text.length;
    if (from > end) parts.push({ text: text.slice(end, from), isFound: false });
    parts.push({ text: text.slice(from, to), isFound: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}

/** The comparable form of a text, and for each of its units the start of the character in the text that it comes from. */
function comparableWithStarts(text: string): { written: string; starts: readonly number[] } {
  let written = '';
  let start = 0;
  const starts: number[] = [];
  for (const character of text) {
    const form = comparable(character);
    for (let at = 0; at < form.length; at++) starts.push(start);
    written += form;
    start += character.length;
  }
  return { written, starts };
}
