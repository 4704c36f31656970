import { addDays, addMonths, nextWeekday, startOfWeek, weekdayOf } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import type { Period } from './lexicon.ts';
import { findPhrase, follows } from './place.ts';
import type { DateContext, Found, Place } from './place.ts';

/** "today", "übermorgen", "après-demain". */
export function daysAhead({ words, index, lexicon, context }: Place): Found | undefined {
  const found = findPhrase(lexicon.daysAhead, words, index);
  if (found === undefined) return undefined;
  // "Guten Morgen", "heute Morgen", "Montag Morgen": German has one word for tomorrow and the morning.
  const isMorning = follows(lexicon.beforeMorning, words, index) || follows(lexicon.weekdays, words, index);
  if (words[index]?.key === 'morgen' && isMorning) return undefined;
  return { count: found.count, value: addDays(context.todayIso, found.value) };
}

/** "next week" is its first day, by the locale, and so are "next month" and "next year"; the weekend is its Saturday. */
export function period({ words, index, lexicon, context }: Place): Found | undefined {
  const found = findPhrase(lexicon.periods, words, index);
  if (found === undefined) return undefined;
  return { count: found.count, value: firstDayOf(found.value, context) };
}

function firstDayOf(which: Period, { todayIso, firstDayOfWeek }: DateContext): string {
  switch (which) {
    case 'week':
      return nextWeekday(todayIso, firstDayOfWeek);
    case 'month':
      return `${addMonths(todayIso, 1).slice(0, 7)}-01`;
    case 'year':
      return `${addMonths(todayIso, 12).slice(0, 4)}-01-01`;
    case 'weekend':
      // Not a week away while it lasts.
      return weekdayOf(todayIso) < 6 ? nextWeekday(todayIso, 6) : todayIso;
  }
}

/** "in 3 days", "in einem Monat", "dans deux semaines". */
export function distance({ words, index, lexicon, context }: Place): Found | undefined {
  const [, amount, unit] = words.slice(index, index + 3);
  if (amount?.tail !== '' || unit === undefined || !follows(lexicon.within, words, index + 1))
    return undefined;
  const count = /^\d{1,4}$/.test(amount.key) ? Number(amount.key) : lexicon.counts.get(amount.key);
  if (count === undefined) return undefined;
  switch (lexicon.units.get(unit.key)) {
    case 'day':
      return { count: 3, value: addDays(context.todayIso, count) };
    case 'week':
      return { count: 3, value: addDays(context.todayIso, count * 7) };
    case 'month':
      return { count: 3, value: addMonths(context.todayIso, count) };
    case 'year':
      return { count: 3, value: addMonths(context.todayIso, count * 12) };
    case undefined:
      return undefined;
  }
}

/** "Friday" is the next one after today, and so is "next Friday". */
export function weekday(place: Place): Found | undefined {
  const name = weekdayName(place);
  return name && { count: name.count, value: nextWeekday(place.context.todayIso, name.value) };
}

/** "Friday next week", "next week Friday", "lundi de la semaine prochaine". */
export function weekdayOfWeek(place: Place): Found | undefined {
  const { words, index, lexicon, context } = place;
  const first = weekdayName(place) ?? nextWeek(place);
  if (first === undefined) return undefined;
  let rest = index + first.count;
  while (follows(lexicon.links, words, rest + 1)) rest += 1;
  if (words.slice(index, rest).some((word) => word.tail !== '')) return undefined;
  const second = (first.value === 'week' ? weekdayName : nextWeek)({ ...place, index: rest });
  const day = first.value === 'week' ? second?.value : first.value;
  if (second === undefined || day === undefined || day === 'week') return undefined;
  const start = startOfWeek(addDays(context.todayIso, 7), context.firstDayOfWeek);
  return { count: rest + second.count - index, value: nextWeekday(addDays(start, -1), day) };
}

function nextWeek({ words, index, lexicon }: Place): { count: number; value: 'week' } | undefined {
  const found = findPhrase(lexicon.periods, words, index);
  return found?.value === 'week' ? { count: found.count, value: found.value } : undefined;
}

function weekdayName({ words, index, lexicon }: Place): { count: number; value: Weekday } | undefined {
  const key = words[index]?.key ?? '';
  const isClear = lexicon.clearWeekdays.has(key) || follows(lexicon.shortLeads, words, index);
  const value = lexicon.weekdays.get(key) ?? (isClear ? lexicon.shortWeekdays.get(key) : undefined);
  if (value === undefined) return undefined;
  const hasTail = words[index]?.tail === '' && lexicon.weekdayTails.has(words[index + 1]?.key ?? '');
  return { count: hasTail ? 2 : 1, value };
}
