import * as Type from 'typebox';

/** Makes the function that writes responses of a schema as JSON: the members that the schema declares, and no others. */
export const makeSerializer =
  ({ schema }: { schema?: unknown }) =>
  (value: unknown): string =>
    JSON.stringify(declaredOf(schema, value));

/** Throws when the schema declares no members for an object or list, such as one in a union, or requires a member that is missing. */
function declaredOf(schema: unknown, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Type.IsArray(schema) && Array.isArray(value))
    return value.map((each) => declaredOf(schema.items, each));
  if (!Type.IsObject(schema) || Array.isArray(value))
    throw new Error('The schema of a response declares no members for one of its parts');
  const members = Object.entries(schema.properties).map(([name, member]) => {
    const part: unknown = Reflect.get(value, name);
    if (part === undefined && !Type.IsOptional(member)) throw new Error(`A response lacks its ${name}`);
    return [name, declaredOf(member, part)];
  });
  return Object.fromEntries(members);
}
