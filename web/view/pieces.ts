import { comparable } from '../words/language.ts';

/**
 * A part of the words of a task: text, an address with the host that it shows, a tag without its `#` as it is compared, or a time
 * of day in minutes. The texts of all pieces together are the words.
 */
export type Piece = Readonly<
  { text: string } & (
    | { kind: 'text' }
    | { kind: 'link'; href: string; host: string }
    | { kind: 'tag'; tag: string }
    | { kind: 'time'; minutes: number }
  )
>;

export function piecesOf(words: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of words.matchAll(special)) {
    const piece = readPiece(match);
    if (piece === undefined) continue;
    if (match.index > end) pieces.push({ kind: 'text', text: words.slice(end, match.index) });
    pieces.push(piece);
    end = match.index + piece.text.length;
  }
  if (end < words.length) pieces.push({ kind: 'text', text: words.slice(end) });
  return pieces;
}

export const tagsOf = (words: string): readonly string[] =>
  words.includes('#') ? piecesOf(words).flatMap((piece) => (piece.kind === 'tag' ? piece.tag : [])) : [];

/** Every tag in the texts once, as it is written in the last of them. */
export const knownTags = (texts: readonly string[]): readonly string[] => {
  const tags = texts.filter((text) => text.includes('#')).flatMap(piecesOf);
  return [
    ...new Map(tags.flatMap((piece) => (piece.kind === 'tag' ? [[piece.tag, piece.text]] : []))).values(),
  ];
};

/** The first time of day in the words, in minutes, or undefined. */
export const timeOf = (words: string): number | undefined =>
  /\d/.test(words) ? piecesOf(words).find((piece) => piece.kind === 'time')?.minutes : undefined;

const address = String.raw`https?:\/\/[^\s<>"]+`;
const tag = String.raw`(?<![^\s(])#(?=[^\s]*\p{L})[\p{L}\p{N}_-]{1,50}`;
const clock = String.raw`(?<![\p{L}\p{N}:.,/-])(\d{1,2})(?:[:h]([0-5]\d))?(?: ?(am|pm|uhr|h))?(?![\p{L}\p{N}:/-]|[.,]\d)`;
const special = new RegExp(`${address}|${tag}|${clock}`, 'giu');

function readPiece([text, hours, minutes, unit]: RegExpExecArray): Piece | undefined {
  if (/^https?:/i.test(text)) return readAddress(text);
  if (text.startsWith('#')) return { kind: 'tag', text, tag: comparable(text.slice(1)) };
  // A bare number is no time.
  if (minutes === undefined && unit === undefined) return undefined;
  const half = unit?.toLowerCase();
  const isOfHalf = half === 'am' || half === 'pm';
  const hour = isOfHalf ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours);
  const isTime = isOfHalf ? Number(hours) >= 1 && Number(hours) <= 12 : hour <= 23;
  return isTime ? { kind: 'time', text, minutes: 60 * hour + Number(minutes ?? 0) } : undefined;
}

/** Punctuation at the end belongs to the sentence, and so does a bracket that was opened before the address. */
function readAddress(found: string): Piece | undefined {
  let text = found.replace(/[.,;:!?'’”»]+$/u, '');
  while (text.endsWith(')') && text.split(')').length > text.split('(').length)
    text = text.slice(0, -1).replace(/[.,;:!?]+$/, '');
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return { kind: 'link', text, href: url.href, host: url.host.replace(/^www\./, '') };
}
