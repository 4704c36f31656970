import { isIP } from 'node:net';

import { IsEmail } from 'typebox/format';

const millisecondsPerUnit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
export const durationPattern = /^(\d{1,9})(ms|s|m|h|d)$/;

/** The milliseconds of a duration that has been checked. */
export function durationMs(value: string): number {
  const [, count, unit] = durationPattern.exec(value) ?? [];
  const found = Object.entries(millisecondsPerUnit).find(([name]) => name === unit);
  if (count === undefined || found === undefined) throw new Error(`not a duration: ${value}`);
  return Number(count) * found[1];
}

/** A shorter secret could be guessed offline from one cookie. */
export const isLongSecret = (value: string) => Buffer.byteLength(value) >= 32;

/** A client id or secret (RFC 6749, A.1 and A.2). No whitespace around it, such as the line end of a file. */
export const isCredential = (value: string) => /^[!-~]([ -~]*[!-~])?$/.test(value);

/** Whether tokens may be sent to this address: https to any host, http to this machine only (RFC 9700, section 2.6). */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/**
 * Whether a host is this machine (pure). Names below `localhost` are not: a resolver may give them any address (RFC 6761,
 * section 6.3).
 */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host === '::1' ||
  host === '[::1]' ||
  (isIP(host) === 4 && host.startsWith('127.'));

/** Whether a listener at this host is reached at every address of the machine (pure). */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** No query, no fragment (OpenID Connect Discovery 1.0, section 3), no blanks, which a URL parser drops; http on loopback only. */
export function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || /[?#\s]/.test(value) || url.username !== '' || value.length > 2048)
    return false;
  return isSafeAddress(value);
}

/** The avatar request contains a hash of a person's email, so its address must be as safe as an address for tokens. */
export const isAvatarTemplate = (value: string) =>
  value.includes('{hash}') && isSafeAddress(value.replaceAll('{hash}', '0'));

/** One slash, not two, and no backslash: browsers read `//` and `/\` as another host. No fragment: the service may append a query. */
export const isLocalPath = (value: string) =>
  /^\/(?!\/)[\x21-\x7e]*$/.test(value) && !/[\\#]/.test(value);

/** A DNS name, an IPv4 or a bracketed IPv6 address, and perhaps a port: a URL parser reads such a text as a host only. */
export const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** A host as browsers write it, with its port: in lower case, a non-ASCII name in its `xn--` form. */
export const isHost = (value: string) =>
  hostPattern.test(value) &&
  (URL.parse(`http://${value}/`)?.host === value || URL.parse(`https://${value}/`)?.host === value);

/** The path of `unix:PATH`, a socket to listen on; undefined for any other host. */
export const socketPathOf = (host: string): string | undefined =>
  host.startsWith('unix:') ? host.slice('unix:'.length) : undefined;

export const isListenAddress = (value: string) => socketPathOf(value)?.startsWith('/') ?? true;

export const isContact = (value: string) => /^(mailto:\S+@\S+|https:\/\/\S+)$/.test(value);

export const expectedStoreUrl = 'sqlite:<file> or postgres://<address>, percent-encoded';

export const isStoreUrl = (value: string) =>
  /^sqlite:./.test(value) || postgresAddresses(value) !== undefined;

const sslParameters =
  /^ssl(mode|rootcert|cert|key|password|negotiation|crl|crldir|sni|certmode|compression)?$/;

/**
 * Reads `postgres://user:password@one:5432,two:5432/name?...` as libpq does: one address for each host, of which one at a time is the
 * primary (pure). undefined for any other text, and for an unknown parameter `ssl...`: a misspelt `sslmode` would leave TLS off.
 */
export function postgresAddresses(url: string): readonly [string, ...string[]] | undefined {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/.exec(url) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => before + host + after);
  // A `#` comes from a password: a URL parser would take the text before it for the host.
  if (
    first === undefined ||
    after.includes('#') ||
    ![first, ...others].every((each) => URL.canParse(each))
  )
    return undefined;
  const names = [...new URL(first).searchParams.keys()];
  if (names.some((name) => /^ssl/i.test(name) && !sslParameters.test(name))) return undefined;
  return [first, ...others];
}

export const isEmail: (value: string) => boolean = IsEmail;

/** One address, or `@example.com` for every address of this domain. `*@example.com` would match no address. */
export const isAllowedEmail = (value: string) =>
  isEmail(value.startsWith('@') ? `a${value}` : value) && !value.includes('*');

/** One address, a CIDR range other than /0, which contains every address, or one of proxy-addr's names for private ranges. */
export function isProxyRange(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const width = { 4: 32, 6: 128 }[isIP(address)];
  if (width === undefined || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= width);
}

/** An IANA name. Intl would also accept an offset such as +02:00. */
export function isTimeZone(value: string): boolean {
  // Loading the time zones would add 15 ms to a start.
  if (value === 'UTC') return true;
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
