/**
 * What the written checks use of TypeBox's `Guard`. Theirs comes with all that reads schemas, which the first page does
 * without.
 */
export const Guard = {
  /** The length of a text as JSON Schema counts it: in code points. */
  CodePointCount: (text: string): number => Array.from(text).length,
};
