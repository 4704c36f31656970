import type { Language } from './language.ts';

/** "1 task", "2 tasks": the number as the language writes it, with the form it asks for. */
export function countIn(language: Language): (n: number, one: string, other: string) => string {
  const [plural, number] = [new Intl.PluralRules(language), new Intl.NumberFormat(language)];
  return (n, one, other) => `${number.format(n)} ${plural.select(n) === 'one' ? one : other}`;
}
