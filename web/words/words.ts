import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import { dayFormats } from './days.ts';
import type { DayFormats } from './days.ts';
import { en } from './en.ts';
import type { Words } from './en.ts';

/** How this person reads: the page's texts, and dates as their region writes them. */
export type Reading = { readonly words: Words; readonly days: DayFormats };

/** The reading for the browser's languages, first wish first. */
export function chooseReading(languages: readonly string[]): Reading {
  const locale = languages.find((language) => /^en\b/i.test(language)) ?? 'en';
  return { words: en, days: dayFormats(locale) };
}

export const ReadingContext = createContext<Reading>(chooseReading([]));

export const useWords = (): Words => useContext(ReadingContext).words;
export const useDays = (): DayFormats => useContext(ReadingContext).days;
