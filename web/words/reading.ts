import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { dayFormats } from '../dates/calendar.ts';
import type { DayFormats } from '../dates/calendar.ts';
import { en } from './en.ts';
import type { Words } from './en.ts';
import type { PaletteWords } from './en/palette.ts';
import { chooseLanguage } from './language.ts';
import type { Language } from './language.ts';

/** The language of a person, the texts of the page in it, and the date formats of the person's region. */
export type Reading = {
  readonly language: Language;
  readonly words: Words;
  readonly days: DayFormats;
};

export const english: Reading = { language: 'en', words: en, days: dayFormats('en') };

/** The settings of a person that decide how the page reads. */
type Wishes = {
  readonly language: Language | 'browser';
  /** The first day of the week. */
  readonly week: keyof typeof firstDays;
};

/** Follows the settings and the browser's languages, in order of preference. `ready` resolves when the first language is loaded. */
export function openReading(
  settings: ReadonlySignal<Wishes>,
  browser: readonly string[],
): { reading: ReadonlySignal<Reading>; ready: Promise<void> } {
  const reading = signal(english);
  let ready = Promise.resolve();
  settings.subscribe((wishes) => {
    ready = loadReading(wishes, browser).then((next) => {
      // A language that was chosen later may have loaded first.
      if (settings.value === wishes) reading.value = next;
    });
  });
  return { reading, ready };
}

async function loadReading(wishes: Wishes, browser: readonly string[]): Promise<Reading> {
  const { language, locale } = chooseLanguage(wishes.language, browser);
  const days = dayFormats(locale, firstDays[wishes.week]);
  try {
    return { language, words: await loadWords[language](), days };
  } catch {
    // The file of the language could not be loaded: English is better than an empty page.
    return { language: 'en', words: en, days };
  }
}

const firstDays = { region: undefined, monday: 1, saturday: 6, sunday: 7 } as const;

/** The texts of each language. English is part of the first file of the page; the others are separate files. */
export const loadWords: Readonly<Record<Language, () => Words | Promise<Words>>> = {
  en: () => en,
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
};

/** The texts of export and import; English is in their code. Imported here: a file loaded later would request the style again. */
export const loadExchangeWords = {
  de: async () => (await import('./de/exchange.ts')).exchange,
  fr: async () => (await import('./fr/exchange.ts')).exchange,
};

/** The words for dates in texts that a person types. */
export const loadDateWords = {
  en: async () => (await import('./en/dates.ts')).dates,
  de: async () => (await import('./de/dates.ts')).dates,
  fr: async () => (await import('./fr/dates.ts')).dates,
};

/** The texts of the palette and the help, which are loaded with them. */
export const loadPaletteWords: Readonly<Record<Language, () => Promise<PaletteWords>>> = {
  en: async () => (await import('./en/palette.ts')).palette,
  de: async () => (await import('./de/palette.ts')).palette,
  fr: async () => (await import('./fr/palette.ts')).palette,
};
