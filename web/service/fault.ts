import * as Type from 'typebox';

import { FieldFault } from '../../contract/problem.ts';

/** Why the service did not do what was asked. A schema, because these faults also travel between tabs. */
export const Refusal = Type.Union([
  Type.Object({
    kind: Type.Literal('refused'),
    status: Type.Integer(),
    code: Type.String(),
    detail: Type.String(),
    requestId: Type.Union([Type.String(), Type.Null()]),
    errors: Type.Array(FieldFault),
  }),
  Type.Object({
    kind: Type.Literal('mismatch'),
    request: Type.String(),
    schema: Type.String(),
    path: Type.String(),
  }),
]);
export type Refusal = Type.Static<typeof Refusal>;

/** Nobody is signed in any more, or `another` than the page is for. */
export type Expired = { readonly kind: 'expired'; readonly another?: true };

/**
 * Why a call brought nothing. offline: the service was not reached; refused: it said no; mismatch: it answered in a form that
 * is not the published one.
 */
export type Fault = Refusal | Expired | { readonly kind: 'offline' };

export type Outcome<T> = { readonly kind: 'ok'; readonly value: T } | Fault;
