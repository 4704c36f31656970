import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Settings } from '../device/settings.ts';
import { dayFormats } from '../dates/calendar.ts';
import type { DayFormats } from '../dates/calendar.ts';
import { en } from './en.ts';
import type { Words } from './en.ts';
import { chooseLanguage } from './language.ts';
import type { Language } from './language.ts';

/** How this person reads: the page's texts, and dates as their region writes them. */
export type Reading = { readonly language: Language; readonly words: Words; readonly days: DayFormats };

export const english: Reading = { language: 'en', words: en, days: dayFormats('en') };

/** Follows the settings and the browser's languages, first wish first. `ready` is when the first language is there. */
export function openReading(
  settings: ReadonlySignal<Settings>,
  browser: readonly string[],
): { reading: ReadonlySignal<Reading>; ready: Promise<void> } {
  const reading = signal(english);
  let ready = Promise.resolve();
  settings.subscribe((wishes) => {
    ready = loadReading(wishes, browser).then((next) => {
      // A later wish may have been fulfilled sooner.
      if (settings.value === wishes) reading.value = next;
    });
  });
  return { reading, ready };
}

async function loadReading(wishes: Settings, browser: readonly string[]): Promise<Reading> {
  const { language, locale } = chooseLanguage(wishes.language, browser);
  const days = dayFormats(locale, firstDays[wishes.week]);
  try {
    return { language, words: await loadWords[language](), days };
  } catch {
    // The file of the language did not come: better English than an empty page.
    return { language: 'en', words: en, days };
  }
}

const firstDays = { region: undefined, monday: 1, saturday: 6, sunday: 7 } as const;

/** The texts of each language. English is part of the first page, the others are files of their own. */
export const loadWords: Readonly<Record<Language, () => Words | Promise<Words>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
};

/** The texts of export and import, whose English ones are among its code. From here: a later part would ask for the style again. */
export const loadExchangeWords = {
  de: async () => (await import('./de/exchange.ts')).exchange,
  fr: async () => (await import('./fr/exchange.ts')).exchange,
};
