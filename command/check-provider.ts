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
import type { Finding } from './check-profile.ts';
import { fault, keyOfTenant, ok, redirectAddresses, warning } from './check-profile.ts';
import type { CommandContext } from './command.ts';

type Asking = Readonly<{ tenant: Tenant; metadata: Metadata; ask: Ask; nowMs: () => number }>;

/** What requests show beside their responses: `systemCode` such as ENOTFOUND; the machine's clock against the provider's. */
type Seen = { systemCode?: string; clockAheadSeconds?: number };

/** Asks metadata, keys, token endpoint and authorization endpoint of the profile's provider, as a sign-in would. */
export async function checkProvider(config: Config, context: CommandContext): Promise<readonly Finding[]> {
  const tenant = usableTenant(config.auth);
  if (tenant === undefined) return [];
  const { nowMs, wait } = context;
  const { issuer } = tenant;
  const key = keyOfTenant(config.auth);
  const redirectUris = redirectAddresses(config);
  const seen: Seen = {};
  const ask = makeAsk(watchedFetch(context, seen), wait);
  const said = await readMetadata(issuer, ask);
  try {
    const { metadata } = await makeIssuer(issuer, ask, nowMs).ready();
    const asking = { tenant, metadata, ask, nowMs };
    const findings = [
      ok(`${key}.issuer`, `${issuer} has usable metadata and keys`),
      ofToken(key, await redeemNothing(redirectUris[0] ?? '', asking)),
    ];
    for (const redirectUri of redirectUris) findings.push(await checkRedirect(key, redirectUri, asking));
    findings.push(...ofScopes(key, tenant, said?.scopes_supported ?? []));
    return [...findings, ...ofClock(config.auth.clockToleranceSeconds, seen.clockAheadSeconds ?? 0)];
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (config.localProvider.enabled && seen.systemCode === 'ECONNREFUSED') {
      return [warning(`${key}.issuer`, `${issuer} runs with the service only: start it, and check again`)];
    }
    return [fault(`${key}.issuer`, `${issuer} ${troubleOf(error, issuer, said?.issuer ?? '', seen)}`)];
  }
}

function watchedFetch({ fetch, nowMs }: CommandContext, seen: Seen): typeof globalThis.fetch {
  return async (...request) => {
    try {
      const response = await fetch(...request);
      const theirs = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(theirs)) seen.clockAheadSeconds = Math.round((nowMs() - theirs) / 1000);
      return response;
    } catch (error) {
      const cause: unknown = error instanceof Error ? error.cause : undefined;
      if (Check(SystemError, cause)) seen.systemCode = cause.code;
      throw error;
    }
  };
}

const SystemError = Type.Object({ code: Type.String() });

/** What is worth telling of metadata that may be unusable; undefined where there are none. */
async function readMetadata(issuer: string, ask: Ask) {
  const document: unknown = await ask(metadataAddress(issuer), { method: 'GET' })
    .then((response) => response.json())
    .catch(() => undefined);
  return Check(Document, document) ? document : undefined;
}

const Document = Type.Object({
  issuer: Type.String(),
  scopes_supported: Type.Optional(Type.Array(Type.String())),
});

function troubleOf({ reason }: ProviderUnavailable, issuer: string, theirs: string, { systemCode }: Seen) {
  const reasons: Readonly<Record<string, string>> = {
    unreachable: `cannot be reached (${systemCode ?? 'no response'}): check the address, the name server and the firewall`,
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
  const withoutSlash = (address: string) => address.replace(/\/$/, '');
  const difference =
    withoutSlash(ours) === withoutSlash(theirs)
      ? 'the slash at the end differs'
      : ours.replace(/^https?/, '') === theirs.replace(/^https?/, '')
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

function ofToken(key: string, answer: string): Finding {
  // The second is Glewlwyd's.
  if (/_invalid_(grant|code)$/.test(answer))
    return ok(`${key}.clientSecret`, 'the provider accepts id and secret');
  if (answer === 'invalid_client') {
    return fault(
      `${key}.clientSecret`,
      'the provider refuses id or secret (invalid_client): copy both again',
    );
  }
  if (answer.endsWith('_unauthorized_client')) {
    const text = 'the provider refuses id or secret, or the client may not use the authorization code flow';
    return fault(`${key}.clientId`, `${text} (unauthorized_client)`);
  }
  return warning(
    `${key}.clientSecret`,
    `is not proven: the token endpoint answered ${answer} to a wrong code`,
  );
}

/** What a provider says that would have to show a page. */
const needsPage = /^(login|interaction|consent|account_selection)_required$/;

async function checkRedirect(key: string, redirectUri: string, asking: Asking): Promise<Finding> {
  const { status, error } = await askWithoutPage(redirectUri, asking);
  if (error !== undefined && needsPage.test(error)) {
    return ok('http.allowedHosts', `the provider knows ${redirectUri}`);
  }
  if (error === 'invalid_scope')
    return fault(`${key}.scopes`, 'the provider refuses a scope (invalid_scope)');
  if (error !== undefined) return fault(`${key}.clientId`, `the provider refuses a sign-in: ${error}`);
  if (status >= 400) {
    const text = `the provider refuses a sign-in that leads back to ${redirectUri} (${status}): register this address`;
    return fault('http.allowedHosts', `${text} for the client`);
  }
  return warning(
    'http.allowedHosts',
    `whether the provider knows ${redirectUri} is not proven: sign in once`,
  );
}

/** A sign-in without a page (`prompt=none`). `error`: sent to the redirect address, so that this address is registered. */
async function askWithoutPage(redirectUri: string, { tenant, metadata, ask, nowMs }: Asking) {
  const pending = newAttempt(redirectUri, null, nowMs());
  const endpoint = metadata.server.authorization_endpoint;
  const address = new URL(await authorizationAddress(endpoint, tenant, pending));
  address.searchParams.set('prompt', 'none');
  const { status, headers } = await ask(address.href, { method: 'GET' });
  const location = URL.parse(headers.get('location') ?? '', address.href);
  const error = location?.href.startsWith(redirectUri) ? location.searchParams.get('error') : null;
  return { status, error: error ?? undefined };
}

/** `listed`: empty where the provider lists none. */
function ofScopes(
  key: string,
  { scopes, authorizationParameters }: Tenant,
  listed: readonly string[],
): Finding[] {
  const unknown = scopes.filter((scope) => listed.length > 0 && !listed.includes(scope));
  const asksToStay = scopes.includes('offline_access') || 'access_type' in authorizationParameters;
  return [
    ...unknown.map((scope) => warning(`${key}.scopes`, `the provider does not list ${scope}`)),
    ...(!asksToStay && listed.includes('offline_access')
      ? [
          warning(
            `${key}.scopes`,
            'lacks offline_access: with some providers sessions then end with the first ID token',
          ),
        ]
      : []),
  ];
}

function ofClock(toleranceSeconds: number, aheadSeconds: number): Finding[] {
  if (Math.abs(aheadSeconds) <= toleranceSeconds) return [];
  const text = `the clocks differ by ${Math.abs(aheadSeconds)} s, more than this: set the clock of this machine`;
  return [fault('auth.clockTolerance', text)];
}
