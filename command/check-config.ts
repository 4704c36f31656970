import * as Type from 'typebox';
import { stringify } from 'yaml';

import { ConfigError } from '../server/config/check.ts';
import { Profile } from '../server/config/profile.ts';
import { expectedOf } from '../server/config/values.ts';
import { StoreError } from '../server/store/store.ts';
import type { Finding } from './check-profile.ts';
import { checkProfile, fault, ok } from './check-profile.ts';
import { checkProvider } from './check-provider.ts';
import type { Run } from './command.ts';
import { inspectPostgres } from './store/postgres-rows.ts';
import { inspectSqlite } from './store/sqlite-rows.ts';
import { fileOf, readProfile } from './stores.ts';

/** Prints the profile as it takes effect, without secrets, and one line for each finding. */
export const checkConfig: Run = async (input, context) => {
  const { print, progress } = context;
  const findings: Finding[] = [];
  try {
    const config = readProfile(context);
    print(stringify(maskSecrets(config, Profile)));
    findings.push(...checkProfile(config));
    if (!input.isSet('offline')) {
      progress('Asking the store and the provider');
      findings.push(await checkStore(config.store.url), ...(await checkProvider(config, context)));
      progress('');
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.push(...error.faults.map(({ key, message }) => fault(key, message)));
  }
  for (const { level, key, text } of findings) print(`${level.padEnd(7)}  ${key}: ${text}`);
  return findings.some(({ level }) => level === 'fault') ? 1 : 0;
};

/** Opens the store, and proves that it can be written, without changing it. */
async function checkStore(url: string): Promise<Finding> {
  try {
    const path = fileOf(url);
    const { version, known } = path === undefined ? await inspectPostgres(url) : inspectSqlite(path);
    if (version === 0) return ok('store.url', 'can be written; the first start makes the tables');
    const next = version < known ? `; the next start makes version ${known} of it` : '';
    return ok('store.url', `can be written, and has version ${version} of the schema${next}`);
  } catch (error) {
    if (error instanceof StoreError) return fault('store.url', error.message);
    throw error;
  }
}

/** A copy of a value in which no text is left that its schema calls secret, nor a password of an address. */
function maskSecrets(value: unknown, schema: Type.TSchema): unknown {
  if (typeof value === 'string' && expectedOf(schema).writeOnly) return maskText(value);
  if (Array.isArray(value)) {
    const item = Type.IsArray(schema) ? schema.items : schema;
    return value.map((each) => maskSecrets(each, item));
  }
  if (typeof value !== 'object' || value === null) return value;
  const properties = Type.IsObject(schema) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      maskSecrets(each, properties[name] ?? Type.Unknown()),
    ]),
  );
}

/** The address of a store stays readable; any other secret shows its length only. */
function maskText(text: string): string {
  if (text.startsWith('sqlite:')) return text;
  if (!/^postgres(ql)?:\/\//.test(text)) return `(${Buffer.byteLength(text)} bytes, not shown)`;
  return text.replace(/^([^:]+:\/\/[^:@/]*):.*@/, '$1:***@').replaceAll(/([?&]\w*password=)[^&]*/g, '$1***');
}
