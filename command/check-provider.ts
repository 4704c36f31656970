import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { certificateSentences } from '../server/certificate.ts';
import { proxySentenceOf } from '../server/outgoing-proxy.ts';
import type { Config } from '../server/config.ts';
import type { ProviderFetch } from '../server/sign-in/ask.ts';
import { makeProviderFetch } from '../server/sign-in/ask.ts';
import { authorizationAddress, checkCallback, newAttempt } from '../server/sign-in/attempts.ts';
import type { Client } from '../server/sign-in/client.ts';
import { makeClient } from '../server/sign-in/client.ts';
import { kindOf, ProviderUnavailable, SignInRefused, troubleOf } from '../server/sign-in/faults.ts';
import type { Metadata } from '../server/sign-in/issuer.ts';
import { makeIssuer, metadataAddress } from '../server/sign-in/issuer.ts';
import type { Tenant } from '../server/sign-in/providers.ts';
import { usableTenant } from '../server/sign-in/providers.ts';
import type { Report } from './findings.ts';
import type { CommandContext } from './command.ts';

/** The key of the provider in use, such as `auth.providers[0]`. */
export const keyOfTenant = ({ providers, tenant }: Config['auth']): string =>
  `auth.providers[${providers.findIndex(({ id }) => id === tenant)}]`;

/** What the checks of a provider that can be reached have in common. `key`: that of its entry in the profile. */
type Checked = Readonly<{
  auth: Config['auth'];
  tenant: Tenant;
  key: string;
  metadata: Metadata;
  ask: ProviderFetch;
  nowMs: () => number;
  report: Report;
}>;

/** Requests metadata and keys of the profile's provider, and uses its token and authorization endpoints, as a sign-in does. */
export async function checkProvider(
  { auth, localProvider }: Config,
  redirectUris: readonly string[],
  { fetch, nowMs, wait }: CommandContext,
  report: Report,
): Promise<void> {
  const tenant = usableTenant(auth);
  if (tenant === undefined) return;
  const key = keyOfTenant(auth);
  const { issuer } = tenant;
  const { ask, aheadMs } = watchClock(makeProviderFetch(fetch, wait), nowMs);
  try {
    const { metadata } = await makeIssuer(issuer, ask, nowMs).ready();
    report('ok', `${key}.issuer`, `${issuer} has usable metadata and keys`);
    const checked = { auth, tenant, key, metadata, ask, nowMs, report };
    await checkSignIns(checked, redirectUris);
    checkMetadata(checked);
    checkClock(aheadMs(), auth.clockToleranceSeconds, report);
  } catch (error) {
    const reason = reasonOf(error);
    if (localProvider.enabled && kindOf(reason) === 'unreachable') {
      const text = `${issuer} runs with the service only: start it, and check again`;
      report('warning', `${key}.issuer`, text);
      return;
    }
    const named = await findNamedIssuer(reason, issuer, ask);
    report('fault', `${key}.issuer`, `${issuer} ${sentenceOf(reason, named)}`);
  }
}

/** Compares the clock with the Date of each response (RFC 9110, 6.6.1). `aheadMs`: how far this machine is ahead; 0 without a Date. */
function watchClock(ask: ProviderFetch, nowMs: () => number) {
  let latestMs = 0;
  const watched: ProviderFetch = async (...request) => {
    const response = await ask(...request);
    const { headers } = response;
    // A response of a cache has an Age (RFC 9111, 5.1).
    const sentMs = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1_000;
    if (Number.isFinite(sentMs)) latestMs = nowMs() - sentMs;
    return response;
  };
  return { ask: watched, aheadMs: () => latestMs };
}

function checkClock(aheadMs: number, toleranceSeconds: number, report: Report): void {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (seconds <= toleranceSeconds) return;
  const direction = aheadMs > 0 ? 'ahead of' : 'behind';
  const clock = `the clock of this machine is ${seconds} s ${direction} that of the provider`;
  report('warning', 'auth.clockTolerance', `${clock}, and sign-ins may fail: set both clocks`);
}

/** Checks the client, and a sign-in for each redirect address. */
async function checkSignIns(checked: Checked, redirectUris: readonly string[]): Promise<void> {
  const proof = await checkClient(checked, redirectUris[0] ?? '');
  const findings: Array<Parameters<Report>> = [];
  const report: Report = (...finding) => void findings.push(finding);
  for (const redirectUri of redirectUris)
    await checkRedirectAddress({ ...checked, report }, redirectUri);
  // A provider that does not know the client refuses all its sign-ins for the same reason.
  const isOneFault = proof === 'refused' && findings.every(([level]) => level === 'fault');
  if (!isOneFault) for (const finding of findings) checked.report(...finding);
}

type ClientProof = 'accepted' | 'refused' | 'not_proven';

/** Redeems a code that was never issued: the response `invalid_grant` proves id and secret. */
async function checkClient(checked: Checked, redirectUri: string): Promise<ClientProof> {
  const { tenant, key, metadata, ask, nowMs, report } = checked;
  const answer = await redeemNothing(makeClient(tenant, ask, nowMs), checked, redirectUri);
  // Glewlwyd responds with `invalid_code`.
  if (/_invalid_(grant|code)$/.test(answer)) {
    report('ok', `${key}.clientSecret`, 'the provider accepts id and secret');
    return 'accepted';
  }
  if (/invalid_client$|_unauthorized_client$/.test(answer)) {
    const { authMethods: ways } = metadata;
    const takesSecret =
      ways.length === 0 || ways.some((way) => /^client_secret_(basic|post)$/.test(way));
    const advice = takesSecret
      ? 'copy both again'
      : `it lists only ${ways.join(', ')}: allow client_secret_basic or client_secret_post for this client`;
    const text = `the provider refuses id or secret, or the authorization code flow (${answer}): ${advice}`;
    report('fault', `${key}.clientSecret`, text);
    return 'refused';
  }
  const why = troubleOf(answer) ?? `answered ${answer} to a wrong code`;
  report('warning', `${key}.clientSecret`, `is not proven: the token endpoint ${why}`);
  return 'not_proven';
}

/** The reason for which the token endpoint gives no tokens for a made-up code. */
async function redeemNothing(client: Client, checked: Checked, redirectUri: string) {
  const { tenant, metadata, nowMs } = checked;
  const attempt = newAttempt(redirectUri, null, nowMs());
  const query = new URLSearchParams({
    code: 'never-issued',
    state: attempt.state,
    iss: metadata.server.issuer,
  });
  const callback = checkCallback(query, attempt, metadata, tenant.clientId);
  return client
    .redeemCode({ metadata, log: { info() {}, warn() {}, error() {} } }, callback, attempt)
    .then(() => 'token_answer_unusable', reasonOf);
}

/**
 * Begins a sign-in with prompt=none, for which no page is shown. An error in a redirect to the redirect address proves that the
 * address is registered.
 */
async function checkRedirectAddress(checked: Checked, redirectUri: string): Promise<void> {
  const { auth, tenant, key, metadata, ask, nowMs, report } = checked;
  const attempt = newAttempt(redirectUri, null, nowMs());
  const address = new URL(await authorizationAddress(metadata.server, tenant, auth, attempt));
  address.searchParams.set('prompt', 'none');
  const { status, headers } = await ask(address.href, { method: 'GET' });
  const location = URL.parse(headers.get('location') ?? '', address.href);
  const error = location?.href.startsWith(redirectUri) ? location.searchParams.get('error') : null;
  if (error?.endsWith('_required')) {
    report('ok', 'http.allowedHosts', `the provider knows ${redirectUri}`);
  } else if (error) {
    report('fault', key, `the provider refuses a sign-in: ${error}`);
  } else if (status >= 400) {
    const text = `the provider refuses a sign-in that leads back to ${redirectUri} (${status})`;
    report('fault', 'http.allowedHosts', `${text}: register this address for the client`);
  } else {
    const text = `whether the provider knows ${redirectUri} is not proven: sign in once`;
    report('warning', 'http.allowedHosts', text);
  }
}

/** Compares the profile with what the provider says that it has. */
function checkMetadata({ auth, tenant, key, metadata: { server }, report }: Checked): void {
  const { scopes, signOutAtProvider } = tenant;
  if (server.claims_parameter_supported !== true) {
    const text =
      'whether its ID tokens have an email is not known before a sign-in: docs/providers/README.md says what to switch on';
    report('ok', `${key}.issuer`, text);
  }
  if (signOutAtProvider && server.end_session_endpoint === undefined)
    report(
      'warning',
      `${key}.signOutAtProvider`,
      'has no effect: the provider has no end_session_endpoint',
    );
  const listed = server.scopes_supported ?? scopes;
  const lacks = (scope: string) => !scopes.includes(scope) && listed.includes(scope);
  for (const scope of scopes.filter((each) => !listed.includes(each)))
    report('warning', `${key}.scopes`, `the provider does not list ${scope}`);
  if (auth.allowedGroups !== null && lacks('groups'))
    report(
      'warning',
      `${key}.scopes`,
      'lacks groups: auth.allowedGroups may find none in the ID token',
    );
  if (lacks('offline_access')) {
    const text =
      'lacks offline_access: with some providers sessions then end with the first ID token';
    report('warning', `${key}.scopes`, text);
  }
}

const Named = Type.Object({ issuer: Type.String({ maxLength: 300 }) });

/** Another issuer that the metadata at this address name; undefined when it is too long to be printed. */
async function findNamedIssuer(reason: string, issuer: string, ask: ProviderFetch) {
  if (reason !== 'discovery_names_another_issuer') return undefined;
  const headers = { accept: 'application/json' };
  const document: unknown = await ask(metadataAddress(issuer), { method: 'GET', headers })
    .then((answer) => answer.json())
    .catch(() => undefined);
  if (Check(Named, document)) return document.issuer;
  return undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof SignInRefused || error instanceof ProviderUnavailable) return error.reason;
  throw error;
}

/** `named`: the issuer in the metadata, when it differs from that of the profile. */
function sentenceOf(reason: string, named?: string): string {
  const certificate = certificateSentences[reason];
  if (certificate !== undefined) return `cannot be trusted: its certificate ${certificate}`;
  const proxy = proxySentenceOf(reason);
  if (proxy !== undefined) return `cannot be reached: ${proxy}`;
  if (named !== undefined)
    return `has metadata that name another issuer, ${named}: write that one, with your own tenant, or correct it at the provider`;
  if (reason === 'discovery_names_another_issuer')
    return 'has metadata that name another issuer, which is too long to be printed';
  return troubleOf(reason) ?? `cannot be used: ${reason}`;
}
