import type { Weekday } from '../dates/calendar.ts';
import { firstDue } from '../dates/repeat.ts';
import type { Repeat } from '../dates/repeat.ts';
import { comparable, languages } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { dateAt, distance } from './date-rules.ts';
import { matchAt, movedBy, placeOf, splitWords, tableOf, wordEnd } from './place.ts';
import type { Found, Place, QuickAddOptions, TableName, Word } from './place.ts';

/** `[start, end)` of the text. */
type Span = { readonly start: number; readonly end: number };

/** A date and the text that says it, with the words that lead to it ("by Friday"). */
type DateReading = Omit<Found, 'count'> & Span;

/** The words of a recurrence, and its rule where they are understood. */
type RepeatReading = Span & { readonly rule: Repeat | undefined };

/** The last date among the words, and the last words that say that something repeats: of those only the first day is a date. */
export function readDate(words: readonly Word[], options: QuickAddOptions) {
  const last: { date?: DateReading; repeat?: RepeatReading } = {};
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
    const kept = repeat?.count ?? severalDaysAt(place);
    const found = kept === undefined ? dateAt(place) : undefined;
    const next = movedBy(place, kept ?? found?.count ?? 1);
    if (repeat !== undefined) {
      const { from = next.index, to = next.index, day } = repeat.start ?? {};
      const said = [...words.slice(place.index, from), ...words.slice(to, next.index)];
      const rule = ruleOf(placeOf(said, options));
      last.repeat = { ...spanOf(place.index, next.index), rule };
      if (rule && day !== undefined) last.date = { value: firstDue(rule, day), ...spanOf(from, to) };
    }
    if (found !== undefined) {
      const { count: _, ...date } = found;
      last.date = { ...date, ...spanOf(place.index - leadsBefore(place), next.index) };
    }
    place = next;
  }
  return last;
}

/** How someone who reads like this writes dates. */
export const optionsOf = (
  { language, days }: { language: Language; days: Pick<QuickAddOptions, 'locale' | 'firstDayOfWeek'> },
  todayIso: string,
): QuickAddOptions => ({ todayIso, language, locale: days.locale, firstDayOfWeek: days.firstDayOfWeek });

/** The words of a task that say how it repeats, in whichever language they are, and their rule. */
export function repeatIn(text: string, options: QuickAddOptions): RepeatFound | undefined {
  // Most tasks do not repeat, and the patterns of three languages take a while to be made.
  if (!repeatBeginning().test(comparable(text))) return undefined;
  const words = splitWords(text);
  const others = languages.filter((language) => language !== options.language);
  for (const language of [options.language, ...others]) {
    const { repeat } = readDate(words, { ...options, language });
    if (repeat?.rule) return { ...repeat, text: text.slice(repeat.start, repeat.end), rule: repeat.rule };
  }
  return undefined;
}
type RepeatFound = Span & { readonly text: string; readonly rule: Repeat };

let beginnings: RegExp | undefined;

/** What every recurrence begins with. */
function repeatBeginning(): RegExp {
  if (beginnings) return beginnings;
  const tables = languages.flatMap((each) => [tableOf(each, 'repeats'), tableOf(each, 'repeatStarts')]);
  const phrases = tables
    .flatMap((table) => [...table.keys()])
    .join('|')
    .replaceAll(' ', '\\s+');
  return (beginnings = new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, 'u'));
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

/** How many words from the place on say that something repeats: "every other Tuesday at 9 from 3 May". They stay words. */
function recurrenceAt(place: Place): { readonly count: number; readonly start?: FirstDay } | undefined {
  const count = matchAt(place, `${starts}|(?<! {adjectiveLeads} ){repeats}`)?.count;
  if (count === undefined) return undefined;
  const bounds = boundsAt(movedBy(place, count));
  return { ...bounds, count: count + bounds.count };
}

/** The day that a recurrence begins with, and where its words are: "starting on Monday". */
type FirstDay = { readonly from: number; readonly to: number; readonly day: string };

/**
 * "every 2 weeks", "jeden Montag und Freitag", "every 1st" at the end: a beginning, and what is counted or named after it.
 * A comma parts the units of a list: "every mon, wed"; a dot makes an ordinal: "jeden 2. Montag". Todoist knows "every!".
 */
const counted = (units: string) =>
  `!? (?:\\d{1,3}(?:st|nd|rd|th|er|e|eme)?${wordEnd}[.!]? |{counts,repeatLinks}!? |{${units}}[,!]? )*` +
  `(?:\\d{1,2}(?:st|nd|rd|th|\\.)$|{${units}})`;
const things = 'weekdays,units,months,repeatUnits';
// The first entries are "every"; after "alle" and "tous" a short name is another word: "alle so".
const starts = `(?:{repeatStarts:0}${counted(`${things},shortWeekdays`)}|{repeatStarts:1,repeatStarts:2}${counted(things)})`;

/** The times, the first and the last day that belong to a recurrence: "at 9 from Monday until May 3". */
function boundsAt(place: Place): { readonly count: number; readonly start?: FirstDay } {
  if (place.words[place.index - 1]?.tail !== '') return { count: 0 };
  const leads = matchAt(place, '(?:{repeatBounds} )+');
  const first = leads && movedBy(place, leads.count - 1);
  const timeCount = timeAt(place);
  const date = first && timeCount === undefined ? dateAt(first) : undefined;
  const count = timeCount ?? (first && date ? first.index - place.index + date.count : 0);
  if (count === 0) return { count };
  const rest = boundsAt(movedBy(place, count));
  const isStart = date !== undefined && matchAt(place, '{repeatBounds:1}') !== undefined;
  const start = isStart ? { from: place.index, to: place.index + count, day: date.value } : rest.start;
  return { count: count + rest.count, ...(start && { start }) };
}

/** A time of day: "at 14:00", "2pm", "um 14 Uhr", "à 14 h". Times stay words. */
const clock = `\\d{1,2}(?:[:.h]\\d\\d)?(?:am|pm|h|uhr)?${wordEnd}`;
const time =
  `(?:(?:{timeLeads} )?${clock} {timeUnits}|{timeLeads} ${clock}|` +
  `(?=\\d+(?:[:h]\\d\\d|(?:\\.\\d\\d)?(?:am|pm|h|uhr)))${clock})`;

/** How many words from the place on say a time of day. */
const timeAt = (place: Place) => matchAt(place, time)?.count;

type Meaning = Partial<Repeat>;

/**
 * The rule that the words of a recurrence say: "every other Tuesday", "monthly on the 1st", "alle drei Tage": a count, a unit,
 * days of the week, a day of the month or of the year. Undefined where a word makes it unclear, such as "until May".
 */
function ruleOf(place: Place): Repeat | undefined {
  const alone = matchAt(place, '{=repeats}');
  const first = alone ?? matchAt(place, '{=repeatStarts}');
  if (first === undefined) return undefined;
  const meaning = alone
    ? spans[alone.placeIn('repeats') ?? -1]
    : first.placeIn('repeatStarts') === 2
      ? undefined
      : {};
  if (meaning === undefined) return undefined;
  const said: { -readonly [Name in keyof Repeat]?: Repeat[Name] } = { ...meaning };
  for (let at = movedBy(place, first.count); at.index < at.words.length;) {
    const taken = timeAt(at);
    const read = taken === undefined ? meaningAt(at, said) : {};
    if (read === undefined) return undefined;
    const { weekdays, ...rest } = read;
    // "the last day of the month", "tous les jours ouvrables": the day is that of the month or the week.
    const isOfLonger = said.unit === 'day' && (said.monthDay !== undefined || weekdays !== undefined);
    if (isOfLonger) delete said.unit;
    const isTwice = once.some(
      (name) => ![undefined, rest[name]].includes(said[name]) && rest[name] !== undefined,
    );
    if (isTwice) return undefined;
    Object.assign(said, rest);
    if (weekdays)
      said.weekdays = [...new Set([...(said.weekdays ?? []), ...weekdays])].toSorted((a, b) => a - b);
    at = movedBy(at, taken ?? 1);
  }
  const rule = inOne(said);
  return rule && place.words[first.count - 1]?.tail === '!' ? { ...rule, isFromDone: true } : rule;
}

const once = ['unit', 'every', 'monthDay', 'month'] as const;

/** Days of a week and a day of a month go with their own units only; "the last day of the month" names two. */
function inOne({ unit, every = 1, weekdays, monthDay, month }: Meaning): Repeat | undefined {
  if (every < 1) return undefined;
  if (month !== undefined)
    return monthDay === undefined || weekdays || (unit !== undefined && unit !== 'year')
      ? undefined
      : { unit: 'year', every, month, monthDay };
  if (monthDay !== undefined) {
    const isOfMonth = monthDay >= 1 && monthDay <= 31 && weekdays === undefined;
    const isItsUnit = unit === undefined || unit === 'month' || (unit === 'day' && monthDay === 31);
    return isOfMonth && isItsUnit ? { unit: 'month', every, monthDay } : undefined;
  }
  if (weekdays === undefined) return unit && { unit, every };
  return unit === undefined || unit === 'week' ? { unit: 'week', every, weekdays } : undefined;
}

function meaningAt(place: Place, said: Meaning): Meaning | undefined {
  const { key = '', tail = '' } = place.words[place.index] ?? {};
  const isCount = said.every === undefined && said.unit === undefined;
  const digits = /^(\d{1,3})(st|nd|rd|th|er)?$/.exec(key);
  if (digits !== null) {
    const number = Number(digits[1]);
    const isOrdinal = digits[2] !== undefined || tail.startsWith('.');
    const next = movedBy(place, 1);
    // "every 2nd Tuesday" is every other one, "every 15 Jan" a day of the year.
    if (isCount && isOrdinal && weekdayIn(next) !== undefined) return { every: number };
    const isDay = isOrdinal || said.month !== undefined || placeIn(next, 'months') !== undefined;
    return isDay ? { monthDay: number } : isCount ? { every: number } : undefined;
  }
  const day = weekdayIn(place);
  if (day !== undefined) return { weekdays: [day] };
  const known = knownAt(place);
  if (known !== undefined)
    return known.every !== undefined && known.unit === undefined && !isCount ? undefined : known;
  const unit = placeIn(place, 'units');
  // "of the month" after "the 1st" and after "every month".
  if (unit !== undefined) return said.unit === unitNames[unit] ? {} : { unit: unitNames[unit] ?? 'day' };
  const month = placeIn(place, 'months');
  if (month !== undefined) return { month: month + 1 };
  const count = placeIn(place, 'counts');
  return count !== undefined && isCount ? { every: count + 1 } : undefined;
}

/** What a word says that stands beside days, units and counts: "mornings", "other", "on". */
function knownAt(place: Place): Meaning | undefined {
  const [unit, link] = [placeIn(place, 'repeatUnits'), placeIn(place, 'repeatLinks')];
  if (unit !== undefined) return spans[unit];
  if (link !== undefined) return links[link];
  return placeIn(place, 'repeatBounds') === 0 ? {} : undefined;
}

const placeIn = ({ words, index, options }: Place, table: TableName) =>
  tableOf(options.language, table).get(words[index]?.key ?? '');

const unitNames = ['day', 'week', 'month', 'year'] as const;

function weekdayIn(place: Place): Weekday | undefined {
  const day = placeIn(place, 'weekdays') ?? placeIn(place, 'shortWeekdays');
  return day === undefined ? undefined : ([1, 2, 3, 4, 5, 6, 7] as const)[day];
}

/** What the entries of `repeats` and `repeatUnits` say. */
const spans: readonly Meaning[] = [
  { unit: 'day' },
  { unit: 'day', every: 2 },
  { unit: 'week' },
  { unit: 'week', every: 2 },
  { unit: 'month' },
  { unit: 'month', every: 2 },
  { unit: 'month', every: 3 },
  { unit: 'month', every: 6 },
  { unit: 'year' },
  { unit: 'week', weekdays: [1, 2, 3, 4, 5] },
  { unit: 'week', weekdays: [6] },
  ...([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ unit: 'week' as const, weekdays: [day] })),
];
/** And those of `repeatLinks`. */
const links: readonly Meaning[] = [{}, { every: 2 }, { every: 3 }, { every: 4 }, { monthDay: 31 }];
