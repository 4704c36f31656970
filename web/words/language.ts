/** The languages that the page speaks, each by its own name. */
export const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof languageNames;
export const languages = ['en', 'de', 'fr'] as const satisfies readonly Language[];

/**
 * The language to speak and the locale to write dates in: the chosen language, else the first of the browser's that the
 * page speaks, else English. The region is the browser's where it names one for that language.
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

/** "1 task", "2 tasks": the number as the language writes it, with the form it asks for. */
export function countIn(language: Language): (n: number, one: string, other: string) => string {
  let large: Intl.NumberFormat | undefined;
  return (n, one, other) => {
    // Without Intl, whose first use is slow, where all of them write the same.
    const written = n < 1000 ? n : (large ??= new Intl.NumberFormat(language)).format(n);
    // As the Unicode CLDR has it: in French nothing takes the form for one, too.
    const isOne = n === 1 || (n < 2 && language === 'fr');
    return `${written} ${isOne ? one : other}`;
  };
}

/** The text as it is compared and searched: lower case, without accents, with one kind of apostrophe. */
export function comparable(text: string): string {
  const lower = text.toLowerCase();
  // Most texts have neither, and a search compares thousands of them.
  if (!/[\u0080-\uffff]/.test(lower)) return lower;
  return lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
}
