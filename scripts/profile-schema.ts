import * as Type from 'typebox';
import { Check } from 'typebox/value';

import { Profile } from '../server/config/profile.ts';

/** The text of config/profile.schema.json, with which an editor checks and completes a profile file (pure). */
export function profileJsonSchema(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A profile of Dueline',
    $comment: 'Made from server/config/profile.ts: npm run reference',
    ...valueOf(Profile),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const Documented = Type.Object({
  description: Type.Optional(Type.String()),
  /** The default in words. */
  absent: Type.Optional(Type.String()),
  default: Type.Optional(Type.Unknown()),
});

/** What a schema says about its key. Without a `default` each file has the key. */
export const documentationOf = (schema: Type.TSchema): Type.Static<typeof Documented> =>
  Check(Documented, schema) ? schema : {};

function keyOf(schema: Type.TSchema): object {
  const { description, default: byDefault } = documentationOf(schema);
  const kinds = Type.IsUnion(schema) ? schema.anyOf.filter((kind) => !Type.IsNull(kind)) : [schema];
  return {
    description,
    default: byDefault ?? undefined,
    anyOf: [
      ...kinds.map(valueOf),
      ...(Type.IsObject(schema) ? [] : [placeholder]),
      // A key without a value counts as absent.
      ...(byDefault === undefined ? [] : [{ type: 'null' }]),
    ],
  };
}

/** Any value may be a text with a variable or a file in it, which becomes the type of the key. */
const placeholder = { type: 'string', pattern: '\\$\\{' };

function valueOf(schema: Type.TSchema): object {
  if (Type.IsArray(schema)) {
    return { type: 'array', minItems: Type.ArrayOptions(schema).minItems, items: valueOf(schema.items) };
  }
  if (Type.IsRecord(schema)) {
    const [value = Type.Unknown()] = Object.values(schema.patternProperties);
    return { type: 'object', additionalProperties: valueOf(value) };
  }
  if (!Type.IsObject(schema)) return { ...schema, ...withoutOurs };
  const keys = Object.entries(schema.properties);
  return {
    type: 'object',
    additionalProperties: false,
    required: keys.filter(([, key]) => documentationOf(key).default === undefined).map(([name]) => name),
    properties: Object.fromEntries(keys.map(([name, key]) => [name, keyOf(key)])),
  };
}

/** Keywords that JSON Schema does not know, or that keyOf writes. */
const withoutOurs = { expected: undefined, absent: undefined, description: undefined, default: undefined };
