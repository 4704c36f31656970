/** The languages of the page, each with its own name. */
export const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof languageNames;
export const languages = ['en', 'de', 'fr'] as const satisfies readonly Language[];

/**
 * The language of the page and the locale of its dates: the chosen language, else the first of the browser's languages that the
 * page has, else English. The region is the browser's, if the browser names one for that language.
 */
export function chooseLanguage(
  chosen: Language | 'browser',
  browser: readonly string[],
): { language: Language; locale: string } {
  for (const locale of browser) {
    const [primary] = locale.toLowerCase().split('-');
    const language = languages.find((each) => each === primary);
    if (language && (chosen === 'browser' || chosen === language)) return { language, locale };
  }
  const language = chosen === 'browser' ? 'en' : chosen;
  return { language, locale: language };
}

/** "1 task", "2 tasks": the number in the format of the language, with the singular or the plural. */
export function countIn(language: Language): (n: number, one: string, other: string) => string {
  let large: Intl.NumberFormat | undefined;
  return (n, one, other) => {
    // The first use of Intl is slow, and below 1000 all our languages write the same.
    const written = n < 1000 ? n : (large ??= new Intl.NumberFormat(language)).format(n);
    // The plural rules of the Unicode CLDR: in French, zero also takes the singular.
    const isOne = n === 1 || (n < 2 && language === 'fr');
    return `${written} ${isOne ? one : other}`;
  };
}

/** The form of a text for comparison and search: lower case, without accents, with one kind of apostrophe. */
export function comparable(text: string): string {
  const lower = text.toLowerCase();
  // Most texts are ASCII, and a search compares thousands of texts.
  if (!/[\u0080-\uffff]/.test(lower)) return lower;
  return lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
}
