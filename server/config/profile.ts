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
  port,
  secret,
  section,
  text,
  wholeNumber,
  yesNo,
} from './values.ts';

const optional = Type.Optional;

const provider = section({
  id: text('a text of at most 64 characters', fits(64)),
  label: text('a text of at most 100 characters', fits(100)),
  issuer: text('an https address, or an http address on this machine', isIssuer),
  clientId: optional(text('a text')),
  clientSecret: optional(secret('a text')),
  tokenEndpointAuthMethod: optional(choice('client_secret_basic', 'client_secret_post')),
  revokeAtSignOut: optional(yesNo),
  scopes: optional(list(text('a scope'), 1)),
  authorizationParameters: optional(Type.Record(Type.String(), text('a text'))),
});

const localUser = section({
  email: text('an email address', isEmail),
  name: text('a text'),
  picture: optional(text('an address')),
});

/** A profile file: every key there is. */
export const Profile = section({
  environment: optional(choice('local', 'test', 'production')),
  data: optional(text('a folder')),
  http: optional(
    section({
      host: optional(text('a host name or an address')),
      port: optional(port),
      trustedProxies: optional(list(text('an address, a CIDR range or loopback', isProxyRange))),
      allowedHosts: optional(list(text('a host such as tasks.example.com', isHost))),
      publicScheme: optional(choice('http', 'https')),
      hstsIncludeSubDomains: optional(yesNo),
      workers: optional(
        Type.Union([wholeNumber(1, 256), Type.Literal('auto')], {
          description: 'a whole number from 1 to 256, or auto',
        }),
      ),
    }),
  ),
  auth: section({
    enabled: optional(yesNo),
    tenant: text('the id of one of auth.providers'),
    postLoginPath: optional(text('a path of this service such as /', isLocalPath)),
    clockTolerance: optional(duration),
    allowedEmails: optional(list(text('an email address, or @ and a domain', isAllowedEmail))),
    requireVerifiedEmail: optional(yesNo),
    providers: list(provider, 1),
  }),
  session: optional(
    section({
      secrets: optional(list(secret('a text of 32 bytes or more', isLongSecret))),
      extension: optional(duration),
      outageGrace: optional(duration),
      longest: optional(duration),
    }),
  ),
  store: optional(
    section({
      url: optional(secret('sqlite:<file> or postgres://<address>', isStoreUrl)),
      poolSize: optional(wholeNumber(1, 1000)),
    }),
  ),
  tasks: optional(
    section({
      timeZone: optional(text('an IANA time zone such as Europe/Berlin', isTimeZone)),
      mostPerPerson: optional(wholeNumber(1, 1_000_000)),
    }),
  ),
  avatars: optional(
    section({
      enabled: optional(yesNo),
      urlTemplate: optional(text('an https address with {hash} in it', isAvatarTemplate)),
      timeout: optional(duration),
    }),
  ),
  localProvider: optional(
    section({ enabled: optional(yesNo), port: optional(port), users: optional(list(localUser)) }),
  ),
  log: optional(section({ level: optional(choice('trace', 'debug', 'info', 'warn', 'error', 'silent')) })),
});
export type Profile = Type.Static<typeof Profile>;
