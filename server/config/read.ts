import * as Type from 'typebox';
import { Check } from 'typebox/value';

import type { Fault } from './faults.ts';
import { expectedOf } from './values.ts';
import type { Env } from './variables.ts';
import { substitute } from './variables.ts';

/** A value that may lack any key, at any depth. */
export type Partly<Value> = Value extends readonly (infer Item)[]
  ? readonly Partly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Partly<Value[Key]> }
    : Value;

/** `value` has what is right and the defaults of the schema, and lacks what is at fault. */
export type Reading<Value> = Readonly<{ value: Partly<Value> | undefined; faults: readonly Fault[] }>;

/**
 * Reads a parsed file by a schema, with variables and files put in. A text made of them becomes the type that its key wants;
 * one that comes out empty counts as absent.
 */
export function readBySchema<Schema extends Type.TSchema>(
  schema: Schema,
  document: unknown,
  env: Env,
): Reading<Type.Static<Schema>> {
  const faults: Fault[] = [];
  const blame = (key: string, message: string) => {
    faults.push({ key: key || '(the file)', message });
    return undefined;
  };
  const value = readKey(schema, document ?? {}, '', { env, blame });
  return { value: isPartly(schema, value) ? value : undefined, faults };
}

type Reader = Readonly<{
  env: Env;
  blame: (key: string, message: string) => undefined;
  /** Where the text that is read came from; absent for what the file itself says. */
  origin?: 'variable' | 'file';
}>;

/** null: the value is absent. undefined: it is at fault. */
function read(schema: Type.TSchema, found: unknown, key: string, reader: Reader): unknown {
  if (typeof found !== 'string' || !found.includes('${'))
    return readValue(schema, found ?? null, key, reader);
  const { text, isFromFile, faults } = substitute(found, reader.env);
  for (const fault of faults) reader.blame(key, fault);
  if (faults.length > 0) return undefined;
  return readValue(schema, text || null, key, { ...reader, origin: isFromFile ? 'file' : 'variable' });
}

function readValue(schema: Type.TSchema, value: unknown, key: string, reader: Reader): unknown {
  if (value === null) return value;
  if (Type.IsObject(schema)) return readSection(schema, value, key, reader);
  if (Type.IsRecord(schema)) return readRecord(schema, value, key, reader);
  if (Type.IsArray(schema)) return readList(schema, value, key, reader);
  const candidates = reader.origin !== undefined && typeof value === 'string' ? readingsOf(value) : [value];
  const right = candidates.find((candidate) => Check(schema, candidate));
  return right ?? blameValue(schema, value, key, reader);
}

function readSection(schema: Type.TObject, value: unknown, key: string, reader: Reader): unknown {
  if (!isKeyed(value)) return blameValue(schema, value, key, reader);
  const known = Object.keys(schema.properties);
  for (const name of Object.keys(value).filter((each) => !known.includes(each))) {
    reader.blame(within(key, name), `there is no such key (one of ${known.join(', ')})`);
  }
  const items = Object.entries(schema.properties)
    .map(([name, property]) => [name, readKey(property, value[name], within(key, name), reader)] as const)
    .filter(([, item]) => item !== undefined);
  return Object.fromEntries(items);
}

/** What the file has for a key, or the key's default. */
function readKey(schema: Type.TSchema, found: unknown, key: string, reader: Reader): unknown {
  const value = read(schema, found, key, reader);
  if (value !== null) return value;
  if (Check(WithDefault, schema)) return read(schema, schema.default, key, reader);
  return blameValue(schema, undefined, key, reader);
}

const WithDefault = Type.Object({ default: Type.Unknown() });

function readRecord(schema: Type.TRecord, value: unknown, key: string, reader: Reader): unknown {
  if (!isKeyed(value)) return blameValue(schema, value, key, reader);
  const [property = Type.Unknown()] = Object.values(schema.patternProperties);
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, read(property, item, within(key, name), reader)] as const)
      .filter(([, item]) => item !== undefined && item !== null),
  );
}

/** A whole list may come from one variable or file, with commas or blanks between its items. */
function readList(schema: Type.TArray, value: unknown, key: string, reader: Reader): unknown {
  const isSplit = reader.origin !== undefined && typeof value === 'string';
  const items: unknown = isSplit ? value.split(/[\s,]+/).filter((item) => item !== '') : value;
  if (!Array.isArray(items)) return blameValue(schema, value, key, reader);
  if (items.length < (Type.ArrayOptions(schema).minItems ?? 0))
    return blameValue(schema, undefined, key, reader);
  const readItem = isSplit ? readValue : read;
  return items
    .map((item: unknown, index) => readItem(schema.items, item, `${key}[${index}]`, reader))
    .filter((item) => item !== undefined && item !== null);
}

/** The first that the schema accepts is taken: a secret made of digits stays a text. */
function readingsOf(text: string): unknown[] {
  if (/^\d+$/.test(text)) return [text, Number(text)];
  return text === 'true' || text === 'false' ? [text, text === 'true'] : [text];
}

/** Shows plain values only: a structure may hold a secret, and so may a text in the place of one, and a file. */
function blameValue(schema: Type.TSchema, value: unknown, key: string, { blame, origin }: Reader): undefined {
  const { expected, writeOnly } = expectedOf(schema);
  const isHidden = writeOnly === true || isStructure(schema) || origin === 'file';
  return blame(key, `expected ${expected}, found ${shown(value, isHidden)}`);
}

function shown(value: unknown, isHidden: boolean): string {
  if (isEmpty(value)) return 'nothing';
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'keys with values';
  return isHidden ? 'something else (not shown)' : JSON.stringify(value);
}

const isStructure = (schema: Type.TSchema) =>
  Type.IsObject(schema) || Type.IsRecord(schema) || Type.IsArray(schema);

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const isKeyed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const within = (key: string, name: string) => (key === '' ? name : `${key}.${name}`);

/** Whether everything that the value has is right by the schema (pure). */
function isPartly<Schema extends Type.TSchema>(
  schema: Schema,
  value: unknown,
): value is Partly<Type.Static<Schema>> {
  if (Type.IsArray(schema))
    return Array.isArray(value) && value.every((item) => isPartly(schema.items, item));
  if (!Type.IsObject(schema)) return Check(schema, value);
  const { properties } = schema;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([name, item]) => isPartly(properties[name] ?? Type.Never(), item))
  );
}
