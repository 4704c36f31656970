import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/schema';

/** What a value has to look like, by the name of its schema, and whether it does. */
export type Shape<T> = { readonly name: string; readonly fits: (value: unknown) => value is T };

/**
 * The shape that a schema describes; it may refer to those in `shared` by their names. Only files called `*.shapes.ts` make shapes: the build puts plain code in their place
 * (web/build/write-shapes.ts), so that the page carries neither the schemas nor what reads them.
 */
export function shapeOf<S extends TSchema>(
  schema: S,
  shared: Record<string, TSchema> = {},
): Shape<Static<S>> & { readonly schema: S; readonly shared: Record<string, TSchema> } {
  return {
    name: '$id' in schema ? String(schema.$id) : 'unnamed',
    fits: (value): value is Static<S> => Check(shared, schema, value),
    schema,
    shared,
  };
}
