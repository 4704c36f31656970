import * as Type from 'typebox';

import {
  choice,
  duration,
  isAllowedEmail,
  isAvatarTemplate,
  isContact,
  isCredential,
  isEmail,
  isHost,
  isIssuer,
  isListenAddress,
  isLocalPath,
  isLongSecret,
  isProxyRange,
  isStoreUrl,
  isTimeZone,
  list,
  optionalSection,
  orNull,
  port,
  secret,
  section,
  shortText,
  text,
  usually,
  wholeNumber,
  yesNo,
} from './values.ts';

/** What one address may do in production where the profile says nothing. */
export const usualRates = { signInsPerMinute: 60, requestsPerSecond: 50 };

const credential = 'an ASCII text, without blanks and line ends around it';
const address = text('a host name or an address');

const provider = section({
  id: shortText(64),
  label: shortText(100),
  issuer: text('an https address, or an http address on this machine', isIssuer),
  clientId: orNull(text(credential, isCredential)),
  clientSecret: orNull(secret(credential, isCredential)),
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
  email: text('an email address', isEmail),
  name: text('a text'),
  picture: orNull(text('an address')),
});

/**
 * A profile file: every key there is, with its default; a section that has a default for each of its keys may be missing. null stays
 * null unless config.ts, which knows which profile it is and the data folder, has a value for it. scripts/profile-keys.ts says what
 * each key means: from both docs/reference/configuration.md and config/profile.schema.json are made.
 */
export const Profile = section({
  data: usually(text('a folder'), 'data'),
  http: optionalSection({
    host: usually(
      text('a host name, an address, or unix: and an absolute path', isListenAddress),
      '127.0.0.1',
    ),
    port: usually(port, 8080),
    trustedProxies: usually(list(text('an address, a CIDR range from /1 on, or loopback', isProxyRange)), []),
    allowedHosts: usually(list(text('a host such as tasks.example.com', isHost)), []),
    securityContact: orNull(text('an address such as mailto:security@example.com', isContact)),
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
    postLoginPath: usually(text('a path of this service such as /', isLocalPath), '/'),
    clockTolerance: usually(duration, '30s'),
    allowedEmails: usually(list(text('an email address, or @ and a domain', isAllowedEmail)), []),
    allowedGroups: usually(list(text('the name of a group')), []),
    groupsClaim: usually(text('the name of a claim'), 'groups'),
    requireVerifiedEmail: usually(yesNo, false),
    providers: list(provider, 1),
  }),
  session: optionalSection({
    secrets: usually(list(secret('a text of 32 bytes or more', isLongSecret)), []),
    extension: usually(duration, '8h'),
    outageGrace: usually(duration, '10m'),
    longest: orNull(duration),
  }),
  store: optionalSection({
    url: orNull(secret('sqlite:<file> or postgres://<address>', isStoreUrl)),
    poolSize: usually(wholeNumber(1, 1000), 10),
  }),
  tasks: optionalSection({
    timeZone: orNull(text('an IANA time zone such as Europe/Berlin', isTimeZone)),
    mostPerPerson: usually(wholeNumber(1, 1_000_000), 10_000),
    mostBytesPerPerson: usually(wholeNumber(10_000, 1_000_000_000), 4_194_304),
  }),
  avatars: optionalSection({
    enabled: orNull(yesNo),
    urlTemplate: usually(
      text('an https address with {hash} in it', isAvatarTemplate),
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
