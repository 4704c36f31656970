import { addDays, addMonths } from '../dates/calendar.ts';
import type { Repeat } from '../dates/repeat.ts';
import { articlesAt, longestOf } from './found-date.ts';
import type { DateRule, FoundDate } from './found-date.ts';
import { dayAhead, weekday } from './named-days.ts';
import { matchAt, wordEnd } from './pattern.ts';
import type { Match } from './pattern.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';
import { isoDay, numericDay, spelledDay } from './written-days.ts';

/** "2 weeks", "a month". */
const amount = `(?:(?<digits>\\d{1,4})${wordEnd}|{=counts}) {=units}`;

type Amount = { readonly count: number; readonly unit: Repeat['unit'] };

const amountIn = (found: Match): Amount => ({
  count: Number(found.groups['digits'] ?? found.entry('counts')),
  unit: found.entry('units') ?? 'day',
});

function dateAfter(iso: string, { count, unit }: Amount): string {
  switch (unit) {
    case 'day':
      return addDays(iso, count);
    case 'week':
      return addDays(iso, 7 * count);
    case 'month':
      return addMonths(iso, count);
    case 'year':
      return addMonths(iso, 12 * count);
  }
}

const dateBefore = (iso: string, { count, unit }: Amount) =>
  dateAfter(iso, { count: -count, unit });

const within = `{within} ${amount}(?: {offsetLinks.fromNow})?`;

/** "in 3 days", "in einem Monat", "dans deux semaines". */
export const distance: DateRule = (position) => {
  const found = matchAt(position, within);
  if (found === undefined) return undefined;
  return { count: found.count, value: dateAfter(position.options.todayIso, amountIn(found)) };
};

/** "heute in einer Woche", "tomorrow in two weeks". */
export const dayAheadWithin: DateRule = (position) => {
  const ahead = dayAhead(position);
  if (ahead === undefined) return undefined;
  const later = matchAt(movedBy(position, ahead.count), within);
  if (later === undefined) return undefined;
  return { count: ahead.count + later.count, value: dateAfter(ahead.value, amountIn(later)) };
};

/** "2 weeks from now", "a week after Friday", "a week on Friday", "3 Tage vor dem 5. Mai". */
export const offset: DateRule = (position) => {
  const found = matchAt(position, `${amount} {=offsetLinks}`);
  if (found === undefined) return undefined;
  const moved = amountIn(found);
  const link = found.entry('offsetLinks');
  if (link === 'fromNow')
    return { count: found.count, value: dateAfter(position.options.todayIso, moved) };
  if (link === 'on' && moved.unit !== 'week') return undefined;
  const day = startOfOffset(movedBy(position, found.count));
  if (day === undefined) return undefined;
  const move = link === 'before' ? dateBefore : dateAfter;
  return { ...day, count: found.count + day.count, value: move(day.value, moved) };
};

/** The day that an offset counts from; `count` includes the articles before it. */
function startOfOffset(position: WordPosition): FoundDate | undefined {
  const articles = articlesAt(position);
  const rules = [dayAhead, weekday, spelledDay, isoDay, numericDay];
  const day = longestOf(rules, movedBy(position, articles));
  return day && { ...day, count: articles + day.count };
}
