import type { Config } from '../server/config.ts';
import { socketPathOf } from '../server/config/values.ts';
import { backchannelLogoutPath, declaredTenant } from '../server/sign-in/providers.ts';
import { keyOfTenant } from './check-provider.ts';
import type { Report } from './findings.ts';

/** A valid profile, and the redirect addresses of its service. */
type Checked = Readonly<{ config: Config; redirectUris: readonly string[] }>;

const checks: ReadonlyArray<(checked: Checked, report: Report) => void> = [
  checkEnabled,
  checkCredentials,
  checkIssuer,
  checkAddressesToRegister,
  checkScheme,
  checkTrustedProxies,
  checkSecrets,
  checkWhoMaySignIn,
];

/** Reports probable mistakes in a valid profile. */
export function checkProfile(
  config: Config,
  redirectUris: readonly string[],
  report: Report,
): void {
  for (const check of checks) check({ config, redirectUris }, report);
}

function checkEnabled({ config: { auth } }: Checked, report: Report): void {
  if (!auth.enabled) report('warning', 'auth.enabled', 'is false: nobody can sign in');
}

function checkCredentials({ config: { auth } }: Checked, report: Report): void {
  const tenant = declaredTenant(auth);
  const text = 'is empty: nobody can sign in; the provider gives it';
  for (const name of ['clientId', 'clientSecret'] as const)
    if (!tenant?.[name]) report('fault', `${keyOfTenant(auth)}.${name}`, text);
}

function checkIssuer({ config: { auth } }: Checked, report: Report): void {
  const metadata = '/.well-known/openid-configuration';
  if (!declaredTenant(auth)?.issuer.endsWith(metadata)) return;
  const text = `is the address of the metadata: leave out ${metadata}`;
  report('fault', `${keyOfTenant(auth)}.issuer`, text);
}

function checkAddressesToRegister({ config: { auth }, redirectUris }: Checked, report: Report) {
  const tenant = declaredTenant(auth);
  const key = keyOfTenant(auth);
  for (const address of redirectUris)
    report('ok', 'http.allowedHosts', `register this redirect address at the provider: ${address}`);
  if (tenant?.signOutAtProvider)
    for (const address of redirectUris) {
      const { href } = new URL(auth.postLoginPath, address);
      const text = `register this address for after a sign-out, too: ${href}`;
      report('ok', `${key}.signOutAtProvider`, text);
    }
  if (tenant?.backchannelLogout) {
    const { href } = new URL(backchannelLogoutPath, redirectUris[0]);
    const text = `register this address for back-channel logout: ${href}`;
    report('ok', `${key}.backchannelLogout`, text);
  }
}

const isTrusting = ({ http }: Config): boolean =>
  http.trustedProxies.length > 0 || socketPathOf(http.host) !== undefined;

function checkScheme({ config }: Checked, report: Report): void {
  const key = 'http.publicScheme';
  const scheme = config.http.publicScheme;
  if (!config.isProduction || scheme === 'https') return;
  if (scheme === 'http') {
    const text = 'is http: cookies are not Secure, and tokens travel unprotected; use https';
    return report('fault', key, text);
  }
  if (isTrusting(config)) {
    const text =
      'is not set: what a trusted proxy sends without X-Forwarded-Proto counts as http; set it to https';
    return report('warning', key, text);
  }
  const why = 'behind a proxy that ends TLS the redirect addresses become http; set it to https';
  report('warning', key, `is not set and no proxy is trusted: ${why}`);
}

function checkTrustedProxies({ config }: Checked, report: Report): void {
  const { signInsPerMinute, requestsPerSecond } = config.rates;
  if (isTrusting(config) || signInsPerMinute + requestsPerSecond === 0) return;
  const text = 'is empty: `rates` count no request, because only a trusted proxy tells whose it is';
  report('warning', 'http.trustedProxies', text);
}

function checkSecrets({ config: { session } }: Checked, report: Report): void {
  const { secrets } = session;
  const weak = 'can be guessed: it has few different characters; take one from `dueline secret`';
  for (const [index, secret] of secrets.entries())
    if (new Set(secret).size < 12) report('fault', `session.secrets[${index}]`, weak);
  const text = 'has the same secret twice: a rotation has two different ones';
  if (new Set(secrets).size < secrets.length) report('warning', 'session.secrets', text);
}

function checkWhoMaySignIn({ config: { auth, isProduction } }: Checked, report: Report): void {
  if (!isProduction || auth.allowedEmails !== null || auth.allowedGroups !== null) return;
  const text = 'is empty: everybody with an account at the provider may sign in';
  report('warning', 'auth.allowedEmails', text);
}
