import { Errors } from 'typebox/schema';

import { publishedSchemas } from '../../contract/schemas.ts';

/** The first place (RFC 6901) where a value differs from the published schema of that name. */
export function pathOfDifference(name: string, value: unknown): string {
  const schema = publishedSchemas[name];
  const [first] = schema ? Errors(schema, value)[1] : [];
  return first?.instancePath || '/';
}
