import type * as Type from 'typebox';

import { auth } from './profile-auth.ts';
import { rates } from './profile-rates.ts';
import {
  choice,
  duration,
  isAvatarTemplate,
  isEmail,
  isHost,
  isLongSecret,
  isProxyRange,
  isStoreUrl,
  isTimeZone,
  list,
  optional,
  optionalSection,
  orNull,
  port,
  required,
  secret,
  section,
  text,
  wholeNumber,
  yesNo,
} from './values.ts';

const localUser = section({
  email: required(text('an email address', isEmail), 'The address that owns the tasks.'),
  name: required(text('a text'), 'The name on the page.'),
  picture: orNull(text('an address'), 'none', 'The address of a picture.'),
});

/**
 * A profile file: every key there is, with its default and its meaning. null stays null unless complete.ts, which knows which
 * profile it is and the data folder, has a value for it. docs/reference/configuration.md and config/profile.schema.json are
 * made from this.
 */
export const Profile = section({
  data: optional(
    text('a folder'),
    'data',
    'The folder of the embedded database, generated secrets and the keys of the local provider.',
  ),
  http: optionalSection(
    {
      host: optional(
        text('a host name or an address'),
        '127.0.0.1',
        'The address to listen on. A proxy on another machine or in another container needs `0.0.0.0` or an address that it reaches.',
      ),
      port: optional(port, 8080, 'The port to listen on; 0 chooses a free one.'),
      trustedProxies: optional(
        list(text('an address, a CIDR range from /1 on, or loopback', isProxyRange)),
        [],
        'Whose `X-Forwarded-*` are trusted: addresses, CIDR ranges, `loopback`, `linklocal` or `uniquelocal`.',
        'none',
      ),
      allowedHosts: optional(
        list(text('a host such as tasks.example.com', isHost)),
        [],
        'The host names that browsers use. Redirect addresses are built from them, and another Host gets 400.',
        'any; production requires them',
      ),
      publicScheme: orNull(
        choice('http', 'https'),
        'from the connection or a trusted proxy',
        'The scheme that browsers use: `https` behind a proxy that ends TLS makes cookies Secure.',
      ),
      hstsIncludeSubDomains: optional(
        yesNo,
        false,
        'Whether `Strict-Transport-Security` includes the subdomains.',
      ),
    },
    'How the service is reached.',
  ),
  rates,
  monitoring: optionalSection(
    {
      host: optional(text('a host name or an address'), '127.0.0.1', 'The address of that listener.'),
      port: orNull(port, 'both are on the public listener', 'The port of that listener.'),
    },
    'A listener of its own for metrics and health.',
  ),
  auth,
  session: optionalSection(
    {
      secrets: optional(
        list(secret('a text of 32 bytes or more', isLongSecret)),
        [],
        'What session cookies are encrypted with: the first seals, all open.',
        'generated in the data folder, in local and test only',
      ),
      extension: optional(
        duration,
        '8h',
        'How long a session with a refresh token lasts after its ID token has expired.',
      ),
      outageGrace: optional(
        duration,
        '10m',
        'How long after that expiry sessions are served while the provider is unavailable.',
      ),
      longest: orNull(
        duration,
        'none',
        'How long after the sign-in a session ends, however often it is renewed.',
      ),
    },
    'How long people stay signed in.',
  ),
  store: optionalSection(
    {
      url: orNull(
        secret('sqlite:<file> or postgres://<address>', isStoreUrl),
        '`sqlite:<data>/dueline.db`',
        'The database. `postgres://user:password@host:5432/name` may have several hosts, for a standby, and `?pooler=transaction` behind PgBouncer.',
      ),
      poolSize: optional(wholeNumber(1, 1000), 10, 'Connections of one process to PostgreSQL.'),
    },
    'Where tasks are kept.',
  ),
  tasks: optionalSection(
    {
      timeZone: orNull(
        text('an IANA time zone such as Europe/Berlin', isTimeZone),
        "the machine's",
        'The time zone of requests without a `Time-Zone` header.',
      ),
      mostPerPerson: optional(
        wholeNumber(1, 1_000_000),
        10_000,
        'How many tasks one person may have; a create beyond it gets 409.',
      ),
      mostBytesPerPerson: optional(
        wholeNumber(10_000, 1_000_000_000),
        4_194_304,
        'How many bytes of JSON the tasks of one person may be together; what would make them more gets 409.',
      ),
    },
    'Rules of the tasks.',
  ),
  avatars: optionalSection(
    {
      enabled: orNull(
        yesNo,
        'true in production',
        'Whether a public service is asked for a picture of people whose provider has none.',
      ),
      urlTemplate: optional(
        text('an https address with {hash} in it', isAvatarTemplate),
        'https://www.gravatar.com/avatar/{hash}?s=96&d=404',
        'The address of a picture; `{hash}` is the SHA-256 of the email.',
      ),
      timeout: optional(duration, '1s', 'How long that service may take.'),
    },
    'Pictures of people.',
  ),
  localProvider: optionalSection(
    {
      enabled: orNull(yesNo, 'true in local and test', 'Whether it runs. Production refuses it.'),
      port: optional(port, 9080, 'Its port, on loopback.'),
      users: optional(list(localUser), [], 'The people whom its sign-in page offers.', 'none'),
    },
    'The sign-in provider of one machine, which asks for no password.',
  ),
  log: optionalSection(
    {
      level: optional(
        choice('trace', 'debug', 'info', 'warn', 'error', 'silent'),
        'info',
        'From `warn` on, requests are not logged.',
      ),
      audit: orNull(
        text('stdout or a file'),
        'nowhere',
        'Where it is recorded who signs in and out: `stdout`, or a file that sign-ins are appended to.',
      ),
    },
    'What is logged.',
  ),
});
export type Profile = Type.Static<typeof Profile>;
