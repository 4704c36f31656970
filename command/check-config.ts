import * as Type from 'typebox';
import { stringify } from 'yaml';

import { endpoints } from '../contract/endpoints.ts';
import { certificateSentences } from '../server/certificate.ts';
import type { Config } from '../server/config.ts';
import { useProxy } from '../server/config.ts';
import { ConfigError } from '../server/config/check.ts';
import { expectedOf, Profile } from '../server/config/profile.ts';
import { socketPathOf } from '../server/config/values.ts';
import { makeProviderFetch } from '../server/sign-in/ask.ts';
import { authorizationAddress, checkCallback, newAttempt } from '../server/sign-in/attempts.ts';
import { makeClient } from '../server/sign-in/client.ts';
import { ProviderUnavailable, SignInRefused } from '../server/sign-in/faults.ts';
import { makeIssuer } from '../server/sign-in/issuer.ts';
import {
  backchannelLogoutPath,
  declaredTenant,
  usableTenant,
} from '../server/sign-in/providers.ts';
import { refuseMissing } from '../server/store/open-store.ts';
import { StoreError } from '../server/store/store.ts';
import type { Level, Report } from './check-machine.ts';
import { checkPlaces, checkVariables } from './check-machine.ts';
import type { CommandContext, Run } from './commands.ts';
import { tryPostgres } from './store/postgres.ts';
import { trySqlite } from './store/sqlite.ts';
import { fileOf, readProfile } from './stores.ts';

/** Prints the profile as it takes effect, without secrets, and one line for each finding. */
export const checkConfig: Run = async (input, context) => {
  const { print } = context;
  const findings: Array<readonly [level: Level, key: string, text: string]> = [];
  const report: Report = (...finding) => void findings.push(finding);
  checkVariables(context, report);
  try {
    const config = readProfile(context, 'all');
    const { profile, isProduction, dataFolder } = config;
    print(`# The profile ${profile}${isProduction ? ', with the rules of production' : ''}`);
    print(stringify(asWritten({ data: dataFolder, ...config }, Profile)));
    const redirectUris = redirectAddresses(config);
    checkProfile(config, redirectUris, report);
    await checkPlaces(config, report);
    const isOffline = input.option('offline');
    if (!isOffline) await checkStore(config, report);
    useProxy(context.env);
    if (!isOffline) await checkProvider(config, redirectUris, context, report);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const { key, message } of error.faults) report('fault', key, message);
  }
  for (const [level, key, text] of findings) print(`${level.padEnd(7)}  ${key}: ${text}`);
  return findings.some(([level]) => level === 'fault') ? 1 : undefined;
};

/** The redirect addresses of the service, which must be registered at the provider. */
function redirectAddresses({ http }: Config): readonly string[] {
  const origins = http.allowedHosts?.map((host) => `${http.publicScheme ?? 'https'}://${host}`);
  return (origins ?? [`http://localhost:${http.port}`]).map(
    (origin) => origin + endpoints.callback.path,
  );
}

/** Reports probable mistakes in a valid profile. */
function checkProfile(config: Config, redirectUris: readonly string[], report: Report): void {
  const { auth, http, isProduction, rates } = config;
  const tenant = declaredTenant(auth);
  const key = keyOfTenant(auth);
  if (!auth.enabled) report('warning', 'auth.enabled', 'is false: nobody can sign in');
  for (const name of ['clientId', 'clientSecret'] as const)
    if (!tenant?.[name])
      report('fault', `${key}.${name}`, 'is empty: nobody can sign in; the provider gives it');
  const metadata = '/.well-known/openid-configuration';
  if (tenant?.issuer.endsWith(metadata))
    report('fault', `${key}.issuer`, `is the address of the metadata: leave out ${metadata}`);
  for (const address of redirectUris)
    report('ok', 'http.allowedHosts', `register this redirect address at the provider: ${address}`);
  if (tenant?.signOutAtProvider)
    for (const address of redirectUris) {
      const { href } = new URL(auth.postLoginPath, address);
      report(
        'ok',
        `${key}.signOutAtProvider`,
        `register this address for after a sign-out, too: ${href}`,
      );
    }

  if (tenant?.backchannelLogout) {
    const { href } = new URL(backchannelLogoutPath, redirectUris[0]);
    report(
      'ok',
      `${key}.backchannelLogout`,
      `register this address for back-channel logout: ${href}`,
    );
  }

  const isTrusting = http.trustedProxies.length > 0 || socketPathOf(http.host) !== undefined;
  if (isProduction) checkScheme(http.publicScheme, isTrusting, report);
  if (!isTrusting && (rates.signInsPerMinute > 0 || rates.requestsPerSecond > 0)) {
    const text =
      'is empty: `rates` count no request, because only a trusted proxy tells whose it is';
    report('warning', 'http.trustedProxies', text);
  }

  const { secrets } = config.session;
  for (const [index, secret] of secrets.entries())
    if (new Set(secret).size < 12) {
      const text =
        'can be guessed: it has few different characters; take one from `dueline secret`';
      report('fault', `session.secrets[${index}]`, text);
    }
  if (new Set(secrets).size < secrets.length)
    report(
      'warning',
      'session.secrets',
      'has the same secret twice: a rotation has two different ones',
    );
  if (isProduction && auth.allowedEmails === null && auth.allowedGroups === null) {
    const text = 'is empty: everybody with an account at the provider may sign in';
    report('warning', 'auth.allowedEmails', text);
  }
}

function checkScheme(scheme: Config['http']['publicScheme'], isTrusting: boolean, report: Report) {
  const key = 'http.publicScheme';
  if (scheme === 'https') return;
  if (scheme === 'http') {
    const text = 'is http: cookies are not Secure, and tokens travel unprotected; use https';
    return report('fault', key, text);
  }
  if (isTrusting) {
    const text =
      'is not set: what a trusted proxy sends without X-Forwarded-Proto counts as http; set it to https';
    return report('warning', key, text);
  }
  const why = 'behind a proxy that ends TLS the redirect addresses become http; set it to https';
  report('warning', key, `is not set and no proxy is trusted: ${why}`);
}

/** The key of the provider in use, such as `auth.providers[0]`. */
const keyOfTenant = ({ providers, tenant }: Config['auth']): string =>
  `auth.providers[${providers.findIndex(({ id }) => id === tenant)}]`;

async function checkStore({ isProduction, store: { url }, dataFolder }: Config, report: Report) {
  try {
    const path = fileOf(url);
    if (isProduction && path !== undefined) refuseMissing(path, dataFolder);
    const version = await (path === undefined ? tryPostgres(url) : trySqlite(path));
    const text =
      version > 0 ? `has version ${version} of the schema` : 'is new: the first start makes it';
    report('ok', 'store.url', text);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    report('fault', 'store.url', error.message);
  }
}

/** Requests metadata and keys of the profile's provider, and uses its token and authorization endpoints, as a sign-in does. */
async function checkProvider(
  { auth, localProvider }: Config,
  redirectUris: readonly string[],
  { fetch, nowMs, wait }: CommandContext,
  report: Report,
): Promise<void> {
  const tenant = usableTenant(auth);
  if (tenant === undefined) return;
  const key = keyOfTenant(auth);
  const { issuer, scopes } = tenant;
  const ask = makeProviderFetch(fetch, wait);
  const client = makeClient(tenant, ask, nowMs);
  try {
    const { metadata } = await makeIssuer(issuer, ask, nowMs).ready();
    const { server } = metadata;
    report('ok', `${key}.issuer`, `${issuer} has usable metadata and keys`);

    // Redeems a code that was never issued: the response `invalid_grant` proves id and secret.
    const pending = newAttempt(redirectUris[0] ?? '', null, nowMs());
    const query = new URLSearchParams({
      code: 'never-issued',
      state: pending.state,
      iss: server.issuer,
    });
    const callback = checkCallback(query, pending, metadata, tenant.clientId);
    const answer = await client
      .redeemCode({ metadata, log: { info() {}, warn() {}, error() {} } }, callback, pending)
      .then(() => 'token_answer_unusable', reasonOf);
    // Glewlwyd responds with `invalid_code`.
    if (/_invalid_(grant|code)$/.test(answer))
      report('ok', `${key}.clientSecret`, 'the provider accepts id and secret');
    else if (/invalid_client$|_unauthorized_client$/.test(answer)) {
      const { authMethods: ways } = metadata;
      const takesSecret =
        ways.length === 0 || ways.some((way) => /^client_secret_(basic|post)$/.test(way));
      const advice = takesSecret
        ? 'copy both again'
        : `it lists only ${ways.join(', ')}: allow client_secret_basic or client_secret_post for this client`;
      const text = `the provider refuses id or secret, or the authorization code flow (${answer}): ${advice}`;
      report('fault', `${key}.clientSecret`, text);
    } else {
      const text = `is not proven: the token endpoint answered ${answer} to a wrong code`;
      report('warning', `${key}.clientSecret`, text);
    }

    for (const redirectUri of redirectUris) {
      // With prompt=none no page is shown. An error in a redirect to the redirect address proves that the address is registered.
      const attempt = newAttempt(redirectUri, null, nowMs());
      const address = new URL(
        await authorizationAddress(server.authorization_endpoint, tenant, attempt),
      );
      address.searchParams.set('prompt', 'none');
      const { status, headers } = await ask(address.href, { method: 'GET' });
      const location = URL.parse(headers.get('location') ?? '', address.href);
      const error = location?.href.startsWith(redirectUri)
        ? location.searchParams.get('error')
        : null;
      if (error?.endsWith('_required'))
        report('ok', 'http.allowedHosts', `the provider knows ${redirectUri}`);
      else if (error) report('fault', key, `the provider refuses a sign-in: ${error}`);
      else if (status >= 400) {
        const text = `the provider refuses a sign-in that leads back to ${redirectUri} (${status})`;
        report('fault', 'http.allowedHosts', `${text}: register this address for the client`);
      } else {
        const text = `whether the provider knows ${redirectUri} is not proven: sign in once`;
        report('warning', 'http.allowedHosts', text);
      }
    }

    if (tenant.signOutAtProvider && server.end_session_endpoint === undefined)
      report(
        'warning',
        `${key}.signOutAtProvider`,
        'has no effect: the provider has no end_session_endpoint',
      );
    const listed = server.scopes_supported ?? scopes;
    for (const scope of scopes.filter((each) => !listed.includes(each)))
      report('warning', `${key}.scopes`, `the provider does not list ${scope}`);
    if (auth.allowedGroups !== null && !scopes.includes('groups') && listed.includes('groups'))
      report(
        'warning',
        `${key}.scopes`,
        'lacks groups: auth.allowedGroups may find none in the ID token',
      );
    if (!scopes.includes('offline_access') && listed.includes('offline_access')) {
      const text =
        'lacks offline_access: with some providers sessions then end with the first ID token';
      report('warning', `${key}.scopes`, text);
    }
  } catch (error) {
    const reason = reasonOf(error);
    if (localProvider.enabled && reason === 'unreachable')
      report(
        'warning',
        `${key}.issuer`,
        `${issuer} runs with the service only: start it, and check again`,
      );
    else report('fault', `${key}.issuer`, `${issuer} ${sentenceOf(reason)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SignInRefused || error instanceof ProviderUnavailable) return error.reason;
  throw error;
}

const sentenceOf = (reason: string): string => {
  const certificate = certificateSentences[reason];
  if (certificate !== undefined) return `cannot be trusted: its certificate ${certificate}`;
  if (/_5\d\d$/.test(reason))
    return `answers with status ${reason.slice(-3)}, an outage: try again later`;
  return troubles[reason] ?? `cannot be used: ${reason}`;
};

const troubles: Readonly<Record<string, string>> = {
  unreachable: 'cannot be reached: check the address, the name server and the firewall',
  timeout: 'does not answer within 5 s: check the address and the firewall',
  discovery_unusable:
    'has no metadata at /.well-known/openid-configuration: check realm or tenant in the address, and that nothing redirects',
  discovery_names_another_issuer:
    'has metadata that name another issuer: write exactly that one, of your own tenant, or correct it at the provider',
  discovery_endpoint_not_https:
    'names endpoints with http: the provider must know its public https address',
  no_asymmetric_algorithm: 'signs with a shared secret only: choose RS256 or ES256 for the client',
  keys_unusable: 'has no usable key set at its jwks_uri',
};

/** The configuration with the keys of a profile only, its secrets (`writeOnly` in the schema) and passwords masked. */
function asWritten(value: unknown, schema: Type.TSchema): unknown {
  if (typeof value === 'string' && expectedOf(schema).writeOnly) return maskText(value);
  if (Array.isArray(value))
    return value.map((each) => asWritten(each, Type.IsArray(schema) ? schema.items : schema));
  if (!Type.IsObject(schema) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const kind = schema.properties[name];
    return kind === undefined ? [] : [[name, asWritten(each, kind)] as const];
  });
  return Object.fromEntries(entries);
}

/** The address of a store stays readable; any other secret shows its length only. */
function maskText(text: string): string {
  if (text.startsWith('sqlite:')) return text;
  if (!/^postgres(ql)?:\/\//.test(text)) return `(${Buffer.byteLength(text)} bytes, not shown)`;
  return text
    .replace(/^([^:]+:\/\/[^:@/]*):.*@/, '$1:***@')
    .replaceAll(/([?&]\w*password=)[^&]*/g, '$1***');
}
