import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { Profile } from '../server/config/profile.ts';
import { profileKeys } from './profile-keys.ts';

/** The text of config/profile.schema.json, with which an editor checks and completes a profile file (pure). */
export function profileJsonSchema(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A profile of Dueline',
    $comment: 'Made from server/config/profile.ts: npm run reference',
    ...valueOf(Profile, ''),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const WithDefault = Type.Object({ default: Type.Unknown() });

/** The default of a key; undefined for a required key. */
export const defaultOf = (schema: Type.TSchema): unknown =>
  Check(WithDefault, schema) ? schema.default : undefined;

function keyOf(schema: Type.TSchema, path: string): object {
  const byDefault = defaultOf(schema);
  const kinds = Type.IsUnion(schema) ? schema.anyOf.filter((kind) => !Type.IsNull(kind)) : [schema];
  return {
    description: profileKeys[path]?.description,
    default: byDefault ?? undefined,
    anyOf: [
      ...kinds.map((kind) => valueOf(kind, path)),
      ...(Type.IsObject(schema) ? [] : [placeholder]),
      // A key without a value counts as absent.
      ...(byDefault === undefined ? [] : [{ type: 'null' }]),
    ],
  };
}

/** Any value may be a text with a variable or file placeholder, which is then converted to the type of the key. */
const placeholder = { type: 'string', pattern: '\\$\\{' };

function valueOf(schema: Type.TSchema, path: string): object {
  if (Type.IsArray(schema)) {
    const { minItems } = Type.ArrayOptions(schema);
    return { type: 'array', minItems, items: valueOf(schema.items, `${path}[]`) };
  }
  if (Type.IsRecord(schema)) {
    const [value = Type.Unknown()] = Object.values(schema.patternProperties);
    return { type: 'object', additionalProperties: valueOf(value, path) };
  }
  if (!Type.IsObject(schema)) return { ...schema, ...withoutOurs };
  const keys = Object.entries(schema.properties);
  return {
    type: 'object',
    additionalProperties: false,
    required: keys.filter(([, key]) => defaultOf(key) === undefined).map(([name]) => name),
    properties: Object.fromEntries(
      keys.map(([name, key]) => [name, keyOf(key, within(path, name))]),
    ),
  };
}

/** The path of a key in a section. */
export const within = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** Removes a keyword that JSON Schema does not know, and one that keyOf writes. */
const withoutOurs = { expected: undefined, default: undefined };
