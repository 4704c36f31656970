import { comparable } from '../words/language.ts';

/**
 * A part of a description: text, an address with the host that is shown, a tag in its comparable form without `#`, or a time of
 * day in minutes. The texts of all pieces together are the description.
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

export function tagsOf(words: string): readonly string[] {
  if (!words.includes('#')) return [];
  return piecesOf(words)
    .filter((piece) => piece.kind === 'tag')
    .map(({ tag }) => tag);
}

/** A tag in its comparable form and in the spelling of its last use, and the number of texts that have it. */
export type TagCount = { readonly tag: string; readonly text: string; readonly count: number };

/** The tags of the texts, those of most texts first. */
export function tagCounts(texts: readonly string[]): readonly TagCount[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const tag of new Set(tagsOf(text))) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return knownTags(texts)
    .map((text) => {
      const tag = comparable(text.slice(1));
      return { tag, text, count: counts.get(tag) ?? 0 };
    })
    .toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1));
}

/** Each tag of the texts once, in the spelling of its last use. */
export function knownTags(texts: readonly string[]): readonly string[] {
  const pieces = texts.filter((text) => text.includes('#')).flatMap(piecesOf);
  const tags = pieces.filter((piece) => piece.kind === 'tag');
  return [...new Map(tags.map(({ tag, text }) => [tag, text])).values()];
}

/** The first time of day in a description, in minutes, or undefined. */
export function timeOf(words: string): number | undefined {
  if (!/\d\s?[.:ahpu]/i.test(words)) return undefined;
  return piecesOf(words).find((piece) => piece.kind === 'time')?.minutes;
}

const address = String.raw`https?:\/\/[^\s<>"]+`;
const tag = String.raw`(?<![^\s(])#(?=[\p{M}\p{N}_-]{0,49}\p{L})[\p{L}\p{M}\p{N}_-]{1,50}`;
const unitOfTime = '(?:[ap]m|[ap]\\.m\\.?|uhr)';
const clock = String.raw`(?<![\p{L}\p{N}:.,/-])(\d{1,2})(?:(?::|\s?h\s?|\.(?=\d\d\s?${unitOfTime}))([0-5]\d))?(?:\s?(${unitOfTime}|h))?(?![\p{L}\p{N}:/]|[.,]\d)`;
const special = new RegExp(`${address}|${tag}|${clock}`, 'giu');

function readPiece([text, hours, minutes, unit]: RegExpExecArray): Piece | undefined {
  if (/^https?:/i.test(text)) return readAddress(text);
  if (text.startsWith('#')) return { kind: 'tag', text, tag: comparable(text.slice(1)) };
  // A number without minutes or unit is no time.
  if (minutes === undefined && unit === undefined) return undefined;
  const hour = hourOfDay(Number(hours), unit?.toLowerCase()[0]);
  if (hour === undefined) return undefined;
  return { kind: 'time', text, minutes: 60 * hour + Number(minutes ?? 0) };
}

/** The hour of the day, from 0 to 23; undefined for no hour. `half`: `a` or `p` for a clock of twelve hours. */
function hourOfDay(written: number, half: string | undefined): number | undefined {
  const isHalf = half === 'a' || half === 'p';
  if (!isHalf && written > 23) return undefined;
  if (!isHalf) return written;
  if (written < 1 || written > 12) return undefined;
  if (half === 'a') return written % 12;
  return (written % 12) + 12;
}

/** Leaves out punctuation at the end, which belongs to the sentence, and a bracket that was opened before the address. */
function readAddress(found: string): Piece | undefined {
  let text = found.replace(/(?<![.,;:!?'’”»])[.,;:!?'’”»]+$/u, '');
  while (text.endsWith(')') && text.split(')').length > text.split('(').length)
    text = text.slice(0, -1).replace(/[.,;:!?]+$/, '');
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return { kind: 'link', text, href: url.href, host: url.host.replace(/^www\./, '') };
}
