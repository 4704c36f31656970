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
