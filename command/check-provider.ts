import * as Type from 'typebox';
import { Check } from 'typebox/value';

import type { Config } from '../server/config.ts';
import type { Log } from '../server/log/log.ts';
import type { Ask } from '../server/sign-in/ask.ts';
import { makeAsk } from '../server/sign-in/ask.ts';
import { authorizationAddress, checkCallback, newAttempt } from '../server/sign-in/attempts.ts';
import { makeClient } from '../server/sign-in/client.ts';
import { ProviderUnavailable, SignInRefused } from '../server/sign-in/faults.ts';
import type { Metadata } from '../server/sign-in/issuer.ts';
import { makeIssuer, metadataAddress } from '../server/sign-in/issuer.ts';
import type { Tenant } from '../server/sign-in/providers.ts';
import { usableTenant } from '../server/sign-in/providers.ts';
import type { CommandContext } from './commands.ts';

export type Level = 'ok' | 'warning' | 'fault';

/** Notes one line of check-config. `key`: of the profile; `text`: what is so, and what to do. */
export type Report = (level: Level, key: string, text: string) => void;

type Asking = Readonly<{ tenant: Tenant; metadata: Metadata; ask: Ask; nowMs: () => number }>;

/**
 * Asks metadata, keys, token endpoint and authorization endpoint of the profile's provider, as a sign-in would. `key`: of the
 * provider in the profile.
 */
export async function checkProvider(
  { auth, localProvider }: Config,
  key: string,
  redirectUris: readonly string[],
  { fetch, nowMs, wait }: CommandContext,
  report: Report,
): Promise<void> {
  const tenant = usableTenant(auth);
  if (tenant === undefined) return;
  // What requests show beside their responses: a code such as ENOTFOUND, and this machine's clock against the provider's.
  let systemCode = 'no response';
  let aheadSeconds = 0;
  const watchedFetch: typeof globalThis.fetch = async (...request) => {
    try {
      const response = await fetch(...request);
      const theirs = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(theirs)) aheadSeconds = Math.round((nowMs() - theirs) / 1000);
      return response;
    } catch (error) {
      const cause: unknown = error instanceof Error ? error.cause : undefined;
      if (Check(SystemError, cause)) systemCode = cause.code;
      throw error;
    }
  };
  const ask = makeAsk(watchedFetch, wait);
  const { issuer } = tenant;
  const said = await readMetadata(issuer, ask);
  try {
    const { metadata } = await makeIssuer(issuer, ask, nowMs).ready();
    const asking = { tenant, metadata, ask, nowMs };
    report('ok', `${key}.issuer`, `${issuer} has usable metadata and keys`);
    reportToken(await redeemNothing(redirectUris[0] ?? '', asking), key, report);
    for (const redirectUri of redirectUris) await checkRedirect(redirectUri, asking, key, report);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (localProvider.enabled && systemCode === 'ECONNREFUSED')
      report('warning', `${key}.issuer`, `${issuer} runs with the service only: start it, and check again`);
    else
      report(
        'fault',
        `${key}.issuer`,
        `${issuer} ${troubleOf(error.reason, issuer, said.theirs, systemCode)}`,
      );
    return;
  }
  const listed = said.scopes.length > 0 ? said.scopes : tenant.scopes;
  for (const scope of tenant.scopes.filter((each) => !listed.includes(each)))
    report('warning', `${key}.scopes`, `the provider does not list ${scope}`);
  const asksToStay =
    tenant.scopes.includes('offline_access') || 'access_type' in tenant.authorizationParameters;
  if (!asksToStay && listed.includes('offline_access')) {
    const text = 'lacks offline_access: with some providers sessions then end with the first ID token';
    report('warning', `${key}.scopes`, text);
  }
  if (Math.abs(aheadSeconds) > auth.clockToleranceSeconds) {
    const text = `the clocks differ by ${Math.abs(aheadSeconds)} s, more than this`;
    report('fault', 'auth.clockTolerance', `${text}: set the clock of this machine`);
  }
}

const SystemError = Type.Object({ code: Type.String() });

/** What is worth telling of metadata that may be unusable. */
async function readMetadata(issuer: string, ask: Ask) {
  const document: unknown = await ask(metadataAddress(issuer), { method: 'GET' })
    .then((response) => response.json())
    .catch(() => undefined);
  const { issuer: theirs = '', scopes_supported: scopes = [] } = Check(Document, document) ? document : {};
  return { theirs, scopes };
}

const Document = Type.Object({
  issuer: Type.Optional(Type.String()),
  scopes_supported: Type.Optional(Type.Array(Type.String())),
});

function troubleOf(reason: string, issuer: string, theirs: string, systemCode: string): string {
  const reasons: Readonly<Record<string, string>> = {
    unreachable: `cannot be reached (${systemCode}): check the address, the name server and the firewall`,
    timeout: 'does not answer within 5 s: check the address and the firewall',
    discovery_unusable:
      'has no metadata at /.well-known/openid-configuration: check realm or tenant in the address, and that nothing redirects',
    discovery_names_another_issuer: hintOfIssuer(issuer, theirs),
    discovery_endpoint_not_https:
      'names endpoints with http: the provider must know its public https address',
    no_asymmetric_algorithm: 'signs with a shared secret only: choose RS256 or ES256 for the client',
    keys_unusable: 'has no usable key set at its jwks_uri',
  };
  return reasons[reason] ?? `cannot be used: ${reason}`;
}

function hintOfIssuer(ours: string, theirs: string): string {
  if (/[{}]/.test(theirs)) return `serves every tenant, as ${theirs}: name the address of your own tenant`;
  const isSameWithout = (part: RegExp) => ours.replace(part, '') === theirs.replace(part, '');
  const difference = isSameWithout(/\/$/)
    ? 'the slash at the end differs'
    : isSameWithout(/^https?/)
      ? 'http and https differ'
      : 'another address, or another tenant';
  return `calls itself ${theirs} (${difference}): write it exactly so, or correct the address at the provider`;
}

/** What the token endpoint replies to a code that was never issued: `token_endpoint_400_invalid_grant` proves id and secret. */
async function redeemNothing(redirectUri: string, { tenant, metadata, ask, nowMs }: Asking): Promise<string> {
  const pending = newAttempt(redirectUri, null, nowMs());
  const { issuer } = metadata.server;
  const parameters = new URLSearchParams({ code: 'never-issued', state: pending.state, iss: issuer });
  try {
    const callback = checkCallback(parameters, pending, metadata, tenant.clientId);
    await makeClient(tenant, ask, nowMs).redeemCode({ metadata, log: silent }, callback, pending);
    return 'token_answer_unusable';
  } catch (error) {
    if (error instanceof SignInRefused || error instanceof ProviderUnavailable) return error.reason;
    throw error;
  }
}

const silent: Log = { info() {}, warn() {}, error() {} };

function reportToken(answer: string, key: string, report: Report): void {
  const [id, secret] = [`${key}.clientId`, `${key}.clientSecret`];
  // The second is Glewlwyd's.
  if (/_invalid_(grant|code)$/.test(answer)) report('ok', secret, 'the provider accepts id and secret');
  else if (answer === 'invalid_client')
    report('fault', secret, 'the provider refuses id or secret (invalid_client): copy both again');
  else if (answer.endsWith('_unauthorized_client')) {
    const text = 'the provider refuses id or secret, or the client may not use the authorization code flow';
    report('fault', id, `${text} (unauthorized_client)`);
  } else report('warning', secret, `is not proven: the token endpoint answered ${answer} to a wrong code`);
}

/** What a provider says that would have to show a page. */
const needsPage = /^(login|interaction|consent|account_selection)_required$/;

async function checkRedirect(
  redirectUri: string,
  asking: Asking,
  key: string,
  report: Report,
): Promise<void> {
  const { status, error } = await askWithoutPage(redirectUri, asking);
  if (error === 'invalid_scope')
    report('fault', `${key}.scopes`, 'the provider refuses a scope (invalid_scope)');
  else if (error !== null && needsPage.test(error))
    report('ok', 'http.allowedHosts', `the provider knows ${redirectUri}`);
  else if (error !== null) report('fault', `${key}.clientId`, `the provider refuses a sign-in: ${error}`);
  else if (status >= 400) {
    const text = `the provider refuses a sign-in that leads back to ${redirectUri} (${status})`;
    report('fault', 'http.allowedHosts', `${text}: register this address for the client`);
  } else {
    const text = `whether the provider knows ${redirectUri} is not proven: sign in once`;
    report('warning', 'http.allowedHosts', text);
  }
}

/** A sign-in without a page (`prompt=none`). `error`: sent to the redirect address, so that this address is registered. */
async function askWithoutPage(redirectUri: string, { tenant, metadata, ask, nowMs }: Asking) {
  const pending = newAttempt(redirectUri, null, nowMs());
  const endpoint = metadata.server.authorization_endpoint;
  const address = new URL(await authorizationAddress(endpoint, tenant, pending));
  address.searchParams.set('prompt', 'none');
  const { status, headers } = await ask(address.href, { method: 'GET' });
  const location = URL.parse(headers.get('location') ?? '', address.href);
  return {
    status,
    error: location?.href.startsWith(redirectUri) ? location.searchParams.get('error') : null,
  };
}
