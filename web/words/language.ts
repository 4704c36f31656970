/** The languages of the page. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
};

/**
 * The language of the page and the locale of its dates: the chosen language, else the first of the browser's languages that the
 * page has, else English. The region is that of the browser's first language.
 */
export function chooseLanguage(
  chosen: Language | 'browser',
  browser: readonly string[],
): { language: Language; locale: string } {
  const primaries = browser.map((locale) => locale.toLowerCase().split('-')[0]);
  const found = primaries.flatMap((primary) => languages.find((each) => each === primary) ?? []);
  const language = chosen === 'browser' ? (found[0] ?? 'en') : chosen;
  const [region = ''] = /-[a-z]{2}\b/i.exec(browser[0] ?? '') ?? [];
  return { language, locale: language + region };
}

/** "1 task", "2 tasks": the number in the format of the language, with the singular or the plural. */
export const countEnglish = countIn('en');
export const countGerman = countIn('de');
export const countFrench = countIn('fr');

function countIn(language: Language): (n: number, one: string, other: string) => string {
  let large: Intl.NumberFormat | undefined;
  return (n, one, other) => {
    // The first use of Intl is slow, and below 1000 all our languages write the same.
    const written = n < 1000 ? n : (large ??= new Intl.NumberFormat(language)).format(n);
    // The plural rules of the Unicode CLDR: in French, zero also takes the singular.
    const isOne = n === 1 || (n < 2 && language === 'fr');
    return `${written} ${isOne ? one : other}`;
  };
}

/** A text of any direction within a sentence, between the marks FSI and PDI of Unicode. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** The form of a text for comparison and search: lower case, without accents and ligatures, with one kind of apostrophe. */
export function comparable(text: string): string {
  const lower = text.toLowerCase();
  // Most texts are ASCII, and a search compares thousands of texts.
  if (!/[\u0080-\uffff]/.test(lower)) return lower;
  const plain = lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
  return plain.replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('ß', 'ss');
}
