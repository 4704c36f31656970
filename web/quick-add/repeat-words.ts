import type { Weekday } from '../dates/calendar.ts';
import type { Repeat } from '../dates/repeat.ts';
import { dateAt } from './date-rules.ts';
import { weekdayIn } from './named-days.ts';
import { matchAt } from './pattern.ts';
import { entryOf } from './vocabulary.ts';
import type { EntryName, EntryTable } from './vocabulary.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

/** What words say about a rule. */
export type Meaning = { -readonly [Name in keyof Repeat]?: Repeat[Name] };

/** The meaning of the word at the position, after words with a `meaningSoFar`; 'unclear' if no rule follows. */
export function meaningAt(position: WordPosition, meaningSoFar: Meaning): Meaning | 'unclear' {
  for (const meaningOf of kindsOfWords) {
    const meaning = meaningOf(position, meaningSoFar);
    if (meaning !== undefined) return meaning;
  }
  return 'unclear';
}

/** Undefined for a word of another kind. */
type KindOfWord = (
  position: WordPosition,
  meaningSoFar: Meaning,
) => Meaning | 'unclear' | undefined;

/** "every 24/12" */
const dayOfYear: KindOfWord = (position) => {
  const isNumeric = /^\d\d?[./]\d\d?$/.test(keyAt(position));
  const date = isNumeric && dateAt(position);
  if (!date) return undefined;
  return { month: Number(date.value.slice(5, 7)), monthDay: Number(date.value.slice(8)) };
};

/** A count or a day of the month: "every 2 weeks", "every second week", "monthly on the 2nd". */
const number: KindOfWord = (position, meaningSoFar) => {
  const written = numberAt(position);
  if (written === undefined) return undefined;
  const { every, isOrdinal } = written;
  const next = movedBy(position, 1);
  if (isOrdinal && !hasCount(meaningSoFar)) {
    if (weekdayAt(next) !== undefined) return countOfWeekday(every);
    if (every > 1 && matchAt(next, countedUnit)) return { every };
  }
  if (isOrdinal || isDayOfMonth(next, meaningSoFar)) return { monthDay: every };
  return countOnce(every, meaningSoFar);
};

function numberAt(position: WordPosition) {
  const inWords = entryAt(position, 'dayOrdinals');
  if (inWords !== undefined) return { every: Number(inWords), isOrdinal: true };
  const [, digits, ending] = /^(\d{1,3})(st|nd|rd|th|er|e|eme)?$/.exec(keyAt(position)) ?? [];
  if (digits === undefined) return undefined;
  const hasDot = position.words[position.index]?.tail.startsWith('.') === true;
  return { every: Number(digits), isOrdinal: hasDot || ending !== undefined };
}

/** The unit of "every 2nd day", but not of "every 2nd day of the month". */
const countedUnit =
  '{units.week,units.month,units.year}|{units.day}(?!(?: {repeatLinks.filler})+ {units.month})';

/** "every 15 Jan" is a day of the year, "tous les 5 du mois" a day of the month. */
const isDayOfMonth = (next: WordPosition, meaningSoFar: Meaning): boolean =>
  meaningSoFar.unit === 'month' ||
  meaningSoFar.month !== undefined ||
  matchAt(
    next,
    '(?:{months}|(?:{repeatLinks.filler} |\\d{1,2} )*{repeatLinks.filler} {units.month})',
  ) !== undefined;

const weekday: KindOfWord = (position) => {
  const day = weekdayAt(position);
  return day && { weekdays: [day] };
};

/** "mornings", "quarter", "weekend". In "every monday morning" the morning adds nothing. */
const span: KindOfWord = (position, meaningSoFar) => {
  const name = entryAt(position, 'repeatUnits') ?? entryAt(position, 'repeats');
  const meaning = name && spans[name];
  if (meaning === undefined || meaning === 'unclear') return meaning;
  if (meaning.unit === 'day' && meaningSoFar.weekdays !== undefined) return {};
  return meaning;
};

/** "un samedi sur deux", "une semaine sur deux" */
export const everyOther = '{counts.1} (?:{=weekdays}|{=units}) {alternates}';

/** The meanings of the entries of `repeats` and `repeatUnits`. */
export const spans: Readonly<Record<EntryName<'repeats'>, Meaning | 'unclear'>> = {
  day: { unit: 'day' },
  week: { unit: 'week' },
  otherWeek: { unit: 'week', every: 2 },
  month: { unit: 'month' },
  otherMonth: { unit: 'month', every: 2 },
  quarter: { unit: 'month', every: 3 },
  halfYear: { unit: 'month', every: 6 },
  year: { unit: 'year' },
  workday: { weekdays: [1, 2, 3, 4, 5] },
  weekend: { weekdays: [6] },
  unclear: 'unclear',
};

/** "the last day", "every other week" */
const ordinal: KindOfWord = (position, meaningSoFar) => {
  const name = entryAt(position, 'ordinals');
  if (name === undefined) return undefined;
  if (name === 'start') return { monthDay: 1 };
  if (name !== 'other') return { monthDay: 31 };
  return countOnce(2, meaningSoFar);
};

/** "and", "on the" */
const link: KindOfWord = (position) => {
  const name = entryAt(position, 'repeatLinks');
  if (name === 'unclear') return 'unclear';
  const isFiller = name === 'filler' || entryAt(position, 'repeatBounds') === 'filler';
  if (!isFiller) return undefined;
  return {};
};

/** A unit adds nothing if it is said: "of the month" after "the 1st" or after "every month". */
const unit: KindOfWord = (position, meaningSoFar) => {
  const name = entryAt(position, 'units');
  const isDayOfSaidMonth =
    name === 'day' && meaningSoFar.monthDay !== undefined && meaningSoFar.unit === 'month';
  if (name === undefined) return undefined;
  if (meaningSoFar.unit === name || isDayOfSaidMonth) return {};
  return { unit: name };
};

const month: KindOfWord = (position) => {
  const name = entryAt(position, 'months');
  return name && { month: Number(name) };
};

/** "every three days" */
const count: KindOfWord = (position, meaningSoFar) => {
  const name = entryAt(position, 'counts');
  if (name === undefined) return undefined;
  return countOnce(Number(name), meaningSoFar);
};

/** The first kind that knows the word decides. */
const kindsOfWords: readonly KindOfWord[] = [
  dayOfYear,
  number,
  weekday,
  span,
  ordinal,
  link,
  unit,
  month,
  count,
];

/** A count stands before its unit, and once. */
const hasCount = (meaningSoFar: Meaning) =>
  meaningSoFar.every !== undefined || meaningSoFar.unit !== undefined;

function countOnce(every: number, meaningSoFar: Meaning): Meaning | 'unclear' {
  if (hasCount(meaningSoFar)) return 'unclear';
  return { every };
}

/** "every 2nd Tuesday" is every other Tuesday, "every 3rd Tuesday" may be the third of a month. */
function countOfWeekday(every: number): Meaning | 'unclear' {
  if (every !== 2) return 'unclear';
  return { every };
}

const keyAt = ({ words, index }: WordPosition): string => words[index]?.key ?? '';

const entryAt = <Name extends EntryTable>(position: WordPosition, table: Name) =>
  entryOf(position.options.language, table, keyAt(position));

const weekdayAt = (position: WordPosition): Weekday | undefined =>
  weekdayIn({ entry: (table) => entryAt(position, table) });
