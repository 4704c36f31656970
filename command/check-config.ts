import * as Type from 'typebox';
import { stringify } from 'yaml';

import { endpoints } from '../contract/endpoints.ts';
import type { Config } from '../server/config.ts';
import { ConfigError } from '../server/config/faults.ts';
import { shortenNameLookups } from '../server/connection.ts';
import { expectedOf, Profile } from '../server/config/profile.ts';
import { useProxy } from '../server/outgoing-proxy.ts';
import { refuseMissing } from '../server/store/open-store.ts';
import { StoreError } from '../server/store/store.ts';
import { checkAuditLog, checkPorts } from './check-machine.ts';
import { checkProfile } from './check-profile.ts';
import { checkProvider } from './check-provider.ts';
import { checkUnit } from './check-unit.ts';
import { checkVariables } from './check-variables.ts';
import type { Level, Report } from './findings.ts';
import type { CommandContext, Run } from './command.ts';
import { UsageError } from './command.ts';
import { tryPostgres } from './store/postgres.ts';
import { trySqlite } from './store/sqlite.ts';
import { fileOf, readProfile } from './stores.ts';

/** Prints the profile as it takes effect, without secrets, and one line for each finding. */
export const checkConfig: Run = async (input, context) => {
  const { print } = context;
  refuseNothing(context);
  const findings: Array<readonly [level: Level, key: string, text: string]> = [];
  const report: Report = (...finding) => void findings.push(finding);
  checkVariables(context, report);
  try {
    const config = readProfile(context, 'all');
    const { dataFolder } = config;
    print(titleOf(config));
    print(stringify(asWritten({ data: dataFolder, ...config }, Profile)));
    const redirectUris = redirectAddresses(config);
    checkProfile(config, redirectUris, report);
    await checkPorts(config, report);
    const { made } = checkUnit(config, context, report);
    checkAuditLog(config, made, report);
    shortenNameLookups(context.env);
    const isOffline = input.option('offline');
    if (!isOffline) await checkStore(config, report);
    useProxy(context.env);
    if (!isOffline) await checkProvider(config, redirectUris, context, report);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const { key, message } of error.faults) report('fault', key, message);
  }
  for (const [level, key, text] of findings) print(`${level.padEnd(7)}  ${key}: ${text}`);
  if (findings.some(([level]) => level === 'fault')) return 1;
  return undefined;
};

/** A release without any variables would check the profile `local`, which is not that of the service. */
function refuseNothing({ env, envFile, usualEnvFile }: CommandContext): void {
  const isNamed = env['PROFILE'] || env['CONFIG'] || envFile !== undefined;
  if (isNamed || usualEnvFile === undefined) return;
  const what = `There is nothing to check: no ${usualEnvFile}, and neither PROFILE nor CONFIG is set`;
  throw new UsageError(
    `${what}. Name the file with the variables: dueline check-config --env FILE`,
  );
}

function titleOf({ profile, isProduction }: Config): string {
  if (isProduction) return `# The profile ${profile}, with the rules of production`;
  return `# The profile ${profile}`;
}

/** The redirect addresses of the service, which must be registered at the provider. */
function redirectAddresses({ http }: Config): readonly string[] {
  const origins = http.allowedHosts?.map((host) => `${http.publicScheme ?? 'https'}://${host}`);
  return (origins ?? [`http://localhost:${http.port}`]).map(
    (origin) => origin + endpoints.callback.path,
  );
}

async function checkStore({ isProduction, store: { url }, dataFolder }: Config, report: Report) {
  try {
    const path = fileOf(url);
    if (isProduction && path !== undefined) refuseMissing(path, dataFolder);
    report('ok', 'store.url', sentenceOf(await findVersion(url, path)));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    report('fault', 'store.url', error.message);
  }
}

async function findVersion(url: string, path: string | undefined): Promise<number> {
  if (path === undefined) return tryPostgres(url);
  return trySqlite(path);
}

function sentenceOf(version: number): string {
  if (version === 0) return 'is new: the first start makes it';
  return `has version ${version} of the schema`;
}

/** The configuration with the keys of a profile only, its secrets (`writeOnly` in the schema) and passwords masked. */
function asWritten(value: unknown, schema: Type.TSchema): unknown {
  if (typeof value === 'string' && expectedOf(schema).writeOnly) return maskText(value);
  if (Array.isArray(value))
    return value.map((each) => asWritten(each, Type.IsArray(schema) ? schema.items : schema));
  if (!Type.IsObject(schema) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const kind = schema.properties[name];
    if (kind === undefined) return [];
    return [[name, asWritten(each, kind)] as const];
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
