import type { Language } from './language.ts';

/** "1 task", "2 tasks": the number as the language writes it, with the form it asks for. */
export function countIn(language: Language): (n: number, one: string, other: string) => string {
  let made: { plural: Intl.PluralRules; number: Intl.NumberFormat } | undefined;
  return (n, one, other) => {
    const { plural, number } = (made ??= {
      plural: new Intl.PluralRules(language),
      number: new Intl.NumberFormat(language),
    });
    return `${number.format(n)} ${plural.select(n) === 'one' ? one : other}`;
  };
}
