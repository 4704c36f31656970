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
  /** null for a name that was sent twice. */
  const values = new Map<string, string | null>();
  for (const { name, value } of cookies)
    if (isOwnName(name)) values.set(name, values.has(name) ? null : value);
  const whole = values.get(sessionCookiePrefix);
  if (whole !== undefined) return values.size === 1 && whole !== null ? whole : undefined;
  let sealed = '';
  for (let number = 1; number <= mostChunks; number += 1) {
    const chunk = values.get(chunkName(number));
    if (chunk === undefined) break;
    if (chunk === null) return undefined;
    sealed += chunk;
    // Only the last chunk is shorter; any chunk after it belongs to a longer, earlier session.
    if (chunk.length < largestValue) break;
  }
  return sealed === '' ? undefined : sealed;
}

/** Whether the service itself sets a cookie of this name. */
export const isOwnName = (name: string): boolean => name === sessionCookiePrefix || chunkNames.has(name);
