import * as Type from 'typebox';

/** Makes the function that writes responses of a schema as JSON: the members that the schema declares, and no others. */
export const makeSerializer =
  ({ schema }: { schema?: unknown }) =>
  (value: unknown): string =>
    JSON.stringify(declaredOf(schema, value));

function declaredOf(schema: unknown, value: unknown): unknown {
  if (Type.IsArray(schema) && Array.isArray(value))
    return value.map((each) => declaredOf(schema.items, each));
  if (!Type.IsObject(schema) || typeof value !== 'object' || value === null) return value;
  const members = Object.entries(schema.properties);
  return Object.fromEntries(
    members.map(([name, member]) => [name, declaredOf(member, Reflect.get(value, name))]),
  );
}
