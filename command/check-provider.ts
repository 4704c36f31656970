import type { Config } from '../server/config.ts';
import type { Authorization, ProviderProbe } from '../server/sign-in/probe.ts';
import { probeProvider } from '../server/sign-in/probe.ts';
import type { Tenant } from '../server/sign-in/providers.ts';
import { usableTenant } from '../server/sign-in/providers.ts';
import type { Finding } from './check-profile.ts';
import { fault, keyOfTenant, ok, redirectAddresses, warning } from './check-profile.ts';
import type { CommandContext } from './command.ts';

/** Asks the provider of the profile. */
export async function checkProvider(config: Config, context: CommandContext): Promise<readonly Finding[]> {
  const tenant = usableTenant(config.auth);
  if (tenant === undefined) return [];
  const { fetch, wait, nowMs } = context;
  const redirectUris = redirectAddresses(config);
  const probe = await probeProvider({ tenant, redirectUris, fetch, wait, nowMs });
  const key = keyOfTenant(config.auth);
  if (probe.trouble !== undefined) return [ofTrouble(key, tenant, probe, config.localProvider.enabled)];
  return [
    ok(`${key}.issuer`, `${tenant.issuer} has usable metadata and keys`),
    ofToken(key, probe.token ?? ''),
    ...probe.authorizations.map((authorization) => ofAuthorization(key, authorization)),
    ...ofScopes(key, tenant, probe.scopes ?? []),
    ...ofClock(config.auth.clockToleranceSeconds, probe.clockAheadSeconds ?? 0),
  ];
}

function ofTrouble(key: string, { issuer }: Tenant, probe: ProviderProbe, isLocal: boolean): Finding {
  const { trouble = '', issuer: theirs, systemCode } = probe;
  if (isLocal && systemCode === 'ECONNREFUSED') {
    return warning(`${key}.issuer`, `${issuer} runs with the service only: start it, and check again`);
  }
  const reasons: Readonly<Record<string, string>> = {
    unreachable: `cannot be reached (${systemCode ?? 'no response'}): check the address, the name server and the firewall`,
    timeout: 'does not answer within 5 s: check the address and the firewall',
    discovery_unusable:
      'has no metadata at /.well-known/openid-configuration: check realm or tenant in the address, and that nothing redirects',
    discovery_names_another_issuer: hintOfIssuer(issuer, theirs ?? ''),
    discovery_endpoint_not_https:
      'names endpoints with http: the provider must know its public https address',
    no_asymmetric_algorithm: 'signs with a shared secret only: choose RS256 or ES256 for the client',
    keys_unusable: 'has no usable key set at its jwks_uri',
  };
  return fault(`${key}.issuer`, `${issuer} ${reasons[trouble] ?? `cannot be used: ${trouble}`}`);
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

function ofAuthorization(key: string, { redirectUri, status, error }: Authorization): Finding {
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
