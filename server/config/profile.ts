import * as Type from 'typebox';

import {
  choice,
  duration,
  fits,
  isAllowedEmail,
  isAvatarTemplate,
  isCredential,
  isEmail,
  isHost,
  isIssuer,
  isLocalPath,
  isLongSecret,
  isProxyRange,
  isStoreUrl,
  isTimeZone,
  key,
  list,
  optionalSection,
  orNull,
  port,
  requiredSection,
  secret,
  section,
  text,
  wholeNumber,
  yesNo,
} from './values.ts';

/** What one address may do in production where the profile says nothing. */
export const usualRates = { signInsPerMinute: 60, requestsPerSecond: 50 };

const rate = (usual: number, description: string) =>
  orNull(wholeNumber(0, 1_000_000), { absent: `${usual}; no limit in local and test`, description });

const credential = 'an ASCII text, without blanks and line ends around it';

const provider = section({
  id: key(text('a text of at most 64 characters', fits(64)), {
    description: 'The name of the provider in `auth.tenant` and in the interface.',
  }),
  label: key(text('a text of at most 100 characters', fits(100)), {
    description: 'The name of the provider on the page.',
  }),
  issuer: key(text('an https address, or an http address on this machine', isIssuer), {
    description: 'The address of the provider, whose `/.well-known/openid-configuration` describes it.',
  }),
  clientId: orNull(text(credential, isCredential), {
    absent: 'none',
    description: 'Without it the provider is listed and cannot be used.',
  }),
  clientSecret: orNull(secret(credential, isCredential), {
    absent: 'none',
    description: 'Without it the provider is listed and cannot be used.',
  }),
  tokenEndpointAuthMethod: orNull(choice('client_secret_basic', 'client_secret_post'), {
    absent: 'what the provider lists, Basic first',
    description: 'How the client authenticates.',
  }),
  revokeAtSignOut: key(yesNo, {
    default: false,
    description: 'Whether signing out revokes the tokens at the provider (RFC 7009).',
  }),
  scopes: key(list(text('a scope'), 1), {
    default: ['openid', 'email', 'profile'],
    description: 'What is requested at the sign-in; these three always.',
  }),
  authorizationParameters: key(Type.Record(Type.String(), text('a text'), { expected: 'keys with values' }), {
    default: {},
    description: 'Sent to the provider with the sign-in, such as `access_type: offline`.',
  }),
});

const localUser = section({
  email: key(text('an email address', isEmail), { description: 'The address that owns the tasks.' }),
  name: key(text('a text'), { description: 'The name on the page.' }),
  picture: orNull(text('an address'), { absent: 'none', description: 'The address of a picture.' }),
});

/**
 * A profile file: every key there is, with its default and its meaning. null stays null unless config.ts, which knows which
 * profile it is and the data folder, has a value for it. docs/reference/configuration.md and config/profile.schema.json are
 * made from this.
 */
export const Profile = section({
  data: key(text('a folder'), {
    default: 'data',
    description: 'The folder of the embedded database, generated secrets and the keys of the local provider.',
  }),
  http: optionalSection('How the service is reached.', {
    host: key(text('a host name or an address'), {
      default: '127.0.0.1',
      description:
        'The address to listen on. A proxy on another machine or in another container needs `0.0.0.0` or an address that it reaches.',
    }),
    port: key(port, { default: 8080, description: 'The port to listen on; 0 chooses a free one.' }),
    trustedProxies: key(list(text('an address, a CIDR range from /1 on, or loopback', isProxyRange)), {
      default: [],
      absent: 'none',
      description:
        'Whose `X-Forwarded-*` are trusted: addresses, CIDR ranges, `loopback`, `linklocal` or `uniquelocal`.',
    }),
    allowedHosts: key(list(text('a host such as tasks.example.com', isHost)), {
      default: [],
      absent: 'any; production requires them',
      description:
        'The host names that browsers use. Redirect addresses are built from them, and another Host gets 400.',
    }),
    publicScheme: orNull(choice('http', 'https'), {
      absent: 'from the connection or a trusted proxy',
      description: 'The scheme that browsers use: `https` behind a proxy that ends TLS makes cookies Secure.',
    }),
    hstsIncludeSubDomains: key(yesNo, {
      default: false,
      description: 'Whether `Strict-Transport-Security` includes the subdomains.',
    }),
  }),
  rates: optionalSection(
    'What one address, or one network of IPv6 (/64), may do behind a trusted proxy; more gets 429. Each process counts for itself.',
    {
      signInsPerMinute: rate(
        usualRates.signInsPerMinute,
        'How often it may begin or finish a sign-in; 0 is no limit. 600 is enough for 2,000 people behind one address.',
      ),
      requestsPerSecond: rate(
        usualRates.requestsPerSecond,
        'How many requests it may send to the rest of the interface, ten times as many at once; 0 is no limit. 500 is enough for 2,000 people behind one address.',
      ),
    },
  ),
  monitoring: optionalSection('A listener of its own for metrics and health.', {
    host: key(text('a host name or an address'), {
      default: '127.0.0.1',
      description: 'The address of that listener.',
    }),
    port: orNull(port, {
      absent: 'both are on the public listener',
      description: 'The port of that listener.',
    }),
  }),
  auth: requiredSection('Who signs in, and where.', {
    enabled: key(yesNo, {
      default: true,
      description: 'When `false`, nobody can sign in, and every session gets 401.',
    }),
    tenant: key(text('the id of one of auth.providers'), {
      description: 'The `id` of the provider that people sign in with.',
    }),
    postLoginPath: key(text('a path of this service such as /', isLocalPath), {
      default: '/',
      description: 'The path of this service to which signing in and out redirects; without `#`.',
    }),
    clockTolerance: key(duration, {
      default: '30s',
      description: "The difference allowed between the clock of the service and the provider's.",
    }),
    allowedEmails: key(list(text('an email address, or @ and a domain', isAllowedEmail)), {
      default: [],
      absent: 'everybody whom the provider knows',
      description:
        'Who may sign in: addresses, or `@example.com` for a whole domain. Others are refused after the sign-in.',
    }),
    requireVerifiedEmail: key(yesNo, {
      default: false,
      description: 'Whether an ID token without `email_verified` is refused, too.',
    }),
    providers: key(list(provider, 1), {
      description: 'The sign-in providers. Those that are not the tenant are listed only.',
    }),
  }),
  session: optionalSection('How long people stay signed in.', {
    secrets: key(list(secret('a text of 32 bytes or more', isLongSecret)), {
      default: [],
      absent: 'generated in the data folder, in local and test only',
      description: 'What session cookies are encrypted with: the first seals, all open.',
    }),
    extension: key(duration, {
      default: '8h',
      description: 'How long a session with a refresh token lasts after its ID token has expired.',
    }),
    outageGrace: key(duration, {
      default: '10m',
      description: 'How long after that expiry sessions are served while the provider is unavailable.',
    }),
    longest: orNull(duration, {
      absent: 'none',
      description: 'How long after the sign-in a session ends, however often it is renewed.',
    }),
  }),
  store: optionalSection('Where tasks are kept.', {
    url: orNull(secret('sqlite:<file> or postgres://<address>', isStoreUrl), {
      absent: '`sqlite:<data>/dueline.db`',
      description:
        'The database. `postgres://user:password@host:5432/name` may have several hosts, for a standby, and `?pooler=transaction` behind PgBouncer.',
    }),
    poolSize: key(wholeNumber(1, 1000), {
      default: 10,
      description: 'Connections of one process to PostgreSQL.',
    }),
  }),
  tasks: optionalSection('Rules of the tasks.', {
    timeZone: orNull(text('an IANA time zone such as Europe/Berlin', isTimeZone), {
      absent: "the machine's",
      description: 'The time zone of requests without a `Time-Zone` header.',
    }),
    mostPerPerson: key(wholeNumber(1, 1_000_000), {
      default: 10_000,
      description: 'How many tasks one person may have; a create beyond it gets 409.',
    }),
    mostBytesPerPerson: key(wholeNumber(10_000, 1_000_000_000), {
      default: 4_194_304,
      description:
        'How many bytes of JSON the tasks of one person may be together; what would make them more gets 409.',
    }),
  }),
  avatars: optionalSection('Pictures of people.', {
    enabled: orNull(yesNo, {
      absent: 'true in production',
      description: 'Whether a public service is asked for a picture of people whose provider has none.',
    }),
    urlTemplate: key(text('an https address with {hash} in it', isAvatarTemplate), {
      default: 'https://www.gravatar.com/avatar/{hash}?s=96&d=404',
      description: 'The address of a picture; `{hash}` is the SHA-256 of the email.',
    }),
    timeout: key(duration, { default: '1s', description: 'How long that service may take.' }),
  }),
  localProvider: optionalSection('The sign-in provider of one machine, which asks for no password.', {
    enabled: orNull(yesNo, {
      absent: 'true in local and test',
      description: 'Whether it runs. Production refuses it.',
    }),
    port: key(port, { default: 9080, description: 'Its port, on loopback.' }),
    users: key(list(localUser), {
      default: [],
      absent: 'none',
      description: 'The people whom its sign-in page offers.',
    }),
  }),
  log: optionalSection('What is logged.', {
    level: key(choice('trace', 'debug', 'info', 'warn', 'error', 'silent'), {
      default: 'info',
      description: 'From `warn` on, requests are not logged.',
    }),
    audit: orNull(text('stdout or a file'), {
      absent: 'nowhere',
      description:
        'Where it is recorded who signs in and out: `stdout`, or a file that sign-ins are appended to.',
    }),
  }),
});
export type Profile = Type.Static<typeof Profile>;
