import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/schema';

/** Whether a value fits a schema, and the name of that schema. */
export type Shape<T> = { readonly name: string; readonly fits: (value: unknown) => value is T };

/**
 * The shape that a schema describes; it may refer to those in `shared` by their names. Only files called `*.shapes.ts` make
 * shapes: the build writes the checks as plain code (web/build/write-shapes.ts), because TypeBox's schema reader is half as big as the page.
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

/** What the written checks use of TypeBox's `Guard`: the length of a text as JSON Schema counts it, in code points. */
export const Guard = { CodePointCount: (text: string): number => Array.from(text).length };
