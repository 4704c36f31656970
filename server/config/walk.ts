import * as Type from 'typebox';
import { Check, Convert } from 'typebox/value';

import type { Reading } from './faults.ts';
import { blame, isBlamed, shown, shownHidden } from './faults.ts';
import { expectedOf } from './profile.ts';
import { substitute } from './variables.ts';

/** A value of the profile file. `isPutIn`: it comes from a variable or a file, and is not searched for variables again. */
type Place = Readonly<{ key: string; schema: Type.TSchema; value: unknown; isPutIn?: boolean }>;

/** Reads a value that has no default, with all values in it: if it is absent, that is a fault. */
export function readItem(place: Place, reading: Reading): unknown {
  const found = read(place, reading);
  if (found === undefined && !isBlamed(place.key, reading))
    blameValue({ ...place, value: undefined }, reading);
  return found;
}

/** The value with variables and files inserted, without its faulty parts. undefined: the key counts as absent. */
function read(place: Place, reading: Reading): unknown {
  const { key, value, isPutIn } = place;
  if (reading.leavesSecrets && /^session\.secrets|\.clientSecret$/.test(key)) return undefined;
  if (isPutIn || typeof value !== 'string' || !value.includes('${'))
    return readValue(place, reading);
  return readPutIn(place, value, reading);
}

/** Reads a text with the variables and files that it names. */
function readPutIn(place: Place, written: string, reading: Reading): unknown {
  const { key, schema } = place;
  const { text, isFromFile, faults } = substitute(written, reading.env);
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
  if (typeof converted === typeWritten(text)) return converted;
  return text;
}

function typeWritten(text: string): 'number' | 'boolean' | 'string' {
  if (/^\d+$/.test(text)) return 'number';
  if (/^(true|false)$/.test(text)) return 'boolean';
  return 'string';
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
  if (Check(schema, value)) return value;
  return blameValue(place, reading);
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
    if ('default' in schema) return read(place, reading);
    return readItem(place, reading);
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
  if (isShort && !isBlamed(key, reading)) return blameValue({ ...place, value: items }, reading);
  return items;
}

function blameValue(place: Place, reading: Reading): undefined {
  const { schema, key, value } = place;
  const { expected, writeOnly } = expectedOf(schema);
  // A list or a section may contain a secret, and so may a text in its place.
  const isHidden =
    writeOnly || Type.IsArray(schema) || Type.IsObject(schema) || Type.IsRecord(schema);
  const found = isHidden ? shownHidden(value) : shown(value, reading);
  blame(key, `expected ${expected}, found ${found}${adviceFor(place)}`, reading);
}

function adviceFor({ schema, value, isPutIn }: Place): string {
  if (typeof value !== 'string') return '';
  if (!isPutIn && convert(schema, value) !== value) return ' (write it without quotes)';
  if (Type.IsArray(schema)) return ' (a list is written [a, b])';
  return '';
}

type Keyed = Readonly<Record<string, unknown>>;

const isKeyed = (value: unknown): value is Keyed =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const within = (key: string, name: string) => (key === '' ? name : `${key}.${name}`);
