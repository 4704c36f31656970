import { addMonths, daysInMonth, isoFrom } from '../dates/calendar.ts';
import { inYear } from './calendar-dates.ts';
import { follows, isIn, meaningOf, movedBy, phraseAt } from './place.ts';
import type { Found, Place } from './place.ts';

/** "on the 15th", "am 15.", "le 15": the next one, where no other word follows that it could count. */
export function dayOfMonth(place: Place): Found | undefined {
  const { words, index, options } = place;
  const [word, next] = words.slice(index, index + 2);
  const [, digits, ordinal = ''] = /^(\d{1,2})(st|nd|rd|th|er)?$/.exec(word?.key ?? '') ?? [];
  if (word === undefined || digits === undefined || !follows(place, 'monthDayLeads')) return undefined;
  if (ordinal === '' && options.language === 'en') return undefined;
  if (ordinal === '' && options.language === 'de' && !word.tail.startsWith('.')) return undefined;
  const isAlone = next === undefined || /[,;!?]/.test(word.tail) || /^[!/]/.test(next.key);
  if (!isAlone && !isIn(place, 'timeLeads', next)) return undefined;
  const today = options.todayIso;
  const months = [0, 1, 2].map((later) =>
    addMonths(`${today.slice(0, 7)}-01`, later)
      .split('-')
      .map(Number),
  );
  const days = months.map(([year = 1, month = 1]) => isoFrom(year, month, Number(digits)));
  const value = days.find((day) => day !== undefined && day >= today);
  return value === undefined ? undefined : { count: 1, value };
}

/** "mid January", "Ende Mai 2027", "mi-mars": its 1st, 15th or last day. */
export function partOfMonth(place: Place): Found | undefined {
  const { words, index, options } = place;
  const word = words[index];
  const [, joined] = /^(?:mid|mi)-(.+)/.exec(word?.key ?? '') ?? [];
  if (word !== undefined && joined !== undefined) {
    const month = meaningOf(place, 'months', { ...word, key: joined });
    return month === undefined
      ? undefined
      : inYear(15, month + 1, word.tail === '' ? words[index + 1] : undefined, 1, options.todayIso);
  }
  const part = phraseAt(place, 'monthParts');
  if (part === undefined) return undefined;
  const named = movedBy(place, part.count);
  if (words[named.index - 1]?.tail !== '') return undefined;
  const month = meaningOf(place, 'months', words[named.index]);
  const yearWord = ['', ','].includes(words[named.index]?.tail ?? '-') ? words[named.index + 1] : undefined;
  if (month === undefined) return undefined;
  const lastDay = month === 1 ? 28 : daysInMonth(2025, month + 1);
  const day = [1, 15, lastDay][part.value];
  return inYear(day, month + 1, yearWord, named.index - index + 1, options.todayIso);
}
