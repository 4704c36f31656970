import { makeLruMap } from '../lru-map.ts';
import { isToken, trimOws } from './field-value.ts';

export type Cookie = Readonly<{ name: string; value: string }>;

/**
 * The cookies of a Cookie header, in the order sent; accepts any text (pure). Skips a pair whose name is no token (RFC 6265, 4.2
 * and 5.2): another host can set a name that differs from ours in one byte.
 */
export function readCookies(header: string | undefined): readonly Cookie[] {
  if (header === undefined) return [];
  return header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    const name = trimOws(pair.slice(0, Math.max(equals, 0)));
    if (isToken(name)) return [{ name, value: trimOws(pair.slice(equals + 1)) }];
    return [];
  });
}

/** The headers that are cached, in characters: a shorter one takes no time to read, a longer one much memory. */
const shortestCached = 1024;
const longestCached = 8192;
const mostCached = 1000;
const keyCharacters = 32;

/**
 * Makes `readCookies` with a cache of the last 1000 headers, because a page sends many requests with one header, which a session makes
 * long. Equal headers get the same array, so `onceFor` computes what follows from it once. A header is cached when it comes again:
 * one that comes seldom would only take memory. The key is the middle of the header, which lies in the session; the whole header is
 * compared, too.
 */
export function makeCookieReader(): typeof readCookies {
  const seen = makeLruMap<string, true>(mostCached);
  const read = makeLruMap<string, Readonly<{ header: string; cookies: readonly Cookie[] }>>(
    mostCached,
  );

  function readCached(header: string): readonly Cookie[] {
    const middle = Math.floor(header.length / 2);
    const key = header.slice(middle, middle + keyCharacters);
    const known = read.get(key);
    if (known?.header === header) return known.cookies;
    const cookies = readCookies(header);
    if (seen.has(key)) read.set(key, { header, cookies });
    else seen.set(withoutParent(key), true);
    return cookies;
  }

  return (header) => {
    const length = header?.length ?? 0;
    if (header === undefined || length < shortestCached || length > longestCached)
      return readCookies(header);
    return readCached(header);
  };
}

/** V8 keeps a text as long as a part that was cut from it; this copy lets it go. */
const withoutParent = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** No browser keeps a cookie longer (RFC 6265bis, 5.5). */
export const longestKeptSeconds = 400 * 24 * 60 * 60;

type CookieToSet = Cookie & Readonly<{ path: string; maxAgeSeconds: number; secure: boolean }>;

/** Expires the cookies of these names, each once. */
export const expireCookies = (
  names: readonly string[],
  path: string,
  secure: boolean,
): CookieToSet[] =>
  [...new Set(names)].map((name) => ({ name, value: '', path, maxAgeSeconds: 0, secure }));

/** A response that takes headers. */
export type Headers = Readonly<{ header: (name: string, value: string) => unknown }>;

/** Adds one Set-Cookie header for each cookie: HttpOnly, SameSite=Lax, no Domain. A `maxAgeSeconds` of 0 expires the cookie. */
export function setCookies(reply: Headers, cookies: readonly CookieToSet[]): void {
  // Fastify appends to the earlier Set-Cookie headers.
  for (const cookie of cookies) reply.header('set-cookie', written(cookie, '; HttpOnly'));
}

/** The same for one cookie that the scripts of the page may read. */
export const setReadableCookie = (reply: Headers, cookie: CookieToSet): void =>
  void reply.header('set-cookie', written(cookie, ''));

function written(cookie: CookieToSet, httpOnly: string): string {
  const { name, value, path, maxAgeSeconds, secure } = cookie;
  const attributes = `Max-Age=${maxAgeSeconds}; Path=${path}${httpOnly}; SameSite=Lax`;
  return `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`;
}
