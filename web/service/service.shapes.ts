import * as Type from 'typebox';
import type { TSchema } from 'typebox';

import { endpoints } from '../../contract/endpoints.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { Problem } from '../../contract/problem.ts';
import { shapeOf } from '../state/shape.ts';

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

/** Responses by path, as the service writes them into the page. */
export const writtenAnswers = shapeOf(
  Type.Record(
    Type.String(),
    Type.Object({
      status: Type.Integer(),
      etag: Type.Union([Type.String(), Type.Null()]),
      body: Type.String(),
    }),
  ),
);

/** The page goes there itself. */
export const loginPath = endpoints.login.path;
export const logoutPath = endpoints.logout.path;

function answered<S extends TSchema>(endpoint: Endpoint & { success: { schema: S } }) {
  return { ...row(endpoint), shape: shapeOf(endpoint.success.schema) };
}

function row({ method, path, success }: Endpoint) {
  return { method, path, status: success.status };
}
