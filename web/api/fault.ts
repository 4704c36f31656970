import * as Type from 'typebox';

import { FieldFault } from '../../contract/problem.ts';

/**
 * Why a call brought nothing. expired: nobody is signed in any more; offline: the service was not reached; refused: it said
 * no; mismatch: it answered in a form that is not the published one. A schema, because faults also travel between tabs.
 */
export const Fault = Type.Union([
  Type.Object({ kind: Type.Literal('expired') }),
  Type.Object({ kind: Type.Literal('offline') }),
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
export type Fault = Type.Static<typeof Fault>;

export type Outcome<T> = { readonly kind: 'ok'; readonly value: T } | Fault;
