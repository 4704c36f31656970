import type { Static, TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';

export type Checked<S extends TSchema> =
  | { readonly ok: true; readonly value: Static<S> }
  | { readonly ok: false; readonly path: string };

/** Checks a response body with its published schema; a refusal names the first place that differs (RFC 6901). */
export function checkResponse<S extends TSchema>(schema: S, value: unknown): Checked<S> {
  if (Check(schema, value)) return { ok: true, value };
  const [, errors] = Errors(schema, value);
  return { ok: false, path: errors[0]?.instancePath || '/' };
}
