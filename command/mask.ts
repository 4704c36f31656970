import * as Type from 'typebox';

import { expectedOf } from '../server/config/values.ts';

/** A copy of a value in which no text is left that its schema calls secret, nor a password of an address. */
export function maskSecrets(value: unknown, schema: Type.TSchema): unknown {
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
