import type { QuickAddOptions } from './options.ts';

/** A Friday. */
export const todayIso = '2025-11-21';

/** The options of four regions on that day. */
export const options: Readonly<Record<'en' | 'gb' | 'de' | 'fr', QuickAddOptions>> = {
  en: { todayIso, language: 'en', locale: 'en-US', firstDayOfWeek: 7 },
  gb: { todayIso, language: 'en', locale: 'en-GB', firstDayOfWeek: 1 },
  de: { todayIso, language: 'de', locale: 'de-DE', firstDayOfWeek: 1 },
  fr: { todayIso, language: 'fr', locale: 'fr-FR', firstDayOfWeek: 1 },
};
