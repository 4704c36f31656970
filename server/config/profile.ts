import * as Type from 'typebox';

import {
  choice,
  duration,
  fits,
  isAllowedEmail,
  isAvatarTemplate,
  isEmail,
  isHost,
  isIssuer,
  isLocalPath,
  isLongSecret,
  isProxyRange,
  isStoreUrl,
  isTimeZone,
  list,
  optional,
  optionalSection,
  orNull,
  port,
  secret,
  section,
  text,
  wholeNumber,
  yesNo,
} from './values.ts';

const provider = section({
  id: text('a text of at most 64 characters', fits(64)),
  label: text('a text of at most 100 characters', fits(100)),
  issuer: text('an https address, or an http address on this machine', isIssuer),
  clientId: orNull(text('a text')),
  clientSecret: orNull(secret('a text')),
  /** null: what the provider lists, Basic first. */
  tokenEndpointAuthMethod: orNull(choice('client_secret_basic', 'client_secret_post')),
  /** Whether signing out revokes the tokens at the provider (RFC 7009). */
  revokeAtSignOut: optional(yesNo, false),
  scopes: optional(list(text('a scope'), 1), ['openid', 'email', 'profile']),
  /** Sent along to the authorization address, such as `access_type: offline`. */
  authorizationParameters: optional(Type.Record(Type.String(), text('a text')), {}),
});

/** Someone who can be chosen on the local provider's sign-in page. */
const localUser = section({
  email: text('an email address', isEmail),
  name: text('a text'),
  picture: orNull(text('an address')),
});

/**
 * A profile file: every key there is. A key takes its default from here; null stays null unless complete.ts, which knows
 * which profile it is and the data folder, has a value for it.
 */
export const Profile = section({
  data: optional(text('a folder'), 'data'),
  http: optionalSection({
    host: optional(text('a host name or an address'), '127.0.0.1'),
    port: optional(port, 8080),
    /** Addresses or CIDR ranges whose X-Forwarded-* are believed. */
    trustedProxies: optional(list(text('an address, a CIDR range or loopback', isProxyRange)), []),
    allowedHosts: optional(list(text('a host such as tasks.example.com', isHost)), []),
    /** What browsers see; null: from the connection or a trusted proxy. */
    publicScheme: orNull(choice('http', 'https')),
    /** Whether Strict-Transport-Security includes the subdomains. */
    hstsIncludeSubDomains: optional(yesNo, false),
    workers: optional(
      Type.Union([wholeNumber(1, 256), Type.Literal('auto')], {
        description: 'a whole number from 1 to 256, or auto',
      }),
      1,
    ),
  }),
  /** A listener of its own for metrics and health; port null: both are on the public one. */
  monitoring: optionalSection({
    host: optional(text('a host name or an address'), '127.0.0.1'),
    port: orNull(port),
  }),
  auth: section({
    enabled: optional(yesNo, true),
    tenant: text('the id of one of auth.providers'),
    postLoginPath: optional(text('a path of this service such as /', isLocalPath), '/'),
    clockTolerance: optional(duration, '30s'),
    allowedEmails: optional(list(text('an email address, or @ and a domain', isAllowedEmail)), []),
    /** Whether an absent `email_verified` is refused as well. */
    requireVerifiedEmail: optional(yesNo, false),
    providers: list(provider, 1),
  }),
  session: optionalSection({
    secrets: optional(list(secret('a text of 32 bytes or more', isLongSecret)), []),
    extension: optional(duration, '8h'),
    outageGrace: optional(duration, '10m'),
    /** How long after the sign-in a session ends however often it is renewed; null: never for that reason. */
    longest: orNull(duration),
  }),
  store: optionalSection({
    url: orNull(secret('sqlite:<file> or postgres://<address>', isStoreUrl)),
    poolSize: optional(wholeNumber(1, 1000), 10),
  }),
  tasks: optionalSection({
    timeZone: orNull(text('an IANA time zone such as Europe/Berlin', isTimeZone)),
    mostPerPerson: optional(wholeNumber(1, 1_000_000), 10_000),
  }),
  avatars: optionalSection({
    enabled: orNull(yesNo),
    urlTemplate: optional(
      text('an https address with {hash} in it', isAvatarTemplate),
      'https://www.gravatar.com/avatar/{hash}?s=96&d=404',
    ),
    timeout: optional(duration, '1s'),
  }),
  localProvider: optionalSection({
    enabled: orNull(yesNo),
    port: optional(port, 9080),
    users: optional(list(localUser), []),
  }),
  log: optionalSection({
    level: optional(choice('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info'),
  }),
});
export type Profile = Type.Static<typeof Profile>;
