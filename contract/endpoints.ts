import type { TSchema } from 'typebox';

import { AuthProvidersResponse, CurrentUserResponse } from './auth.ts';
import type { RequestHeader } from './headers.ts';
import { expectedUser } from './headers.ts';
import { TaskCreateRequest, TaskListResponse, TaskResponse, TaskUpdateRequest } from './task.ts';

/** Who may call: anyone, or the holder of a valid session cookie. */
export type Access = 'open' | 'session';

/** One row of the interface. `errors` are the statuses that answer with a Problem (499 has no body). */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly headers?: readonly RequestHeader[];
  readonly body?: TSchema;
  readonly success: { readonly status: number; readonly schema?: TSchema; readonly description: string };
  /** Another redirect than the successful one. */
  readonly detour?: { readonly status: number; readonly description: string };
  readonly errors: readonly number[];
};

/** The whole interface (specification, Endpoints). `{id}` is the only path parameter there is. */
export const endpoints = {
  listProviders: {
    method: 'GET',
    path: '/api/auth/providers',
    access: 'open',
    summary: 'Every sign-in provider that the deployment declares, usable or not',
    success: { status: 200, schema: AuthProvidersResponse, description: 'The declared providers' },
    errors: [],
  },
  login: {
    method: 'GET',
    path: '/api/auth/login',
    access: 'session',
    summary: 'Signs in: 302 to the provider without a session, 303 to the post-login address with one',
    success: { status: 303, description: 'Signed in; on to the post-login address' },
    detour: { status: 302, description: 'Nobody is signed in; on to the provider, with a state cookie' },
    errors: [503],
  },
  callback: {
    method: 'GET',
    path: '/api/auth/callback',
    access: 'open',
    summary: 'Where the provider sends the browser back to, with code and state',
    success: { status: 302, description: 'Signed in; session cookie set, on to the post-login address' },
    detour: {
      status: 303,
      description:
        'A person whose sign-in failed; on to the post-login address with ?signin=failed or =cancelled',
    },
    errors: [401, 503],
  },
  logout: {
    method: 'GET',
    path: '/api/auth/logout',
    access: 'open',
    summary: 'Expires every session cookie; the session at the provider is untouched',
    success: { status: 303, description: 'Signed out; on to the post-login address' },
    errors: [],
  },
  me: {
    method: 'GET',
    path: '/api/auth/me',
    access: 'session',
    summary: 'The email, name and picture of the signed-in user',
    headers: [expectedUser],
    success: { status: 200, schema: CurrentUserResponse, description: 'The signed-in user' },
    errors: [401, 403, 503],
  },
  listTasks: {
    method: 'GET',
    path: '/api/tasks',
    access: 'session',
    summary: "The caller's tasks, ordered by dueDate, then by id",
    headers: [expectedUser],
    success: { status: 200, schema: TaskListResponse, description: "The caller's tasks" },
    errors: [401, 403, 503],
  },
  createTask: {
    method: 'POST',
    path: '/api/tasks',
    access: 'session',
    summary: 'Creates a task owned by the caller',
    headers: [expectedUser],
    body: TaskCreateRequest,
    success: { status: 201, schema: TaskResponse, description: 'The created task' },
    errors: [400, 401, 403, 409, 413, 415, 422, 503],
  },
  replaceTask: {
    method: 'PUT',
    path: '/api/tasks/{id}',
    access: 'session',
    summary: 'Replaces every field of a task owned by the caller',
    headers: [expectedUser],
    body: TaskUpdateRequest,
    success: { status: 200, schema: TaskResponse, description: 'The task as updated' },
    errors: [400, 401, 403, 404, 413, 415, 503],
  },
  deleteTask: {
    method: 'DELETE',
    path: '/api/tasks/{id}',
    access: 'session',
    summary: 'Deletes a task owned by the caller',
    headers: [expectedUser],
    success: { status: 204, description: 'Deleted' },
    errors: [400, 401, 403, 404, 503],
  },
} as const satisfies Record<string, Endpoint>;

/** The interface version (specification, Versioning). */
export const interfaceVersion = '0.2.0';
