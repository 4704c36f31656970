import { addDays, addMonths, compareDates, firstWorkdayOfNextWeek, nextWeekday } from '../dates/calendar.ts';
import { comparable } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { firstSpellings, splitWords } from './place.ts';
import type { QuickAddOptions, TableName } from './place.ts';
import { readQuickAdd } from './read.ts';
import type { Chip } from './read.ts';

/** One way to complete `[start, end)` of the input: `text` takes its place and reads as `chip`. */
export type Suggestion = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** None for a tag, which stays in the words. */
  readonly chip?: Chip;
};

/** A day to move to. `name` is null when the person's own words say it. */
export type DateChoice = { readonly name: DayName | null; readonly iso: string };

const dayNames = ['today', 'tomorrow', 'weekend', 'nextWeek', 'nextMonth'] as const;
export type DayName = (typeof dayNames)[number];

const fewestLetters = 3;
const mostSuggestions = 6;

/**
 * Completions of the word that ends at the caret: importance after `!`, state after `/`, one of the `tags` after `#`, and dates from the third letter
 * on ("next w" counts as one). None inside a word, inside quotation marks, for what is complete
 * already, or where the whole is not read ("every tue").
 */
export function suggest(
  text: string,
  caret: number,
  options: QuickAddOptions,
  tags: () => readonly string[] = () => [],
): Suggestion[] {
  if (caret > text.length || /^\S/.test(text.slice(caret))) return [];
  const typed = splitWords(text).filter((word) => word.start < caret);
  const suggestions: Suggestion[] = [];
  for (const word of typed.slice(-3)) {
    const written = comparable(text.slice(word.start, caret));
    const isTag = written.startsWith('#');
    if (isTag && word.end >= caret)
      for (const tag of tags())
        if (comparable(tag).startsWith(written) && comparable(tag) !== written)
          suggestions.push({ start: word.start, end: caret, text: tag });
    const isEnough = /^[!/]/.test(written) || written.length >= fewestLetters;
    if (!isEnough || (word.key === '' && word.tail === '')) continue;
    for (const phrase of phrases(options.language)) {
      if (!comparable(phrase).startsWith(written) || comparable(phrase) === written) continue;
      const chip = readQuickAdd(phrase, options).chips[0];
      const whole = `${text.slice(0, word.start)}${phrase}`;
      const isRead = readQuickAdd(whole, options).chips.some(({ end }) => end === whole.length);
      if (chip && isRead) suggestions.push({ start: word.start, end: caret, text: phrase, chip });
    }
  }
  return suggestions.slice(0, mostSuggestions);
}

/** The days that a text may mean: what it says, then what its last word may become; the usual ones while it is blank. */
export function suggestDates(text: string, options: QuickAddOptions): readonly DateChoice[] {
  if (text.trim() === '') return usualDates(options);
  // "24.12" is a price in a sentence, and a date where one is asked for.
  const read = (texts: readonly string[]) => texts.flatMap((each) => readQuickAdd(each, options).chips);
  const said = read([text, `${text}.`]);
  const meant = suggest(text, text.length, options).flatMap(({ chip }) => chip ?? []);
  const found = [...said, ...meant];
  // "Mo", "20" and "3 days" need the word before them in a sentence only.
  const leads = (['within', 'shortLeads', 'monthDayLeads'] as const).flatMap((table) =>
    firstSpellings(options.language, table).filter(Boolean),
  );
  const led = leads.flatMap((lead) => [`${lead} ${text}`, `${lead} ${text}.`]);
  const days = (found.length > 0 ? found : read(led)).flatMap((chip) =>
    chip.kind === 'date' ? [chip.value] : [],
  );
  return [...new Set(days)].map((iso) => ({ name: null, iso }));
}

/** The first spelling of everything that the language can say in fixed words, but for the weekend: too much begins with "am". */
function phrases(language: Language): string[] {
  const spellings = (table: TableName) => firstSpellings(language, table);
  return [
    ...spellings('importances').map((word) => `!${word}`),
    ...spellings('states').map((word) => `/${word}`),
    ...spellings('daysAhead'),
    ...spellings('weekdays'),
    // Next week, month and year.
    ...spellings('periods').slice(0, 3),
  ];
}

type Day = Pick<QuickAddOptions, 'todayIso' | 'firstDayOfWeek'>;

/** The day that choices and keys call by this name. */
export function dayNamed(name: DayName, { todayIso, firstDayOfWeek }: Day): string {
  const days: Readonly<Record<DayName, string>> = {
    today: todayIso,
    tomorrow: addDays(todayIso, 1),
    weekend: nextWeekday(todayIso, 6),
    nextWeek: firstWorkdayOfNextWeek(todayIso, firstDayOfWeek),
    nextMonth: `${addMonths(todayIso, 1).slice(0, 7)}-01`,
  };
  return days[name];
}

function usualDates(options: QuickAddOptions): readonly DateChoice[] {
  const usual = dayNames.map((name) => ({ name, iso: dayNamed(name, options) }));
  // Before a Monday that begins the week, two of them are the same day.
  const first = new Map(usual.toReversed().map((day) => [day.iso, day]));
  return usual.filter((day) => first.get(day.iso) === day).toSorted((a, b) => compareDates(a.iso, b.iso));
}
