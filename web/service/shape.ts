import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/schema';

/** The check of a value against a schema, and the name of the schema. */
export type Shape<T> = { readonly name: string; readonly fits: (value: unknown) => value is T };

/**
 * Makes the shape of a schema, which may refer to the schemas in `shared` by name. Call it only in `*.shapes.ts` files: the build
 * writes their checks as plain code (web/build/write-shapes.ts), because TypeBox's schema reader is half as big as the page.
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

/** The value in a JSON text, or null when the text is missing, damaged or of another shape. */
export function readAs<T>(shape: Shape<T>, text: string | null): T | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (shape.fits(value)) return value;
    return null;
  } catch {
    return null;
  }
}

/** The part of TypeBox's `Guard` that the written checks use: the length of a text in code points, as in JSON Schema. */
export const Guard = { CodePointCount: (text: string): number => Array.from(text).length };
