/** What a Set-Cookie line says. */
type SetCookie = Readonly<{ name: string; value: string; path: string; maxAgeSeconds: number }>;

/** Reads a Set-Cookie line; without Max-Age a cookie lasts as long as the browser runs. */
export function readSetCookie(line: string): SetCookie {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  const maxAgeSeconds = Number(/; Max-Age=(\d+)/.exec(line)?.[1] ?? Infinity);
  return { name, value, path: /; Path=([^;]+)/.exec(line)?.[1] ?? '/', maxAgeSeconds };
}

/** Keeps in these cookies what the lines set, and drops what they expire. */
export function keepCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const { name, value, maxAgeSeconds } of lines.map(readSetCookie))
    if (maxAgeSeconds === 0) cookies.delete(name);
    else cookies.set(name, value);
}

/** The Cookie header that sends them, absent when there are none. */
export function cookieHeader(cookies: Iterable<readonly [name: string, value: string]>): { cookie?: string } {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return cookie === '' ? {} : { cookie };
}
