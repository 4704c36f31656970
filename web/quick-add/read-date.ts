import { dateAt, distance } from './date-rules.ts';
import { matchAt, movedBy, placeOf, wordEnd } from './place.ts';
import type { Found, Place, QuickAddOptions, Word } from './place.ts';

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
  for (let place = placeOf(words, options); place.index < words.length;) {
    if (matchAt(place, beginning) === undefined) {
      place = movedBy(place, 1);
      continue;
    }
    const repeat = recurrenceAt(place);
    const kept = repeat ?? severalDaysAt(place);
    const found = kept === undefined ? dateAt(place) : undefined;
    const next = movedBy(place, kept ?? found?.count ?? 1);
    if (repeat !== undefined) last.repeat = spanOf(place.index, next.index);
    if (found !== undefined) {
      const { count: _, ...date } = found;
      last.date = { ...date, ...spanOf(place.index - leadsBefore(place), next.index) };
    }
    place = next;
  }
  return last;
}

/** What every date and every recurrence begins with: most words need no further look. */
const beginning =
  '(?:\\d|mid?-|{daysAhead,periods,weekdays,shortWeekdays,months,within,counts,monthParts,repeatStarts,repeats})';

/** How many words lead to a date: at most two ("bis zum"), and "next" before a weekday. */
function leadsBefore(place: Place): number {
  const next = '(?: {weekdayLeads}(?= {weekdays,shortWeekdays}))?';
  const found = matchAt(place, `(?<=(?<leads>(?: {leads}){0,2}${next}) )`);
  return (found?.groups['leads'] ?? '').split(' ').length - 1;
}

/**
 * How many words from the place on say more than one day or one that is over: "Monday to Friday", "3 - 5 Dec",
 * "Monday in 2 weeks", "(last) Monday". They leave open when the task is due, so they stay words.
 */
function severalDaysAt(place: Place): number | undefined {
  const date = dateAt(place);
  const first = date?.count ?? matchAt(place, `\\d{1,2}${wordEnd}`)?.count;
  if (first === undefined) return undefined;
  const after = movedBy(place, first);
  const links = matchAt(after, '(?:{rangeLinks,articles} )*');
  const then = movedBy(after, (links?.count ?? 1) - 1);
  const isRange = matchAt(after, '(?:{articles} )*{rangeLinks} ') !== undefined;
  const isVague = date && (distance(place) === undefined) !== (distance(then) === undefined);
  const isJoined = (isRange || isVague) && ['', '.'].includes(place.words[after.index - 1]?.tail ?? '');
  // "buy 2 and tomorrow" is no range.
  const isSecond = date !== undefined || matchAt(then, '\\d') !== undefined;
  const second = isJoined && isSecond ? dateAt(then) : undefined;
  if (second !== undefined) return then.index - place.index + second.count;
  if (date === undefined) return undefined;
  const tail = matchAt(after, '{otherDayTails}');
  if (tail !== undefined) return first + tail.count;
  return matchAt(place, '(?<= {otherDayLeads} )') && first;
}

/**
 * How many words from the place on say that something repeats: "weekly", "every other Tuesday at 9 from 3 May". They
 * stay words, the days among them too; `read-repeat.ts` makes a rule of them.
 */
function recurrenceAt(place: Place): number | undefined {
  const count = matchAt(place, `${every}|{repeats}`)?.count;
  return count && count + boundsAt(movedBy(place, count));
}

/**
 * "every 2 weeks", "jeden Montag und Freitag", "every 1st" at the end: a beginning, and what is counted or named after it.
 * A comma parts the units of a list: "every mon, wed"; a dot makes an ordinal: "jeden 2. Montag". Todoist knows "every!".
 */
const counted = (units: string) =>
  `!? (?:\\d{1,3}(?:st|nd|rd|th|er|e|eme)?${wordEnd}[.!]? |{counts,repeatLinks}!? |{${units}}[,!]? )*` +
  `(?:\\d{1,2}(?:st|nd|rd|th|\\.)$|{${units}})`;
const units = 'weekdays,units,months,repeatUnits';
// The first entry is "every"; after "alle" and "tous" a short name is another word: "alle so".
const every = `(?:{repeatStarts:0}${counted(`${units},shortWeekdays`)}|{repeatStarts:1}${counted(units)})`;

/** The times, the first and the last day that belong to a recurrence: "at 9 from Monday until May 3". */
function boundsAt(place: Place): number {
  if (place.words[place.index - 1]?.tail !== '') return 0;
  const leads = matchAt(place, '(?:{repeatBounds} )+');
  const first = leads && movedBy(place, leads.count - 1);
  const date = first && dateAt(first);
  const count = timeAt(place) ?? (date ? first.index - place.index + date.count : 0);
  return count === 0 ? 0 : count + boundsAt(movedBy(place, count));
}

/** A time of day: "at 14:00", "2pm", "um 14 Uhr", "à 14 h". Times stay words. */
const clock = `\\d{1,2}(?:[:.h]\\d\\d)?(?:am|pm|h|uhr)?${wordEnd}`;
const time =
  `(?:(?:{timeLeads} )?${clock} {timeUnits}|{timeLeads} ${clock}|` +
  `(?=\\d+(?:[:h]\\d\\d|(?:\\.\\d\\d)?(?:am|pm|h|uhr)))${clock})`;

/** How many words from the place on say a time of day. */
export const timeAt = (place: Place) => matchAt(place, time)?.count;
