import * as Type from 'typebox';
import type { TSchema } from 'typebox';

import { endpoints } from '../../contract/endpoints.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { FieldFault, Problem } from '../../contract/problem.ts';
import { shapeOf } from './shape.ts';

/** The endpoints that the page uses, with the shape of each successful response. */
export const requests = {
  listProviders: answered(endpoints.listProviders),
  me: answered(endpoints.me),
  listTasks: answered(endpoints.listTasks),
  createTask: answered(endpoints.createTask),
  replaceTask: answered(endpoints.replaceTask),
  deleteTask: row(endpoints.deleteTask),
  logout: row(endpoints.logout),
};

export const problem = shapeOf(Problem);

/** The address that ends the session at the provider, after a sign-out. */
export const onward = shapeOf(Type.Object({ location: Type.String() }));

/** Why the service refused a request. A schema, because tabs send these faults to each other. */
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

/** The address of a link: the browser navigates to it. */
export const loginPath = endpoints.login.path;

function answered<S extends TSchema>(endpoint: Endpoint & { success: { schema: S } }) {
  return { ...row(endpoint), shape: shapeOf(endpoint.success.schema) };
}

function row({ method, path, success }: Endpoint) {
  return { method, path, status: success.status };
}
