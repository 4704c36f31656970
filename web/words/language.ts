/** The languages that the page speaks, each by its own name. */
export const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof languageNames;
export const languages = ['en', 'de', 'fr'] as const satisfies readonly Language[];

/**
 * The language to speak and the locale to write dates in: the chosen language, else the first of the browser's that the
 * page speaks, else English. The region is the browser's where it names one for that language.
 */
export function chooseLanguage(
  chosen: Language | null,
  browser: readonly string[],
): { language: Language; locale: string } {
  for (const locale of browser) {
    const language = languageOf(locale);
    if (language !== null && (chosen ?? language) === language) return { language, locale };
  }
  const language = chosen ?? 'en';
  return { language, locale: language };
}

function languageOf(locale: string): Language | null {
  const [primary = ''] = locale.toLowerCase().split('-');
  return languages.find((language) => language === primary) ?? null;
}
