import type { Cookie } from '../http/cookie.ts';

/** Every cookie of the session has a name that begins with this (specification, rule 4). */
export const sessionCookiePrefix = 'q_session';

/** Characters of one cookie's value; browsers take 4096 for name and value together. */
export const largestValue = 4056;

/** The number of chunks that are read. */
const mostChunks = 16;

/** The number of chunks that are written: they fit into request headers of 32,768 bytes, with 4 KB left for other headers. */
export const mostChunksToWrite = 7;

const chunkName = (number: number): string => `${sessionCookiePrefix}_chunk_${number}`;
const chunkNames = new Set(Array.from({ length: mostChunks }, (_, index) => chunkName(index + 1)));

/** Whether splitIntoCookies accepts a sealed session (pure). */
export function fitsIntoCookies(sealed: string): boolean {
  return sealed.length <= mostChunksToWrite * largestValue;
}

/**
 * The cookies that carry a sealed session: `q_session` alone, or only chunks numbered from 1 (pure). Refuses cookies that no
 * request could send back: that browser could not even sign out.
 */
export function splitIntoCookies(sealed: string): Cookie[] {
  if (sealed.length <= largestValue) return [{ name: sessionCookiePrefix, value: sealed }];
  if (!fitsIntoCookies(sealed)) throw new Error('The session does not fit into its cookies');
  return Array.from({ length: Math.ceil(sealed.length / largestValue) }, (_, index) => ({
    name: chunkName(index + 1),
    value: sealed.slice(index * largestValue, (index + 1) * largestValue),
  }));
}

/**
 * The sealed text that cookies carry (pure): `q_session`, or chunks from 1 on in any order. Both together, or two cookies of
 * one name, are damage: another site has set one of them, and the two cannot be told apart. The seal detects other damage.
 */
export function joinCookies(cookies: readonly Cookie[]): string | undefined {
  const whole = valuesNamed(cookies, sessionCookiePrefix);
  if (whole.length > 0) return whole.length === 1 && !cookies.some(isChunk) ? whole[0] : undefined;
  let sealed = '';
  for (let number = 1; number <= mostChunks; number += 1) {
    const [chunk, duplicate] = valuesNamed(cookies, chunkName(number));
    if (chunk === undefined) break;
    if (duplicate !== undefined) return undefined;
    sealed += chunk;
    // Only the last chunk is shorter; any chunk after it belongs to a longer, earlier session.
    if (chunk.length < largestValue) break;
  }
  return sealed === '' ? undefined : sealed;
}

/** The session cookies that the browser sent and that `written` does not replace, each once (pure). */
export function namesToExpire(sent: readonly Cookie[], written: readonly Cookie[]): string[] {
  const kept = new Set(written.map((cookie) => cookie.name));
  const names = sent.map((cookie) => cookie.name);
  return [...new Set(names)].filter((name) => name.startsWith(sessionCookiePrefix) && !kept.has(name));
}

/** Whether the name is that of a chunk. */
const isChunk = ({ name }: Cookie): boolean => chunkNames.has(name);

function valuesNamed(cookies: readonly Cookie[], name: string): string[] {
  return cookies.filter((cookie) => cookie.name === name).map((cookie) => cookie.value);
}
