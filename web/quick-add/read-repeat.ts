import type { Weekday } from '../dates/calendar.ts';
import type { Repeat } from '../dates/repeat.ts';
import { comparable, languages } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { movedBy, placeOf, splitWords } from './place.ts';
import type { Place, QuickAddOptions, Word } from './place.ts';
import { readDate, timeAt } from './read-date.ts';
import type { Span } from './read-date.ts';
import { tableOf } from './vocabulary.ts';
import type { TableName } from './vocabulary.ts';

/**
 * The rule that the words of a recurrence say: "every other Tuesday", "monthly on the 1st", "alle drei Tage". Undefined where a word
 * makes it unclear, such as "until May".
 */
export function readRepeat(words: readonly Word[], options: QuickAddOptions): Repeat | undefined {
  const tables = [tablesOf(options.language), tablesOf('en')];
  const [adverb, start] = (['adverbs', 'starts'] as const).map((name) =>
    tables.map((table) => phraseOf(words, table[name])).find((found) => found !== undefined),
  );
  const first = adverb ?? start;
  if (first === undefined) return undefined;
  const isFromDone = words[first.count - 1]?.tail === '!';
  const rule = ruleOf(movedBy(placeOf(words, options), first.count), first.meaning);
  return rule && isFromDone ? { ...rule, isFromDone } : rule;
}

/** The words of a task that say how it repeats, in whichever language they are, and their rule. */
export function repeatIn(text: string, options: QuickAddOptions): RepeatFound | undefined {
  const words = splitWords(text);
  // Most tasks do not repeat, and the patterns of three languages take a while to be made.
  if (!words.some(({ key }) => beginnings().has(key))) return undefined;
  const others = languages.filter((language) => language !== options.language);
  for (const language of [options.language, ...others]) {
    const read = { ...options, language };
    const { repeat } = readDate(words, read);
    const rule = repeat && readRepeat(wordsIn(words, repeat), read);
    if (rule) return { ...repeat, text: text.slice(repeat.start, repeat.end), rule };
  }
  return undefined;
}
export type RepeatFound = Span & { readonly text: string; readonly rule: Repeat };

export const wordsIn = (words: readonly Word[], { start, end }: Span) =>
  words.filter((word) => word.start >= start && word.end <= end);

let begun: ReadonlySet<string> | undefined;

/** The first word of every recurrence. */
const beginnings = () =>
  (begun ??= new Set(
    languages
      .flatMap((language) => [...tablesOf(language).adverbs.keys(), ...tablesOf(language).starts.keys()])
      .map((phrase) => phrase.split(' ')[0] ?? ''),
  ));

type Meaning = Partial<Repeat>;

/** Adds up what the words from the place on say: a count, a unit, days of the week, a day of the month or of the year. */
function ruleOf(place: Place, known: Meaning): Repeat | undefined {
  const said: { -readonly [Name in keyof Repeat]?: Repeat[Name] } = { ...known };
  for (let index = place.index; index < place.words.length;) {
    const at = { ...place, index };
    const time = timeAt(at);
    const read = time === undefined ? meaningAt(at, said) : {};
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
    index += time ?? 1;
  }
  return inOne(said);
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
  const own = [place.options.language, 'en' as const].map((language) => tablesOf(language).words.get(key));
  const known = own.find((found) => found !== undefined);
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

const placeIn = ({ words, index, options }: Place, table: TableName) =>
  tableOf(options.language, table).get(words[index]?.key ?? '');

const unitNames = ['day', 'week', 'month', 'year'] as const;

function weekdayIn(place: Place): Weekday | undefined {
  const day = placeIn(place, 'weekdays') ?? placeIn(place, 'shortWeekdays');
  return day === undefined ? undefined : ([1, 2, 3, 4, 5, 6, 7] as const)[day];
}

function phraseOf(words: readonly Word[], phrases: ReadonlyMap<string, Meaning>) {
  for (let count = Math.min(5, words.length); count > 0; count -= 1) {
    const key = words
      .slice(0, count)
      .map((word) => word.key)
      .join(' ');
    const meaning = phrases.get(key);
    if (meaning !== undefined) return { meaning, count };
  }
  return undefined;
}

type Tables = Readonly<Record<'adverbs' | 'starts' | 'words', ReadonlyMap<string, Meaning>>>;
type Source = readonly (readonly [spellings: string, meaning: Meaning])[];

const made = new Map<Language, Tables>();

function tablesOf(language: Language): Tables {
  const known = made.get(language);
  if (known) return known;
  const { adverbs, starts, words } = sources[language];
  const tables = { adverbs: tableFrom(adverbs), starts: tableFrom(starts), words: tableFrom(words) };
  made.set(language, tables);
  return tables;
}

const tableFrom = (source: Source) =>
  new Map(
    source.flatMap(([spellings, meaning]) =>
      spellings.split('|').map((each) => [comparable(each), meaning] as const),
    ),
  );

const workdays = { unit: 'week', weekdays: [1, 2, 3, 4, 5] } as const;
const weekend = { unit: 'week', weekdays: [6] } as const;
const day = { unit: 'day' } as const;
const week = { unit: 'week' } as const;
const month = { unit: 'month' } as const;
const year = { unit: 'year' } as const;
const two = { every: 2 } as const;

const on = (spellings: string): Source =>
  spellings
    .split(', ')
    .map((each, at) => [each, { unit: 'week', weekdays: [weekdayNumbers[at] ?? 7] }] as const);
const weekdayNumbers = [1, 2, 3, 4, 5, 6, 7] as const;

/** `adverbs` say a rule alone, `starts` begin one, `words` are what may stand in one beside days, units and counts. */
const sources: Readonly<Record<Language, Readonly<Record<keyof Tables, Source>>>> = {
  en: {
    adverbs: [
      ['daily', day],
      ['weekdays', workdays],
      ['weekends', weekend],
      ['weekly', week],
      ['biweekly|fortnightly', { ...week, ...two }],
      ['monthly', month],
      ['bimonthly', { ...month, ...two }],
      ['quarterly', { ...month, every: 3 }],
      ['yearly|annually', year],
      ...on('mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, sundays'),
    ],
    starts: [['every|each|ev|once a|once every|once per', {}]],
    words: [
      ['and|&|of|the|on|single', {}],
      ['other|second', two],
      ['third', { every: 3 }],
      ['fourth', { every: 4 }],
      ['last', { monthDay: 31 }],
      ['weekday|weekdays|workday|workdays', workdays],
      ['weekend|weekends', weekend],
      ['morning|afternoon|evening|night', day],
      ['quarter', { ...month, every: 3 }],
      ['fortnight', { ...week, ...two }],
      ...on('mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, sundays'),
    ],
  },
  de: {
    adverbs: [
      ['täglich|taeglich|tagtäglich|morgens|abends', day],
      ['werktags|wochentags|alltags', workdays],
      ['wöchentlich|woechentlich', week],
      ['monatlich', month],
      ['vierteljährlich|vierteljaehrlich', { ...month, every: 3 }],
      ['halbjährlich|halbjaehrlich', { ...month, every: 6 }],
      ['jährlich|jaehrlich', year],
      ...on('montags, dienstags, mittwochs, donnerstags, freitags, samstags|sonnabends, sonntags'),
    ],
    starts: [['jeden|jede|jedes|jeder|jedem|an jedem|in jeder|immer|alle|aller|einmal pro|einmal im', {}]],
    words: [
      ['und|des|der|im|am|den|dem', {}],
      ['zweiten|zweite|zweites', two],
      ['dritten|dritte|drittes', { every: 3 }],
      ['vierten|vierte|viertes', { every: 4 }],
      ['letzten|letzte', { monthDay: 31 }],
      ['werktag|werktage|wochentag', workdays],
      ['wochenende', weekend],
      ['morgen|vormittag|mittag|nachmittag|abend|nacht', day],
      ['quartal', { ...month, every: 3 }],
      ...on('montags, dienstags, mittwochs, donnerstags, freitags, samstags|sonnabends, sonntags'),
    ],
  },
  fr: {
    adverbs: [
      ['quotidien|quotidienne|quotidiennement', day],
      ['un jour sur deux', { ...day, ...two }],
      ['hebdomadaire|hebdomadairement|hebdo', week],
      ['une semaine sur deux', { ...week, ...two }],
      ['mensuel|mensuelle|mensuellement', month],
      ['un mois sur deux', { ...month, ...two }],
      ['trimestriel|trimestrielle', { ...month, every: 3 }],
      ['annuel|annuelle|annuellement', year],
      ...on('lundis, mardis, mercredis, jeudis, vendredis, samedis, dimanches'),
    ],
    starts: [['chaque|tous les|toutes les|tout les|une fois par|une fois tous les', {}]],
    words: [
      ['et|de|du|des|le|les', {}],
      ['deuxième|deuxièmes|second', two],
      ['troisième', { every: 3 }],
      ['dernier', { monthDay: 31 }],
      ['ouvrables|ouvrés', workdays],
      ['week-end|week-ends|weekend|weekends', weekend],
      ['matin|matins|midi|après-midi|soir|soirs|nuit|nuits', day],
      ['trimestre|trimestres', { ...month, every: 3 }],
      ...on('lundis, mardis, mercredis, jeudis, vendredis, samedis, dimanches'),
    ],
  },
};
