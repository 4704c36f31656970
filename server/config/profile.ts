import * as Type from 'typebox';

import * as values from './values.ts';

/** A text. `expected`: the expected value, as the message of a fault names it. */
const text = (expected: string, isRight: (value: string) => boolean = () => true) =>
  Type.Refine(Type.String({ minLength: 1, expected }), isRight);

const shortText = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, expected: `a text of at most ${maxLength} characters` });

/** A text that the message of a fault never shows. */
const secret = (expected: string, isRight: (value: string) => boolean) =>
  Type.With(text(expected, isRight), { writeOnly: true });

const yesNo = Type.Boolean({ expected: 'true or false' });

const port = Type.Integer({ minimum: 0, maximum: 65535, expected: 'a port from 0 to 65535' });

const wholeNumber = (minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, expected: `a whole number from ${minimum} to ${maximum}` });

const choice = <const Names extends string[]>(...names: Names) =>
  Type.Enum<Names>(names, { expected: `one of ${names.join(', ')}` });

const list = <Item extends Type.TSchema>(item: Item, minItems = 0) =>
  Type.Array(item, {
    minItems,
    expected: minItems === 0 ? 'a list' : `a list with at least ${minItems} entry`,
  });

const section = <Properties extends Type.TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false, expected: 'keys with values' });

/** A key with a default. */
const usually = <Kind extends Type.TSchema>(kind: Kind, value: Type.Static<Kind>) =>
  Type.With(kind, { default: value });

/** A section that a file may lack, because each of its keys has a default. */
const optionalSection = <Keys extends Type.TProperties>(keys: Keys) =>
  Type.With(section(keys), { default: {} });

/** A key whose default is null. */
const orNull = <Kind extends Type.TSchema>(kind: Kind) =>
  Type.Union([kind, Type.Null()], { ...expectedOf(kind), default: null });

/** The expected value, as the message of a fault names it. `writeOnly`: the message does not show the value found. */
export const expectedOf = (kind: Type.TSchema) => ({
  expected: 'expected' in kind ? String(kind.expected) : 'something else',
  writeOnly: 'writeOnly' in kind && kind.writeOnly === true,
});

const duration = Type.String({
  pattern: values.durationPattern.source,
  expected: 'a duration such as 500ms, 30s, 10m or 8h',
});

/** The limits of one client address in production, where the profile sets none. */
export const defaultRates = { signInsPerMinute: 60, requestsPerSecond: 50 };

const credential = 'an ASCII text, without blanks and line ends around it';
const address = text('a host name or an address');

const provider = section({
  id: shortText(64),
  label: shortText(100),
  issuer: text('an https address, or an http address on this machine', values.isIssuer),
  clientId: orNull(text(credential, values.isCredential)),
  clientSecret: orNull(secret(credential, values.isCredential)),
  tokenEndpointAuthMethod: orNull(choice('client_secret_basic', 'client_secret_post')),
  revokeAtSignOut: usually(yesNo, false),
  signOutAtProvider: usually(yesNo, false),
  backchannelLogout: usually(yesNo, false),
  scopes: usually(list(text('a scope'), 1), ['openid', 'email', 'profile']),
  authorizationParameters: usually(
    Type.Record(Type.String(), text('a text'), { expected: 'keys with values' }),
    {},
  ),
});

const localUser = section({
  email: text('an email address', values.isEmail),
  name: text('a text'),
  picture: orNull(text('an address')),
});

/**
 * The schema of a profile file: every key, with its default. config.ts replaces some null values: those that depend on the name
 * of the profile, the machine or the data folder. scripts/profile-keys.ts describes each key. Both files are the source of
 * docs/reference/configuration.md and config/profile.schema.json.
 */
export const Profile = section({
  data: usually(text('a folder'), 'data'),
  http: optionalSection({
    host: usually(
      text('a host name, an address, or unix: and an absolute path', values.isListenAddress),
      '127.0.0.1',
    ),
    port: usually(port, 8080),
    trustedProxies: usually(
      list(text('an address, a CIDR range from /1 on, or loopback', values.isProxyRange)),
      [],
    ),
    allowedHosts: usually(list(text('a host such as tasks.example.com', values.isHost)), []),
    securityContact: orNull(
      text('an address such as mailto:security@example.com', values.isContact),
    ),
    publicScheme: orNull(choice('http', 'https')),
  }),
  rates: optionalSection({
    signInsPerMinute: orNull(wholeNumber(0, 1_000_000)),
    requestsPerSecond: orNull(wholeNumber(0, 1_000_000)),
  }),
  monitoring: optionalSection({ host: usually(address, '127.0.0.1'), port: orNull(port) }),
  auth: section({
    enabled: usually(yesNo, true),
    tenant: text('the id of one of auth.providers'),
    postLoginPath: usually(text('a path of this service such as /', values.isLocalPath), '/'),
    clockTolerance: usually(duration, '30s'),
    allowedEmails: usually(
      list(text('an email address, or @ and a domain', values.isAllowedEmail)),
      [],
    ),
    allowedGroups: usually(list(text('the name of a group')), []),
    groupsClaim: usually(text('the name of a claim'), 'groups'),
    requireVerifiedEmail: usually(yesNo, false),
    providers: list(provider, 1),
  }),
  session: optionalSection({
    secrets: usually(list(secret('a text of 32 bytes or more', values.isLongSecret)), []),
    extension: usually(duration, '8h'),
    outageGrace: usually(duration, '10m'),
    longest: orNull(duration),
  }),
  store: optionalSection({
    url: orNull(secret(values.expectedStoreUrl, values.isStoreUrl)),
    poolSize: usually(wholeNumber(1, 1000), 10),
  }),
  tasks: optionalSection({
    timeZone: orNull(text('an IANA time zone such as Europe/Berlin', values.isTimeZone)),
    mostPerPerson: usually(wholeNumber(1, 1_000_000), 10_000),
    mostBytesPerPerson: usually(wholeNumber(10_000, 1_000_000_000), 4_194_304),
    mostWaiting: usually(wholeNumber(0, 100_000), 200),
  }),
  avatars: optionalSection({
    enabled: orNull(yesNo),
    urlTemplate: usually(
      text('an https address with {hash} in it', values.isAvatarTemplate),
      'https://www.gravatar.com/avatar/{hash}?s=96&d=404',
    ),
    timeout: usually(duration, '1s'),
  }),
  localProvider: optionalSection({
    enabled: orNull(yesNo),
    port: usually(port, 9080),
    users: usually(list(localUser), []),
  }),
  log: optionalSection({
    level: usually(choice('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info'),
    audit: orNull(text('stdout or a file')),
  }),
});
export type Profile = Type.Static<typeof Profile>;
