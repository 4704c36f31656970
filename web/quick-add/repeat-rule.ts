import type { Weekday } from '../dates/calendar.ts';
import type { Repeat } from '../dates/repeat.ts';
import type { Language } from '../words/language.ts';
import { dateAt, time } from './date-rules.ts';
import { matchAt } from './pattern.ts';
import { tableOf } from './vocabulary.ts';
import type { TableName } from './vocabulary.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

/** Number of words of the time of day at the position. */
export const timeAt = (position: WordPosition) => matchAt(position, time)?.count;

type Meaning = Partial<Repeat>;

/**
 * The rule of a recurrence: "every other Tuesday", "monthly on the 1st", "alle drei Tage". It has a count, a unit, days of the
 * week, a day of the month or of the year. Undefined if any word makes it unclear, such as "until May".
 */
export function ruleOf(position: WordPosition): Repeat | undefined {
  const alone = matchAt(position, '{=repeats}');
  const first = alone ?? matchAt(position, '{=repeatStarts}');
  if (first === undefined) return undefined;
  const meaning = alone
    ? spans[alone.entryIndex('repeats') ?? -1]
    : first.entryIndex('repeatStarts') === 2
      ? undefined
      : {};
  if (meaning === undefined) return undefined;
  const said: { -readonly [Name in keyof Repeat]?: Repeat[Name] } = { ...meaning };
  for (let at = movedBy(position, first.count); at.index < at.words.length;) {
    // "every monday and every thursday"
    const taken = timeAt(at) ?? matchAt(at, '{repeatStarts:0,repeatStarts:1}')?.count;
    const read = taken === undefined ? meaningAt(at, said) : {};
    if (read === undefined) return undefined;
    const { weekdays, ...rest } = read;
    // "the last day of the month", "tous les jours ouvrables": "day" belongs to the month or the week, and is not the unit.
    const isOfLonger =
      said.unit === 'day' && !said.every && (said.monthDay !== undefined || weekdays !== undefined);
    if (isOfLonger) delete said.unit;
    const isTwice = once.some(
      (name) => ![undefined, rest[name]].includes(said[name]) && rest[name] !== undefined,
    );
    if (isTwice) return undefined;
    Object.assign(said, rest);
    if (weekdays)
      said.weekdays = [...new Set([...(said.weekdays ?? []), ...weekdays])].toSorted(
        (a, b) => a - b,
      );
    at = movedBy(at, taken ?? 1);
  }
  const rule = inOne(said);
  return rule && position.words[first.count - 1]?.tail === '!'
    ? { ...rule, isFromDone: true }
    : rule;
}

const once = ['unit', 'every', 'monthDay', 'month'] as const;

/** The rule, or undefined if days of a week or of a month have another unit; "the last day of the month" has two units. */
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
  if (unit === 'day' && every % 7 === 0) return { unit: 'week', every: every / 7, weekdays };
  return unit === undefined || unit === 'week' ? { unit: 'week', every, weekdays } : undefined;
}

/** The unit of "every 2nd day", but not of "every 2nd day of the month". */
const countedUnit = '{units:1,units:2,units:3}|{units:0}(?!(?: {repeatLinks:0})+ {units:2})';

function meaningAt(position: WordPosition, said: Meaning): Meaning | undefined {
  const { key = '', tail = '' } = position.words[position.index] ?? {};
  const isCount = said.every === undefined && said.unit === undefined;
  const written = /^\d\d?[./]\d\d?$/.test(key) ? dateAt(position) : undefined;
  if (written)
    return { month: Number(written.value.slice(5, 7)), monthDay: Number(written.value.slice(8)) };
  const digits = /^(\d{1,3})(st|nd|rd|th|er|e|eme)?$/.exec(key);
  if (digits !== null) {
    const number = Number(digits[1]);
    const isOrdinal = digits[2] !== undefined || tail.startsWith('.');
    const next = movedBy(position, 1);
    // "every 2nd Tuesday" is every other Tuesday, "every 3rd Tuesday" may be the third of a month, "every 2nd month" has a count.
    if (isCount && isOrdinal && weekdayIn(next) !== undefined)
      return number === 2 ? { every: 2 } : undefined;
    if (isCount && isOrdinal && matchAt(next, countedUnit)) return { every: number };
    // "every 15 Jan" is a day of the year, "tous les 5 du mois" a day of the month.
    const isDay =
      isOrdinal ||
      said.unit === 'month' ||
      said.month !== undefined ||
      matchAt(next, '(?:{months}|(?:{repeatLinks:0} |\\d{1,2} )*{repeatLinks:0} {units:2})') !==
        undefined;
    return isDay ? { monthDay: number } : isCount ? { every: number } : undefined;
  }
  const day = weekdayIn(position);
  if (day !== undefined) return { weekdays: [day] };
  const known = knownAt(position);
  // "every monday morning"
  if (known?.unit === 'day' && said.weekdays !== undefined) return {};
  if (known?.every !== undefined && known.unit === undefined) {
    const isUnclear = known.every > 2 && weekdayIn(movedBy(position, 1)) !== undefined;
    return isCount && !isUnclear ? known : undefined;
  }
  if (known !== undefined) return known;
  const unit = entryIndex(position, 'units');
  // A unit that adds nothing: "of the month" after "the 1st" or after "every month".
  const isSaid =
    said.unit === unitNames[unit ?? -1] ||
    (unit === 0 && said.monthDay !== undefined && said.unit === 'month');
  if (unit !== undefined) return isSaid ? {} : { unit: unitNames[unit] ?? 'day' };
  const month = entryIndex(position, 'months');
  if (month !== undefined) return { month: month + 1 };
  const count = entryIndex(position, 'counts');
  return count !== undefined && isCount ? { every: count + 1 } : undefined;
}

/** The meaning of a word other than a day, a unit or a count: "mornings", "other", "on". */
function knownAt(position: WordPosition): Meaning | undefined {
  const unit = entryIndex(position, 'repeatUnits') ?? entryIndex(position, 'repeats');
  const link = entryIndex(position, 'repeatLinks');
  if (unit !== undefined) return spans[unit];
  if (link !== undefined) return links[link];
  return entryIndex(position, 'repeatBounds') === 0 ? {} : undefined;
}

const entryIndex = ({ words, index, options }: WordPosition, table: TableName) =>
  tableOf(options.language, table).get(words[index]?.key ?? '');

const unitNames = ['day', 'week', 'month', 'year'] as const;

function weekdayIn(position: WordPosition): Weekday | undefined {
  const day = entryIndex(position, 'weekdays') ?? entryIndex(position, 'shortWeekdays');
  return day === undefined ? undefined : ([1, 2, 3, 4, 5, 6, 7] as const)[day];
}

/** The words for a day of the month in each language: "on the 31st". For NaN the words are not read as a day. */
export const monthDayWords: Readonly<Record<Language, (day: number) => string>> = {
  en: (day) =>
    `on the ${day}${(day > 10 && day < 14 ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`,
  de: (day) => `am ${day}.`,
  fr: (day) => `le ${day}`,
};

/** The meanings of the entries of `repeats` and `repeatUnits`. */
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
  { weekdays: [1, 2, 3, 4, 5] },
  { weekdays: [6] },
  ...([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ weekdays: [day] })),
];
/** The meanings of the entries of `repeatLinks`. */
const links: readonly Meaning[] = [
  {},
  { every: 2 },
  { every: 3 },
  { every: 4 },
  { monthDay: 31 },
  { monthDay: 1 },
];
