import * as Type from 'typebox';
import type { TSchema } from 'typebox';

import { endpoints } from '../../contract/endpoints.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { FieldFault, Problem } from '../../contract/problem.ts';
import { shapeOf } from './shape.ts';

/** The part of the interface that the page asks, with the shape of each successful answer. */
export const asked = {
  listProviders: answered(endpoints.listProviders),
  me: answered(endpoints.me),
  listTasks: answered(endpoints.listTasks),
  createTask: answered(endpoints.createTask),
  replaceTask: answered(endpoints.replaceTask),
  deleteTask: row(endpoints.deleteTask),
  logout: row(endpoints.logout),
};

export const problem = shapeOf(Problem);

/** Where a sign-out leads on to, when the provider's session ends with it. */
export const onward = shapeOf(Type.Object({ location: Type.String() }));

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

/** The page goes there itself. */
export const loginPath = endpoints.login.path;
export const logoutPath = endpoints.logout.path;

function answered<S extends TSchema>(endpoint: Endpoint & { success: { schema: S } }) {
  return { ...row(endpoint), shape: shapeOf(endpoint.success.schema) };
}

function row({ method, path, success }: Endpoint) {
  return { method, path, status: success.status };
}
