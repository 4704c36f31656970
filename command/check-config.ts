import * as Type from 'typebox';
import { stringify } from 'yaml';

import { endpoints } from '../contract/endpoints.ts';
import type { Config } from '../server/config.ts';
import { ConfigError } from '../server/config/faults.ts';
import { expectedOf, Profile } from '../server/config/profile.ts';
import { socketPathOf } from '../server/config/values.ts';
import { useProxy } from '../server/outgoing-proxy.ts';
import { backchannelLogoutPath, declaredTenant } from '../server/sign-in/providers.ts';
import { refuseMissing } from '../server/store/open-store.ts';
import { StoreError } from '../server/store/store.ts';
import type { Level, Report } from './check-machine.ts';
import { checkPlaces, checkVariables } from './check-machine.ts';
import { checkProvider, keyOfTenant } from './check-provider.ts';
import type { Run } from './command.ts';
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
