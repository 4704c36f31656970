import { addMonths, daysInMonth, isDate, isoFrom } from '../dates/calendar.ts';
import { isDayFirst } from '../dates/day-formats.ts';
import { follows, isIn, meaningOf, movedBy, phraseAt } from './place.ts';
import type { Found, Place, Word } from './place.ts';

/** What the rule reads that takes the most words; the first of several. */
export function longestOf(
  rules: ReadonlyArray<(place: Place) => Found | undefined>,
  place: Place,
): Found | undefined {
  return rules.flatMap((rule) => rule(place) ?? []).toSorted((a, b) => b.count - a.count)[0];
}

/** "3 dec", "3. Dezember 2026", "3rd of December", "le 1er mars", "dec 3, 2026". */
export function spelledDay(place: Place): Found | undefined {
  const { words, index, options } = place;
  const [first, second, third] = words.slice(index, index + 3);
  if (first === undefined || second === undefined || !isShort(first)) return undefined;
  const monthOf = (word: Word | undefined) => {
    const at = meaningOf(place, 'months', word);
    return at === undefined ? undefined : at + 1;
  };
  const day = dayOf(first);
  if (day === undefined) {
    const year = second.tail === '' || second.tail === ',' ? third : undefined;
    return inYear(dayOf(second), monthOf(first), year, 2, options.todayIso);
  }
  const count = follows(place, 'links', index + 2) ? 3 : 2;
  const month = words[index + count - 1];
  const year = month && isShort(month) ? words[index + count] : undefined;
  return inYear(day, monthOf(month), year, count, options.todayIso);
}

/** "2026-12-03", "3.12.", "3.12.26", "12/3": in the order of the locale, or in the other where only that is a day. */
export function numericDay(place: Place): Found | undefined {
  const { words, index, options } = place;
  const { key, tail } = words[index] ?? { key: '', tail: '' };
  const iso = key.replace(/^(\d{4})\/(\d\d)\/(\d\d)$/, '$1-$2-$3');
  if (isDate(iso)) return dated(iso, 1, options.todayIso);
  const [, left, mark, right, year] = /^(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(key) ?? [];
  // "3-12" is a range or a score.
  if (mark === '-' && year?.length !== 4) return undefined;
  // "3.12" alone is a price or a version.
  const isBare = mark === '.' && year === undefined && !tail.startsWith('.');
  if (left === undefined || (isBare && !follows(place, 'leads'))) return undefined;
  // "bis 10.12 Uhr" is a time.
  if (tail === '' && isIn(place, 'timeUnits', words[index + 1])) return undefined;
  const inOrder = (day: number, month: number) => numbered(day, month, year, options.todayIso);
  const [first, second] = [Number(left), Number(right)];
  return isDayFirst(options.locale)
    ? (inOrder(first, second) ?? inOrder(second, first))
    : (inOrder(second, first) ?? inOrder(first, second));
}

function numbered(day: number, month: number, year: string | undefined, todayIso: string): Found | undefined {
  if (year === undefined) return nextYearly(day, month, 1, todayIso);
  const century = year.length === 2 ? todayIso.slice(0, 2) : '';
  const value = isoFrom(Number(`${century}${year}`), month, day);
  return value === undefined ? undefined : dated(value, 1, todayIso);
}

/** The day of the year that the word says, or else the next such day. */
function inYear(
  day: number | undefined,
  month: number | undefined,
  yearWord: Word | undefined,
  count: number,
  todayIso: string,
): Found | undefined {
  if (day === undefined || month === undefined) return undefined;
  const year = /^(?:19|2\d)\d\d$/.test(yearWord?.key ?? '') ? Number(yearWord?.key) : undefined;
  const value = year === undefined ? undefined : isoFrom(year, month, day);
  return value === undefined ? nextYearly(day, month, count, todayIso) : dated(value, count + 1, todayIso);
}

function dated(value: string, count: number, todayIso: string): Found {
  return value < todayIso ? { count, value, note: 'in_the_past' } : { count, value };
}

/** The next such day from today on; 29 February may be eight years away. */
function nextYearly(day: number, month: number, count: number, todayIso: string): Found | undefined {
  const year = Number(todayIso.slice(0, 4));
  for (let later = 0; later <= 8; later += 1) {
    const value = isoFrom(year + later, month, day);
    if (value === undefined || value < todayIso) continue;
    return later === 0 ? { count, value } : { count, value, note: 'later_year' };
  }
  return undefined;
}

function dayOf(word: Word): number | undefined {
  const digits = /^(\d{1,2})(?:st|nd|rd|th|er|e)?$/.exec(word.key)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Nothing follows the word but the dot of an ordinal or of an abbreviation: "3.", "Dez.". */
function isShort({ tail }: Word): boolean {
  return tail === '' || tail === '.';
}

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
