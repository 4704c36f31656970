import * as Type from 'typebox';
import { Check, Convert, Default, Pointer } from 'typebox/value';

import { expectedOf, Profile } from './profile.ts';
import { socketPathOf } from './values.ts';
import type { Env } from './variables.ts';
import { substitute } from './variables.ts';

/** One fault of a profile file, with its key. The message never contains a secret. */
export type Fault = Readonly<{ key: string; message: string }>;

/** The key of a fault that concerns the whole file. */
export const wholeFileKey = '(the file)';

/** The configuration is invalid. The error lists all faults, each with its key. */
export class ConfigError extends Error {
  readonly faults: readonly Fault[];

  constructor(file: string, faults: readonly Fault[]) {
    const lines = faults.map(({ key, message }) => `  ${key}: ${message}`);
    super([`Invalid configuration in ${file}:`, ...lines].join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Makes the profile of a parsed file: inserts variables and files, converts texts, adds defaults and checks everything. Without a
 * fault there is a profile. `leavesSecrets`: session and client secrets are neither read nor required.
 */
export function checkProfile(
  document: unknown,
  env: Env,
  isProduction: boolean,
  leavesSecrets = false,
) {
  const reading: Reading = { env, faults: [], hidden: new Set(), leavesSecrets };
  const found = readItem({ key: '', schema: Profile, value: document ?? {} }, reading);
  const value = found === undefined ? undefined : Default(Profile, found);
  if (value !== undefined) checkRules(value, isProduction, reading);
  const { faults } = reading;
  return faults.length === 0 && Check(Profile, value) ? { profile: value, faults } : { faults };
}

/** `hidden`: texts from files. No fault shows one of them, because each may be a secret, under any key. */
type Reading = Readonly<{ env: Env; faults: Fault[]; hidden: Set<string>; leavesSecrets: boolean }>;

/** A value of the profile file. `isPutIn`: it comes from a variable or a file, and is not searched for variables again. */
type Place = Readonly<{ key: string; schema: Type.TSchema; value: unknown; isPutIn?: boolean }>;

/** Reads a value that has no default: if it is absent, that is a fault. */
function readItem(place: Place, reading: Reading): unknown {
  const found = read(place, reading);
  if (found === undefined && !isBlamed(place.key, reading))
    blameValue({ ...place, value: undefined }, reading);
  return found;
}

/** The value with variables and files inserted, without its faulty parts. undefined: the key counts as absent. */
function read(place: Place, reading: Reading): unknown {
  const { key, schema, value, isPutIn } = place;
  if (reading.leavesSecrets && /^session\.secrets|\.clientSecret$/.test(key)) return undefined;
  if (isPutIn || typeof value !== 'string' || !value.includes('${'))
    return readValue(place, reading);
  const { text, isFromFile, faults } = substitute(value, reading.env);
  for (const fault of faults) blame(key, fault, reading);
  if (faults.length > 0 || text === '') return undefined;
  const items = text.split(/[\s,]+/).filter((item) => item !== '');
  if (isFromFile) for (const each of [text, ...items]) reading.hidden.add(each);
  const converted = Type.IsArray(schema) ? items : convert(schema, text);
  return readValue({ ...place, value: converted, isPutIn: true }, reading);
}

/** Converts a text to the type of its key. Nothing is guessed or lost: "80.5" is no port, and "1" is not true. */
function convert(schema: Type.TSchema, text: string): unknown {
  const converted = Convert(schema, text);
  const wanted = /^\d+$/.test(text)
    ? 'number'
    : /^(true|false)$/.test(text)
      ? 'boolean'
      : undefined;
  return typeof converted === wanted ? converted : text;
}

function readValue(place: Place, reading: Reading): unknown {
  const { key, schema, value } = place;
  if (value === null || value === undefined) return undefined;
  if (Type.IsObject(schema) && isKeyed(value)) return readSection(key, schema, value, reading);
  if (Type.IsRecord(schema) && isKeyed(value))
    return readNames(Object.keys(value), (name) =>
      read(
        { key: within(key, name), schema: Type.RecordValue(schema), value: value[name] },
        reading,
      ),
    );
  if (Type.IsArray(schema) && Array.isArray(value)) return readList(place, schema, value, reading);
  return Check(schema, value) ? value : blameValue(place, reading);
}

function readSection(
  key: string,
  { properties }: Type.TObject,
  value: Keyed,
  reading: Reading,
): unknown {
  const known = Object.keys(properties);
  for (const name of Object.keys(value).filter((each) => !known.includes(each)))
    blame(within(key, name), `there is no such key (one of ${known.join(', ')})`, reading);
  return readNames(known, (name) => {
    const schema = properties[name] ?? Type.Never();
    const place = { key: within(key, name), schema, value: value[name] };
    return 'default' in schema ? read(place, reading) : readItem(place, reading);
  });
}

/** The values by name, without the undefined ones. */
const readNames = (names: readonly string[], readName: (name: string) => unknown) =>
  Object.fromEntries(
    names.map((name) => [name, readName(name)] as const).filter(([, found]) => found !== undefined),
  );

/** A missing text is left out of the list. A missing section is a fault, and keeps its index. */
function readList(
  place: Place,
  schema: Type.TArray,
  value: readonly unknown[],
  reading: Reading,
): unknown {
  const { key, isPutIn = false } = place;
  const items = value
    .map((item, index) => ({ key: `${key}[${index}]`, schema: schema.items, value: item, isPutIn }))
    .map((item) =>
      Type.IsObject(schema.items) ? (readItem(item, reading) ?? {}) : read(item, reading),
    )
    .filter((item) => item !== undefined);
  const isShort = items.length < (Type.ArrayOptions(schema).minItems ?? 0);
  return isShort && !isBlamed(key, reading)
    ? blameValue({ ...place, value: items }, reading)
    : items;
}

/** Checks the rules between keys. A key that has a fault, or contains one, gets no second fault. */
function checkRules(profile: unknown, isProduction: boolean, reading: Reading): void {
  const at = (pointer: string): unknown => Pointer.Get(profile, pointer);
  const listAt = (pointer: string): readonly unknown[] =>
    [at(pointer)].filter(Array.isArray).flat();
  const demand = (isRight: boolean, key: string, message: string) => {
    if (!isRight && !isBlamed(key, reading)) blame(key, message, reading);
  };

  const tenant = at('/auth/tenant');
  const ids = listAt('/auth/providers').map((_, index) => at(`/auth/providers/${index}/id`));
  const areKnown = tenant !== undefined && ids.length > 0 && !ids.includes(undefined);
  const shownIds = ids.map((id) => shown(id, reading)).join(', ');
  demand(
    !areKnown || ids.includes(tenant),
    'auth.tenant',
    `expected the id of one of auth.providers (${shownIds}), found ${shown(tenant, reading)}`,
  );
  for (const [index, id] of ids.entries()) {
    const key = `auth.providers[${index}]`;
    const first = ids.indexOf(id);
    const isOwn = id === undefined || first === index;
    demand(isOwn, `${key}.id`, `expected an id of its own, found that of auth.providers[${first}]`);
    // OpenID Connect requires the first scope, the specification (Scheme) the others.
    const scopes = listAt(`/auth/providers/${index}/scopes`);
    const missing = ['openid', 'email', 'profile'].filter((scope) => !scopes.includes(scope));
    demand(missing.length === 0, `${key}.scopes`, `expected ${missing.join(', ')} among them`);
  }
  const isLocal = at('/localProvider/enabled') ?? !isProduction;
  const hostAt = (name: string) => {
    const host = at(`/${name}/host`);
    return typeof host === 'string' ? host : '127.0.0.1';
  };
  const listeners = ['http', 'monitoring', ...(isLocal === true ? ['localProvider'] : [])]
    .map((name) => ({ name, port: at(`/${name}/port`), host: hostAt(name) }))
    .filter(({ port, host }) => Number(port) > 0 && socketPathOf(host) === undefined);
  const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::';
  for (const [index, { name, port, host }] of listeners.entries()) {
    const taken = listeners
      .slice(0, index)
      .find(
        (one) =>
          one.port === port && (one.host === host || isEverywhere(one.host) || isEverywhere(host)),
      );
    const other = `expected another port than ${taken?.name}.port, found ${shown(port, reading)}`;
    demand(taken === undefined, `${name}.port`, other);
  }
  if (!isProduction) return;
  const secrets = 'expected at least one secret of 32 bytes or more, found nothing';
  demand(
    reading.leavesSecrets || listAt('/session/secrets').length > 0,
    'session.secrets',
    secrets,
  );
  // Redirect addresses are built from the Host header, so it must not name another site.
  const hosts = 'expected the hosts that browsers use, such as tasks.example.com, found nothing';
  demand(listAt('/http/allowedHosts').length > 0, 'http.allowedHosts', hosts);
  const noProvider = 'expected false outside local and test, found true';
  demand(at('/localProvider/enabled') !== true, 'localProvider.enabled', noProvider);
}

function blame(key: string, message: string, { faults }: Reading): undefined {
  faults.push({ key: key || wholeFileKey, message });
}

const isBlamed = (key: string, { faults }: Reading) =>
  faults.some((fault) => fault.key.startsWith(key || wholeFileKey));

function blameValue({ schema, key, value, isPutIn }: Place, reading: Reading): undefined {
  const { expected, writeOnly } = expectedOf(schema);
  const isList = Type.IsArray(schema);
  // A list or a section may contain a secret, and so may a text in its place.
  const isHidden = writeOnly || isList || Type.IsObject(schema) || Type.IsRecord(schema);
  const isQuoted = !isPutIn && typeof value === 'string' && convert(schema, value) !== value;
  const isOneText = isList && typeof value === 'string';
  const advice = isQuoted
    ? ' (write it without quotes)'
    : isOneText
      ? ' (a list is written [a, b])'
      : '';
  blame(key, `expected ${expected}, found ${shown(value, reading, isHidden)}${advice}`, reading);
}

/** The value found, as the message of a fault shows it: without the password of an address. */
function shown(value: unknown, { hidden }: Reading, isHidden = false): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'keys with values';
  if (typeof value !== 'string') {
    const text = typeof value === 'number' ? `${value}` : JSON.stringify(value);
    return isHidden || hidden.has(text) ? `a ${typeof value} (not shown)` : text;
  }
  if (isHidden || hidden.has(value))
    return `a text of ${Buffer.byteLength(value)} bytes (not shown)`;
  return JSON.stringify(value).replace(/\/\/.*@/, '//***@');
}

type Keyed = Readonly<Record<string, unknown>>;

const isKeyed = (value: unknown): value is Keyed =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const within = (key: string, name: string) => (key === '' ? name : `${key}.${name}`);
