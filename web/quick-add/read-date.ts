import { weekdayOf } from '../dates/calendar.ts';
import { dayOfMonth, longestOf, numericDay, partOfMonth, spelledDay } from './calendar-dates.ts';
import { follows, isIn, meaningOf, movedBy, phraseAt, timeAt } from './place.ts';
import type { Found, Place, QuickAddOptions, Word } from './place.ts';
import { daysAhead, distance, offset, period, weekday, weekdayAt, weekdayOfWeek } from './relative-dates.ts';

/** `[start, end)` of the text. */
export type Span = { readonly start: number; readonly end: number };

/** A date and the text that says it, with the words that lead to it ("by Friday"). */
export type DateReading = Omit<Found, 'count'> & Span;

/** The last date among the words, and the last words that say that something repeats: no date is read from those. */
export function readDate(
  words: readonly Word[],
  options: QuickAddOptions,
): { readonly date?: DateReading; readonly repeat?: Span } {
  const last: { date?: DateReading; repeat?: Span } = {};
  const spanOf = (from: number, to: number): Span => ({
    start: words[from]?.start ?? 0,
    end: words[to - 1]?.end ?? 0,
  });
  for (let index = 0; index < words.length;) {
    const place = { words, index, options };
    const repeat = recurrenceAt(place);
    const kept = repeat ?? severalDaysAt(place);
    const found = kept === undefined ? dateAt(place) : undefined;
    const next = index + (kept ?? found?.count ?? 1);
    if (repeat !== undefined) last.repeat = spanOf(index, next);
    if (found !== undefined) {
      const { count: _, ...date } = found;
      last.date = { ...date, ...spanOf(firstLead(place), next) };
    }
    index = next;
  }
  return last;
}

/** The index of the first word that leads to a date: of at most two ("bis zum"), after "next" before a weekday. */
function firstLead(place: Place): number {
  const word = place.words[place.index];
  const isWeekday = [meaningOf(place, 'weekdays', word), meaningOf(place, 'shortWeekdays', word)].some(
    (day) => day !== undefined,
  );
  const start = isWeekday && follows(place, 'weekdayLeads') ? place.index - 1 : place.index;
  let from = start;
  while (start - from < 2 && follows(place, 'leads', from)) from -= 1;
  return from;
}

/** The date that begins at the place. Where two rules read it, the one that reads more words wins. */
function dateAt(place: Place): Found | undefined {
  return longestOf([...rules, sameDay], place);
}

const named = [spelledDay, numericDay, dayOfMonth];
const rules = [daysAhead, period, distance, offset, weekday, weekdayOfWeek, partOfMonth, ...named];

/** One day said in two ways: "Friday, 28 November", "Freitag, den 28.11.", "demain mardi". */
function sameDay(place: Place): Found | undefined {
  const ahead = daysAhead(place);
  const day = weekdayAt(place, true);
  const count = ahead?.count ?? day?.count;
  if (count === undefined || !['', ',', '.'].includes(place.words[place.index + count - 1]?.tail ?? '')) {
    return undefined;
  }
  let rest = count;
  while (isIn(place, 'articles', place.words[place.index + rest])) rest += 1;
  const second = longestOf(ahead ? [...named, weekday] : named, movedBy(place, rest));
  const isSame = second && weekdayOf(second.value) === (day?.value ?? weekdayOf(ahead?.value ?? ''));
  return isSame ? { ...second, count: rest + second.count, value: ahead?.value ?? second.value } : undefined;
}

/**
 * How many words from the place on say more than one day or one that is over: "Monday to Friday", "3 - 5 Dec",
 * "Monday in 2 weeks", "(last) Monday". They leave open when the task is due, so they stay words.
 */
function severalDaysAt(place: Place): number | undefined {
  const { words, index } = place;
  const date = dateAt(place);
  const first = date?.count ?? (/^\d{1,2}$/.test(words[index]?.key ?? '') ? 1 : undefined);
  if (first === undefined) return undefined;
  const isLinked = (at: number) => follows(place, 'rangeLinks', at) || follows(place, 'articles', at);
  let links = 0;
  while (isLinked(index + first + links + 1)) links += 1;
  const then = movedBy(place, first + links);
  const isRange = words.slice(index + first, then.index).some((word) => isIn(place, 'rangeLinks', word));
  const isVague = date && (distance(place) === undefined) !== (distance(then) === undefined);
  const isJoined = (isRange || isVague) && ['', '.'].includes(words[index + first - 1]?.tail ?? '');
  // "buy 2 and tomorrow" is no range.
  const isSecond = date !== undefined || /^\d/.test(words[then.index]?.key ?? '');
  const second = isJoined && isSecond ? dateAt(then) : undefined;
  if (second !== undefined) return first + links + second.count;
  if (date === undefined) return undefined;
  const tail = phraseAt(movedBy(place, first), 'otherDayTails');
  if (tail !== undefined) return first + tail.count;
  return follows(place, 'otherDayLeads') ? first : undefined;
}

/**
 * How many words from the place on say that something repeats: "weekly", "every other Tuesday at 9 from 3 May". No
 * task repeats, so they stay words, the days among them too.
 */
function recurrenceAt(place: Place): number | undefined {
  const count = everyAt(place) ?? phraseAt(place, 'repeats')?.count;
  return count && count + boundsAt(movedBy(place, count));
}

/** "every 2 weeks", "jeden Montag und Freitag": a beginning, and what is counted or named after it. */
function everyAt(place: Place): number | undefined {
  const start = phraseAt(place, 'repeatStarts');
  if (start === undefined) return undefined;
  // The first entry is "every"; after "alle" and "tous" a short name is another word: "alle so".
  const units = start.value === 0 ? [...unitTables, 'shortWeekdays' as const] : unitTables;
  let end: number | undefined;
  for (let count = start.count; ; count += 1) {
    const [last, word] = [place.words[place.index + count - 1], place.words[place.index + count]];
    if (word === undefined || !continues(last, end === count)) return end;
    if (units.some((table) => isIn(place, table, word))) end = count + 1;
    else if (isLastOrdinal(place, count)) return count + 1;
    else if (!isNumber(place, word) && !isIn(place, 'repeatLinks', word)) return end;
  }
}

const unitTables = ['weekdays', 'units', 'months', 'repeatUnits'] as const;

/** A comma parts the units of a list: "every mon, wed"; a dot makes an ordinal: "jeden 2. Montag". Todoist knows "every!". */
function continues(last: Word | undefined, wasUnit: boolean): boolean {
  if (last === undefined) return false;
  return (
    ['', '!'].includes(last.tail) ||
    (last.tail === ',' && wasUnit) ||
    (last.tail === '.' && /^\d/.test(last.key))
  );
}

/** The times, the first and the last day that belong to a recurrence: "at 9 from Monday until May 3". */
function boundsAt(place: Place): number {
  let count = 0;
  for (;;) {
    const next = movedBy(place, count);
    if (next.words[next.index - 1]?.tail !== '') return count;
    let leads = 0;
    while (isIn(next, 'repeatBounds', next.words[next.index + leads])) leads += 1;
    const date = leads === 0 ? undefined : dateAt(movedBy(next, leads));
    const time = timeAt(next);
    if (time === undefined && date === undefined) return count;
    count += time ?? leads + (date?.count ?? 0);
  }
}

/** "every 1st", "jeden 3.", at the end of the text. */
function isLastOrdinal({ words, index }: Place, count: number): boolean {
  const word = words[index + count];
  const isOrdinal = /^\d{1,2}(?:st|nd|rd|th|\.)$/.test(`${word?.key}${word?.tail}`);
  return isOrdinal && index + count === words.length - 1;
}

function isNumber(place: Place, word: Word): boolean {
  return /^\d{1,3}(?:st|nd|rd|th|er|e|eme)?$/.test(word.key) || isIn(place, 'counts', word);
}
