/** The text of HTML, without its marks. */
export const withoutHtml = (html: string): string =>
  withoutEntities(html.replace(/<[^<>]*>/g, ' '))
    .toWellFormed()
    .trim();

/** The text with the character of each entity of HTML and XML; an unknown one stays as it is. */
export const withoutEntities = (text: string): string =>
  text.replace(entity, (whole: string, code: string) => characterOf(code.toLowerCase()) ?? whole);

/** True for texts that a program wrote for HTML: each ampersand begins an entity. */
export const areEncoded = (texts: readonly string[]): boolean =>
  texts.some((text) => text.includes('&')) && !texts.some((text) => otherAmpersand.test(text));

const otherAmpersand = /&(?!(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});)/i;
const entity = /&(amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/gi;

function characterOf(code: string): string | undefined {
  if (!code.startsWith('#')) return characters[code];
  const point = code.startsWith('#x') ? Number.parseInt(code.slice(2), 16) : Number(code.slice(1));
  if (point === 0 || point > lastCodePoint) return undefined;
  return String.fromCodePoint(point);
}

const lastCodePoint = 0x10_ff_ff;
const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
