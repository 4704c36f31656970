import { en } from './en.ts';
import type { Words } from './en.ts';
import type { Language } from './language.ts';

/** The texts of each language. English is part of the first page, the others are files of their own. */
export const loadWords: Readonly<Record<Language, () => Words | Promise<Words>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
};
