import type { TaskImportance, TaskState } from '../../contract/task.ts';

import type { Weekday } from '../dates/calendar.ts';
import { english } from './english.ts';
import { fold } from '../dates/fold.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { Language, Unit, Words } from './words.ts';

export type Period = 'week' | 'month' | 'year' | 'weekend';

/** The words of one language and of English, each folded and with what it means. */
export type Lexicon = {
  readonly daysAhead: ReadonlyMap<string, number>;
  readonly periods: ReadonlyMap<string, Period>;
  readonly weekdays: ReadonlyMap<string, Weekday>;
  readonly shortWeekdays: ReadonlyMap<string, Weekday>;
  readonly clearWeekdays: ReadonlySet<string>;
  readonly shortLeads: ReadonlySet<string>;
  readonly months: ReadonlyMap<string, number>;
  readonly units: ReadonlyMap<string, Unit>;
  readonly counts: ReadonlyMap<string, number>;
  readonly within: ReadonlySet<string>;
  readonly leads: ReadonlySet<string>;
  readonly weekdayLeads: ReadonlySet<string>;
  readonly weekdayTails: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
  readonly beforeMorning: ReadonlySet<string>;
  readonly importance: ReadonlyMap<string, TaskImportance>;
  readonly state: ReadonlyMap<string, TaskState>;
};

/** The lexicon of a language, made when first asked for. English is in each one; the language's own word wins. */
export function lexiconOf(language: Language): Lexicon {
  const made = lexicons.get(language) ?? makeLexicon(language);
  lexicons.set(language, made);
  return made;
}

/** The alternatives of one entry of `Words`, spelled as there. */
export function alternatives(entry: string): string[] {
  return entry === '' ? [] : entry.split('|');
}

/** The words of each language as they are spelled. */
export const wordsOf: Readonly<Record<Language, Words>> = { en: english, de: german, fr: french };

const lexicons = new Map<Language, Lexicon>();

function makeLexicon(language: Language): Lexicon {
  const own = wordsOf[language];
  const sources = language === 'en' ? [own] : [english, own];
  const map = <T>(entries: (source: Words) => readonly (readonly [string, T])[]) =>
    new Map(
      sources
        .flatMap(entries)
        .flatMap(([entry, value]) => alternatives(entry).map((word) => [fold(word), value] as const)),
    );
  const set = (entry: (source: Words) => string) =>
    new Set(sources.flatMap((source) => alternatives(entry(source)).map(fold)));
  return {
    daysAhead: map((source) => source.daysAhead),
    periods: map((source) => [
      [source.nextWeek, 'week'],
      [source.nextMonth, 'month'],
      [source.nextYear, 'year'],
      [source.weekend, 'weekend'],
    ]),
    weekdays: map((source) => fromMonday(source.weekdays)),
    // Not the English ones in every language: "mon" is French for "my".
    shortWeekdays: map((source) => (source === own ? fromMonday(source.shortWeekdays) : [])),
    clearWeekdays: set((source) => (source === own ? source.clearWeekdays : '')),
    shortLeads: set((source) => (source === own ? source.shortLeads : '')),
    months: map((source) => numbered(source.months)),
    units: map(({ units }) => [
      [units.day, 'day'],
      [units.week, 'week'],
      [units.month, 'month'],
      [units.year, 'year'],
    ]),
    counts: map((source) => numbered(source.counts)),
    within: set((source) => source.within),
    leads: set((source) => source.leads),
    weekdayLeads: set((source) => source.weekdayLeads),
    weekdayTails: set((source) => source.weekdayTails),
    links: set((source) => source.links),
    beforeMorning: set((source) => source.beforeMorning),
    importance: map(({ importance }) => [
      [importance.LOW, 'LOW'],
      [importance.MEDIUM, 'MEDIUM'],
      [importance.HIGH, 'HIGH'],
    ]),
    state: map(({ state }) => [
      [state.TODO, 'TODO'],
      [state.WORKING, 'WORKING'],
      [state.DONE, 'DONE'],
    ]),
  };
}

function numbered(entries: readonly string[]): (readonly [string, number])[] {
  return entries.map((entry, index) => [entry, index + 1]);
}

function fromMonday(entries: readonly string[]): (readonly [string, Weekday])[] {
  return weekdays.map((weekday) => [entries[weekday - 1] ?? '', weekday]);
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
