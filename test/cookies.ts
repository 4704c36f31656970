export type Cookie = Readonly<{ value: string; path: string; expiresAtMs: number }>;

/** The cookies of one browser, by name; each is sent to its path until it expires. */
export function makeJar(nowMs: () => number, cookies = new Map<string, Cookie>()) {
  return {
    /** May be changed. */
    cookies,
    /** Stores the cookies that these Set-Cookie lines set, and removes those that they expire. */
    keep: (lines: string | readonly string[] = []) => {
      for (const { name, maxAgeSeconds, ...cookie } of [lines].flat().map(readSetCookie))
        if (maxAgeSeconds === 0) cookies.delete(name);
        else cookies.set(name, { ...cookie, expiresAtMs: nowMs() + maxAgeSeconds * 1000 });
    },
    /** The Cookie header of a request to this path, empty without cookies. */
    headerFor: (path: string) =>
      headerOf(
        [...cookies]
          .filter(([, cookie]) => cookie.expiresAtMs > nowMs() && covers(cookie.path, path))
          .map(([name, { value }]) => [name, value]),
      ),
  };
}

export type Pair = readonly [name: string, value: string];

export const headerOf = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${name}=${value}`).join('; ');

/** Names and values that a response sets, expired cookies with an empty value. */
export const setBy = ({ headers }: Readonly<{ headers: SetHeaders }>): Pair[] =>
  [headers['set-cookie'] ?? []].flat().map((line): Pair => {
    const { name, value, maxAgeSeconds } = readSetCookie(line);
    if ((maxAgeSeconds === 0) !== (value === '')) throw new Error(`half expired: ${line}`);
    return [name, value];
  });

type SetHeaders = Readonly<{ 'set-cookie'?: string | readonly string[] | undefined }>;

// Without Max-Age a cookie lasts as long as the browser runs, or expires at once with a date of 1 January 1970.
function readSetCookie(line: string) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  const otherwise = /; expires=Thu, 01 Jan 1970/i.test(line) ? 0 : Infinity;
  const maxAgeSeconds = Number(/; Max-Age=(\d+)/i.exec(line)?.[1] ?? otherwise);
  return { name, value, path: /; Path=([^;]+)/i.exec(line)?.[1] ?? '/', maxAgeSeconds };
}

const covers = (cookiePath: string, path: string) =>
  path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);
