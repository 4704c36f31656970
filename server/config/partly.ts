import * as Type from 'typebox';
import { Check } from 'typebox/value';

/** A value that may lack any key, at any depth. */
export type Partly<Value> = Value extends readonly (infer Item)[]
  ? readonly Partly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Partly<Value[Key]> }
    : Value;

/** Whether everything that the value has is right by the schema (pure). */
export function isPartly<Schema extends Type.TSchema>(
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
