import { defaultRates } from '../server/config/profile.ts';

type About = Readonly<{
  description: string;
  /** The default in words, for a value that does not explain itself. */
  absent?: string;
}>;

/** The meaning of each key of a profile, for the reference and for editors. `[]`: an entry of a list. */
export const profileKeys: Readonly<Record<string, About>> = {
  data: {
    description: 'The folder of the embedded database and of generated secrets and keys.',
  },
  http: { description: 'The listener and the addresses of the service.' },
  'http.host': {
    description:
      'The address to listen on. A proxy elsewhere needs `0.0.0.0` or an address that it reaches. `unix:/PATH` is a socket, whose group is trusted as a proxy.',
  },
  'http.port': { description: 'The port to listen on; 0 chooses a free one.' },
  'http.trustedProxies': {
    absent: 'none',
    description:
      'The proxies whose `X-Forwarded-*` are trusted: addresses, CIDR ranges, `loopback`, `linklocal` or `uniquelocal`.',
  },
  'http.allowedHosts': {
    absent: 'any; production requires them',
    description: 'The host names that browsers use; another Host gets 400.',
  },
  'http.securityContact': {
    absent: 'nobody',
    description: 'The contact for security reports, in `/.well-known/security.txt` (RFC 9116).',
  },
  'http.publicScheme': {
    absent: 'from the connection or a trusted proxy',
    description: 'The scheme that browsers use; `https` makes cookies Secure.',
  },
  rates: {
    description:
      'Limits for one address, or one network of IPv6 (/64), behind a trusted proxy; beyond them 429. Each process counts for itself.',
  },
  'rates.signInsPerMinute': {
    absent: `${defaultRates.signInsPerMinute}; no limit in local and test`,
    description:
      'The number of sign-ins that one address, or network of IPv6 (/64), behind a trusted proxy may begin or finish; 0 is no limit.',
  },
  'rates.requestsPerSecond': {
    absent: `${defaultRates.requestsPerSecond}; no limit in local and test`,
    description:
      'The number of other requests that such an address may send, ten times as many at once; 0 is no limit.',
  },
  monitoring: { description: 'A listener of its own for metrics and health.' },
  'monitoring.host': { description: 'The address of a listener for metrics and health alone.' },
  'monitoring.port': { absent: 'both are on the public listener', description: 'Its port.' },
  auth: { description: 'The providers, and the people who may sign in.' },
  'auth.enabled': { description: 'When `false`, nobody can sign in, and every session gets 401.' },
  'auth.tenant': { description: 'The `id` of the provider that people sign in with.' },
  'auth.postLoginPath': {
    description: 'The target of the redirects after signing in and out; without `#`.',
  },
  'auth.clockTolerance': {
    description: "The difference allowed to the provider's clock.",
  },
  'auth.allowedEmails': {
    absent: 'everybody whom the provider knows',
    description: 'The people who may sign in: addresses, or `@example.com` for a whole domain.',
  },
  'auth.allowedGroups': {
    absent: 'none is needed',
    description:
      'One of these groups is needed to sign in and at each renewal, beside an allowed email where both are set; a name with blanks is written in a list.',
  },
  'auth.groupsClaim': {
    description:
      'The claim of the ID token that has the groups of a person: a list of texts, or one text.',
  },
  'auth.requireVerifiedEmail': {
    description: 'True: an ID token without `email_verified` is refused, too.',
  },
  'auth.providers': {
    description: 'The providers. Those that are not the tenant are listed only.',
  },
  'auth.providers[].id': {
    description: 'The name of the provider in `auth.tenant` and in the interface.',
  },
  'auth.providers[].label': { description: 'The name of the provider on the page.' },
  'auth.providers[].issuer': {
    description: 'The address before `/.well-known/openid-configuration`.',
  },
  'auth.providers[].clientId': {
    absent: 'none',
    description: 'Without it the provider is listed and cannot be used.',
  },
  'auth.providers[].clientSecret': {
    absent: 'none',
    description: 'Without it the provider is listed and cannot be used.',
  },
  'auth.providers[].tokenEndpointAuthMethod': {
    absent: 'what the provider lists, Basic first',
    description: 'The method of client authentication.',
  },
  'auth.providers[].revokeAtSignOut': {
    description: 'True: signing out revokes the tokens at the provider (RFC 7009).',
  },
  'auth.providers[].signOutAtProvider': {
    description:
      'True: signing out leads on to the sign-out of the provider (RP-Initiated Logout), which leads back to `auth.postLoginPath`.',
  },
  'auth.providers[].backchannelLogout': {
    description:
      'True: the provider may end sessions here, at `/api/auth/backchannel-logout` (OpenID Connect Back-Channel Logout).',
  },
  'auth.providers[].scopes': { description: 'The scopes of the sign-in; these three always.' },
  'auth.providers[].authorizationParameters': {
    description:
      'Sent to the provider with the sign-in, such as `access_type: offline`. `claims` replaces ours. With `max_age` the ID token must have an `auth_time` within it.',
  },
  session: { description: 'The secrets and lifetimes of sessions.' },
  'session.secrets': {
    absent: 'generated in the data folder, in local and test only',
    description: 'The secrets that encrypt session cookies: the first seals, all open.',
  },
  'session.extension': {
    description:
      'The time that a session with a refresh token lasts after its ID token has expired.',
  },
  'session.outageGrace': {
    description:
      'The time after that expiry in which sessions are served while the provider is unavailable.',
  },
  'session.longest': {
    absent: 'none',
    description: 'The time after the sign-in at which a session ends, however often it is renewed.',
  },
  store: { description: 'The store of the tasks.' },
  'store.url': {
    absent: '`sqlite:<data>/dueline.db`',
    description:
      'The database. `postgres://user:password@host:5432/name` may have several hosts, for a standby, and `?pooler=transaction` behind PgBouncer.',
  },
  'store.poolSize': { description: 'Connections of one process to PostgreSQL.' },
  tasks: { description: 'Rules of the tasks.' },
  'tasks.timeZone': {
    absent: "the machine's",
    description: 'The time zone of requests without a `Time-Zone` header.',
  },
  'tasks.mostPerPerson': {
    description: 'The number of tasks that one person may have; beyond it 409.',
  },
  'tasks.mostWaiting': {
    description:
      'The number of requests that may wait for a change (`Prefer: wait`) in one process; more are answered at once. The proxy must have room for them.',
  },
  'tasks.mostBytesPerPerson': {
    description: 'The bytes of JSON that the tasks of one person may be; beyond them 409.',
  },
  avatars: { description: 'Pictures of people.' },
  'avatars.enabled': {
    absent: 'true in production',
    description: 'True: a public service is asked for a picture if the provider has none.',
  },
  'avatars.urlTemplate': {
    description: 'The address of a picture; `{hash}` is the SHA-256 of the email.',
  },
  'avatars.timeout': { description: 'The time that the service of pictures may take.' },
  localProvider: {
    description: 'The sign-in provider of one machine, which asks for no password.',
  },
  'localProvider.enabled': {
    absent: 'true in local and test',
    description:
      'True: the local provider runs, which asks for no password. Production refuses it.',
  },
  'localProvider.port': { description: 'Its port, on loopback.' },
  'localProvider.users': { absent: 'none', description: 'The people whom its page offers.' },
  'localProvider.users[].email': { description: 'The address that owns the tasks.' },
  'localProvider.users[].name': { description: 'The name on the page.' },
  'localProvider.users[].picture': { absent: 'none', description: 'The address of a picture.' },
  log: { description: 'The log of the process, and the audit log.' },
  'log.level': { description: 'From `warn` on, requests are not logged.' },
  'log.audit': {
    absent: 'nowhere',
    description:
      'The record of sign-ins and sign-outs: `stdout`, or a file that they are appended to.',
  },
};
