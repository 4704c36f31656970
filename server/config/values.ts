import { isIP } from 'node:net';

import * as Type from 'typebox';
import { IsEmail } from 'typebox/format';
import { Check } from 'typebox/value';

/** The kinds of values a profile has. `expected` is what a fault says was expected. */
export const text = (expected: string, isRight: (value: string) => boolean = () => true) =>
  Type.Refine(Type.String({ minLength: 1, expected }), isRight);

export const shortText = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, expected: `a text of at most ${maxLength} characters` });

/** A text that no fault shows. */
export const secret = (expected: string, isRight: (value: string) => boolean) =>
  Type.With(text(expected, isRight), { writeOnly: true });

export const yesNo = Type.Boolean({ expected: 'true or false' });

export const port = Type.Integer({ minimum: 0, maximum: 65535, expected: 'a port from 0 to 65535' });

export const wholeNumber = (minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, expected: `a whole number from ${minimum} to ${maximum}` });

export const choice = <const Names extends string[]>(...names: Names) =>
  Type.Enum<Names>(names, { expected: `one of ${names.join(', ')}` });

export const list = <Item extends Type.TSchema>(item: Item, minItems = 0) =>
  Type.Array(item, {
    minItems,
    expected: minItems === 0 ? 'a list' : `a list with at least ${minItems} entry`,
  });

export const section = <Properties extends Type.TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false, expected: 'keys with values' });

/** A key that has this value where a file lacks it. */
export const usually = <Kind extends Type.TSchema>(kind: Kind, value: Type.Static<Kind>) =>
  Type.With(kind, { default: value });

/** A section that a file may lack, since it may lack each of its keys. */
export const optionalSection = <Keys extends Type.TProperties>(keys: Keys) =>
  Type.With(section(keys), { default: {} });

/** A key that is null where a file lacks it. */
export const orNull = <Kind extends Type.TSchema>(kind: Kind) =>
  Type.Union([kind, Type.Null()], { ...expectedOf(kind), default: null });

/** What a fault says was expected; `writeOnly`: it does not show what was found. */
export const expectedOf = (kind: Type.TSchema): Type.Static<typeof Expected> =>
  Check(Expected, kind)
    ? { expected: kind.expected, writeOnly: kind.writeOnly ?? false }
    : { expected: 'something else' };

const Expected = Type.Object({
  expected: Type.String(),
  writeOnly: Type.Optional(Type.Boolean()),
});

const millisecondsPerUnit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const durationPattern = /^(\d{1,9})(ms|s|m|h|d)$/;

export const duration = Type.String({
  pattern: durationPattern.source,
  expected: 'a duration such as 500ms, 30s, 10m or 8h',
});

/** The milliseconds of a duration that has been checked. */
export function durationMs(value: string): number {
  const [, count, unit] = durationPattern.exec(value) ?? [];
  const found = Object.entries(millisecondsPerUnit).find(([name]) => name === unit);
  if (count === undefined || found === undefined) throw new Error(`not a duration: ${value}`);
  return Number(count) * found[1];
}

/** A shorter secret could be guessed offline from one cookie. */
export const isLongSecret = (value: string) => Buffer.byteLength(value) >= 32;

/** A client id or secret (RFC 6749, A.1 and A.2). A file or variable with a line end too many is found at the start. */
export const isCredential = (value: string) => /^[!-~]([ -~]*[!-~])?$/.test(value);

/** Whether tokens may travel there: https anywhere, http to this machine itself only (RFC 9700, section 2.6). */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

// Not the names below `localhost`: a resolver may give them any address (RFC 6761, section 6.3).
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));

/** An issuer has no query and no fragment (OpenID Connect Discovery 1.0, section 3), nor the blanks that a URL parser drops; http only on loopback. */
export function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || /[?#\s]/.test(value) || url.username !== '' || value.length > 2048) return false;
  return isSafeAddress(value);
}

/** The request carries a hash of a person's email: an address that is safe for tokens is safe for that too. */
export const isAvatarTemplate = (value: string) =>
  value.includes('{hash}') && isSafeAddress(value.replaceAll('{hash}', '0'));

/** One slash, not two, and no backslash: a browser reads the others as another host. No fragment: a query may follow. */
export const isLocalPath = (value: string) => /^\/(?!\/)[\x21-\x7e]*$/.test(value) && !/[\\#]/.test(value);

/** A DNS name, an IPv4 or a bracketed IPv6 address, and a port: a URL parser reads such text as a host only. */
export const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** A host as browsers write it, with its port: lower case, a name beyond ASCII in its `xn--` form. */
export const isHost = (value: string) =>
  hostPattern.test(value) &&
  (URL.parse(`http://${value}/`)?.host === value || URL.parse(`https://${value}/`)?.host === value);

/** The path of `unix:PATH`, a socket to listen on; undefined for any other host. */
export const socketPathOf = (host: string): string | undefined =>
  host.startsWith('unix:') ? host.slice('unix:'.length) : undefined;

export const isListenAddress = (value: string) => socketPathOf(value)?.startsWith('/') ?? true;

export const isContact = (value: string) => /^(mailto:\S+@\S+|https:\/\/\S+)$/.test(value);

export const isStoreUrl = (value: string) => /^(sqlite:.|postgres(ql)?:\/\/.)/.test(value);

export const isEmail: (value: string) => boolean = IsEmail;

/** One address, or `@example.com` for everybody there. `*@example.com` would be the address of nobody. */
export const isAllowedEmail = (value: string) =>
  isEmail(value.startsWith('@') ? `a${value}` : value) && !value.includes('*');

/** One address, a range in CIDR notation that is not everybody, or one of proxy-addr's names for private ranges. */
export function isProxyRange(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const width = { 4: 32, 6: 128 }[isIP(address)];
  if (width === undefined || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= width);
}

/** An IANA name. Intl would also accept an offset such as +02:00. */
export function isTimeZone(value: string): boolean {
  // Loading the time zones takes 15 ms of a start.
  if (value === 'UTC') return true;
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
