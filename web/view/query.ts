import { signal } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';
import { importances, states } from '../../contract/fields.ts';
import { addDays, startOfWeek } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import type { Keep } from '../device/browser.ts';
import type { Fields } from '../sync/fields.ts';
import type { Words } from '../words/en.ts';
import { comparable } from '../words/language.ts';

export const spans = ['any', 'overdue', 'today', 'week', 'later'] as const;
export const orders = ['date', 'importance', 'state', 'name'] as const;

/** Search, filters and order of the tasks; an empty list of states or importances means all of them. */
export type Query = {
  readonly text: string;
  readonly states: readonly Fields['state'][];
  readonly importances: readonly Fields['importance'][];
  readonly due: (typeof spans)[number];
  readonly order: (typeof orders)[number];
};

export const everything: Query = {
  text: '',
  states: [],
  importances: [],
  due: 'any',
  order: 'date',
};

/** True when the query may leave out tasks. */
export const isNarrow = (query: Query): boolean => query.text.trim() !== '' || isFiltered(query);

/** True when a filter, other than the words, may leave out tasks. */
export const isFiltered = (query: Query): boolean =>
  query.states.length > 0 || query.importances.length > 0 || query.due !== 'any';

/** The query after the `#` of an address, which browsers do not send to a server; unknown values are ignored. */
export function queryOf(href: string): Query {
  const asked = new URLSearchParams(new URL(href).hash.slice(1));
  const amongAll = <T extends string>(name: string, all: readonly T[]): readonly T[] =>
    all.filter((each) => asked.getAll(name).includes(each));
  const [due = everything.due] = amongAll('due', spans);
  const [order = everything.order] = amongAll('order', orders);
  return {
    text: asked.get('q') ?? '',
    states: amongAll('state', states),
    importances: amongAll('importance', importances),
    due,
    order,
  };
}

/** The same address with another query, or none. */
export function addressWith(query: Query, href: string): string {
  const { text, due, order } = query;
  const url = new URL(href);
  const asked = [
    ['q', text],
    ...query.states.map((each) => ['state', each]),
    ...query.importances.map((each) => ['importance', each]),
    ['due', due === everything.due ? '' : due],
    ['order', order === everything.order ? '' : order],
  ];
  url.hash = new URLSearchParams(asked.filter(([, value]) => value !== '')).toString();
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Syncs query and address, so that a reload or a link shows the same. Returns a function that ends this and clears the address. */
export function keepInAddress(query: Signal<Query>): () => void {
  const write = (next: Query) => {
    const address = addressWith(next, location.href);
    if (new URL(address, location.href).href !== location.href)
      history.replaceState(history.state, '', address);
  };
  const read = () => void (query.value = queryOf(location.href));
  read();
  const unfollow = query.subscribe(write);
  addEventListener('popstate', read);
  return () => {
    unfollow();
    removeEventListener('popstate', read);
    write(everything);
  };
}

type Day = { readonly todayIso: string; readonly firstDayOfWeek: Weekday; readonly named?: Named };

/**
 * The rows that match the query, in their order. Case and accents are ignored. A row must contain every word, and a word that is
 * a tag of any row must be a tag of this row. A word in `named` also matches the rows that pass its check.
 */
export function findRows<Found extends { readonly fields: Fields }>(
  rows: readonly Found[],
  query: Query,
  day: Day,
): readonly Found[] {
  if (!isNarrow(query)) return rows;
  const named: Named = day.named ?? new Map();
  const words = termsIn(query.text, named);
  const isKnown = (word: string) =>
    word.startsWith('#') &&
    rows.some(({ fields }) => tagsOf(fields.description).includes(word.slice(1)));
  const tags = words.filter(isKnown).map((word) => word.slice(1));
  const isDue = duePattern(query.due, day);
  return rows.filter(({ fields }) => {
    if (query.states.length > 0 && !query.states.includes(fields.state)) return false;
    if (query.importances.length > 0 && !query.importances.includes(fields.importance))
      return false;
    if (!isDue(fields)) return false;
    if (words.length === 0) return true;
    const text = comparableOf(fields);
    if (!words.every((word) => text.includes(word) || named.get(word)?.(fields))) return false;
    const own = tags.length > 0 ? tagsOf(fields.description) : [];
    return tags.every((tag) => own.includes(tag));
  });
}

/** Reads the description of each version of a task only once. */
export function readOnce<Found extends string | number>(read: (description: string) => Found) {
  const known = new WeakMap<Fields, Found>();
  return (fields: Fields): Found => {
    const found = known.get(fields) ?? read(fields.description);
    known.set(fields, found);
    return found;
  };
}

/** The description without case and accents. */
const comparableOf = readOnce(comparable);

type Check = (fields: Fields) => boolean;

/** True for a task that is not done and due before today. */
export const isOverdue = ({ dueDate, state }: Fields, todayIso: string): boolean =>
  dueDate < todayIso && state !== 'DONE';

function duePattern(due: Query['due'], { todayIso, firstDayOfWeek }: Day): Check {
  const thisWeekIso = startOfWeek(todayIso, firstDayOfWeek);
  const nextWeekIso = addDays(thisWeekIso, 7);
  const patterns: Record<Query['due'], Check> = {
    any: () => true,
    overdue: (fields) => isOverdue(fields, todayIso),
    today: ({ dueDate }) => dueDate === todayIso,
    week: ({ dueDate }) => dueDate >= thisWeekIso && dueDate < nextWeekIso,
    later: ({ dueDate }) => dueDate >= nextWeekIso,
  };
  return patterns[due];
}

/** Pause in typing after which the list is searched: a long list takes longer to draw than one letter. */
export const typingPauseMs = 80;

/** The text of the search field. Typing changes the query after `typingPauseMs`; any other change of the query changes the field at once. */
export function createTyped(query: Signal<Query>) {
  const text = signal(query.value.text);
  let rest: ReturnType<typeof setTimeout> | undefined;

  function settle(): void {
    clearTimeout(rest);
    rest = undefined;
    if (text.value !== query.value.text) query.value = { ...query.value, text: text.value };
  }

  query.subscribe((asked) => {
    if (rest === undefined) text.value = asked.text;
  });
  return {
    text,
    /** Writes the text to the query now. */
    settle,
    type(next: string): void {
      text.value = next;
      clearTimeout(rest);
      rest = setTimeout(settle, typingPauseMs);
    },
  };
}

/** Words of the page, such as "Today", each with a check: a search for the word also finds the tasks that pass it. */
type Named = ReadonlyMap<string, Check>;

export function namedIn({ list: { groups }, fields: names }: Words, todayIso: string): Named {
  const tomorrowIso = addDays(todayIso, 1);
  return new Map([
    [comparable(groups.overdue), (fields) => isOverdue(fields, todayIso)],
    [comparable(groups.today), ({ dueDate }) => dueDate === todayIso],
    [comparable(groups.tomorrow), ({ dueDate }) => dueDate === tomorrowIso],
    [comparable(names.importances.HIGH), ({ importance }) => importance === 'HIGH'],
  ]);
}

/** The search terms of a text: the names in it, also those of two words, and all other words. */
function termsIn(text: string, named: Named): readonly string[] {
  // The names need no escape: they have only letters, spaces and apostrophes.
  const pattern = [
    ...[...named.keys()].map((name) => String.raw`${name}(?!\S)`),
    String.raw`\S+`,
  ].join('|');
  return comparable(text).replace(/\s+/gu, ' ').match(new RegExp(pattern, 'gu')) ?? [];
}

/** The filters that a person has saved on this device: for each name, the query as an address has it after its `#`. */
export function openKeptFilters(keep: Keep, owner: string) {
  const slot = `filters.${owner}`;
  /** Reads the device each time, because another tab may have saved more. */
  const all = () => new Map(new URLSearchParams(keep.read(slot) ?? ''));
  return {
    all,
    /** Saves a query under a name, in place of an earlier one; null removes it. */
    set(name: string, query: string | null): void {
      const kept = all();
      if (query === null) kept.delete(name);
      else kept.set(name, query);
      keep.write(slot, new URLSearchParams([...kept]).toString() || null);
    },
  };
}

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

export const tagsOf = (words: string): readonly string[] =>
  words.includes('#')
    ? piecesOf(words).flatMap((piece) => (piece.kind === 'tag' ? piece.tag : []))
    : [];

/** Each tag of the texts once, in the spelling of its last use. */
export function knownTags(texts: readonly string[]): readonly string[] {
  const pieces = texts.filter((text) => text.includes('#')).flatMap(piecesOf);
  const tags = pieces.filter((piece) => piece.kind === 'tag');
  return [...new Map(tags.map(({ tag, text }) => [tag, text])).values()];
}

/** The first time of day in a description, in minutes, or undefined. */
export const timeOf = (words: string): number | undefined =>
  /\d\s?[.:ahpu]/i.test(words)
    ? piecesOf(words).find((piece) => piece.kind === 'time')?.minutes
    : undefined;

const address = String.raw`https?:\/\/[^\s<>"]+`;
const tag = String.raw`(?<![^\s(])#(?=[^\s\p{L}]{0,50}\p{L})[\p{L}\p{M}\p{N}_-]{1,50}`;
const unitOfTime = '(?:[ap]m|[ap]\\.m\\.?|uhr)';
const clock = String.raw`(?<![\p{L}\p{N}:.,/-])(\d{1,2})(?:(?::|\s?h\s?|\.(?=\d\d\s?${unitOfTime}))([0-5]\d))?(?:\s?(${unitOfTime}|h))?(?![\p{L}\p{N}:/]|[.,]\d)`;
const special = new RegExp(`${address}|${tag}|${clock}`, 'giu');

function readPiece([text, hours, minutes, unit]: RegExpExecArray): Piece | undefined {
  if (/^https?:/i.test(text)) return readAddress(text);
  if (text.startsWith('#')) return { kind: 'tag', text, tag: comparable(text.slice(1)) };
  // A number without minutes or unit is no time.
  if (minutes === undefined && unit === undefined) return undefined;
  const half = unit?.toLowerCase()[0];
  const isOfHalf = half === 'a' || half === 'p';
  const hour = isOfHalf ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours);
  const isTime = isOfHalf ? Number(hours) >= 1 && Number(hours) <= 12 : hour <= 23;
  return isTime ? { kind: 'time', text, minutes: 60 * hour + Number(minutes ?? 0) } : undefined;
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
