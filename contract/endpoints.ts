import type { TSchema } from 'typebox';

import { AuthProvidersResponse, CurrentUserResponse, LogoutResponse } from './auth.ts';
import type { ProblemCode } from './problem.ts';
import { TaskCreateRequest, TaskListResponse, TaskResponse, TaskUpdateRequest } from './task.ts';

/** The access to an endpoint: for anyone, or for the holder of a valid session cookie. */
export type Access = 'open' | 'session';

/** A request header that an endpoint defines, in addition to the standard headers of HTTP. */
export type RequestHeader = Readonly<{ name: string; description: string; pattern: string }>;

/** Names the user for whom a request is meant: another tab of the browser may have signed in a different user. */
export const expectedUser = {
  name: 'Expected-User',
  description:
    'The SHA-256 of the email of the person whom the request is meant for, as UTF-8, in base64url without padding. ' +
    'Answers 403 `another_user` when somebody else is signed in.',
  pattern: '^[A-Za-z0-9_-]{43}$',
} as const satisfies RequestHeader;

export const idempotencyKey = {
  name: 'Idempotency-Key',
  description:
    'A text of your choice for one create. The same key within 24 hours answers the same task again, as it was created: ' +
    'the list has the task as it is now. After the task has been deleted the answer is 410 `task_deleted`, else with ' +
    'another body 422 `idempotency_key_reused`. The keys of a person are limited: beyond the limit 429 `too_many_keys`.',
  pattern: '^[!-~]{1,255}$',
} as const satisfies RequestHeader;

export const prefer = {
  name: 'Prefer',
  description:
    '`wait=25`, with `If-None-Match`: the answer comes when the list has changed, or after at most so many seconds, 25 at most ' +
    '(RFC 7240). `Preference-Applied: wait` says so; without it the service has not waited, as a person may have 8 such ' +
    'requests at once: ask again later.',
  pattern: '^[ -~]+$',
} as const satisfies RequestHeader;

export const timeZone = {
  name: 'Time-Zone',
  description:
    'The IANA zone whose date is today, such as Europe/Zurich. Without it, or with an unknown one, the zone of the service counts.',
  pattern: '^[!-~]+$',
} as const satisfies RequestHeader;

/** One endpoint of the interface. `errors` lists its own errors; the OpenAPI description adds those that follow from other members. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly description: string;
  /** The query parameters, all optional: name and description. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: readonly RequestHeader[];
  readonly body?: TSchema;
  readonly success: {
    readonly status: number;
    readonly schema?: TSchema;
    readonly description: string;
  };
  /** The response to a script, where it is another one than `success`. */
  readonly toScript?: {
    readonly status: number;
    readonly schema: TSchema;
    readonly description: string;
  };
  /** A redirect other than the one in `success`. */
  readonly errorRedirect?: { readonly status: number; readonly description: string };
  readonly errors: readonly ProblemCode[];
};

/** The whole interface (specification, Endpoints). `{id}` is the only path parameter. */
export const endpoints = {
  listProviders: {
    method: 'GET',
    path: '/api/auth/providers',
    access: 'open',
    summary: 'Every sign-in provider that the deployment declares, usable or not',
    description:
      'A provider that cannot be used is listed with `available: false` and `loginUrl: null`.',
    success: { status: 200, schema: AuthProvidersResponse, description: 'The declared providers' },
    errors: [],
  },
  login: {
    method: 'GET',
    path: '/api/auth/login',
    access: 'session',
    summary:
      'Signs in: 302 to the provider without a session, 303 to the post-login address with one',
    description:
      'To be opened as a page, not requested by a script. The provider sends the browser back to the callback.',
    success: { status: 303, description: 'Signed in; on to the post-login address' },
    errorRedirect: {
      status: 302,
      description: 'Nobody is signed in; on to the provider, with a state cookie',
    },
    errors: ['sign_in_not_configured'],
  },
  callback: {
    method: 'GET',
    path: '/api/auth/callback',
    access: 'open',
    summary: 'Where the provider sends the browser back to, with code and state',
    description:
      'To be opened by the redirect of the provider only. A state can be used once, for five minutes after the login.',
    query: {
      code: 'The authorization code',
      state: 'Which attempt of this browser the answer is for',
      iss: 'The issuer, where the provider sends it (RFC 9207)',
      error: 'Why the provider gives no code',
    },
    success: {
      status: 302,
      description: 'Signed in; session cookie set, on to the post-login address',
    },
    errorRedirect: {
      status: 303,
      description:
        'A person whose sign-in failed; on to the post-login address with ?signin=failed, =cancelled or =later',
    },
    errors: [
      'sign_in_failed',
      'sign_in_cancelled',
      'sign_in_not_configured',
      'provider_unavailable',
      'store_unavailable',
    ],
  },
  logout: {
    method: 'GET',
    path: '/api/auth/logout',
    access: 'open',
    summary: 'Expires every session cookie; the session at the provider is untouched',
    description:
      'To be opened as a page. The session ends for every copy of its cookie. Without a session the answer is the same. ' +
      'Where the profile says `signOutAtProvider`, it leads on to the provider, and a script, which cannot read a redirect, gets 200 with the `location`.',
    success: { status: 303, description: 'Signed out; on to the post-login address' },
    toScript: {
      status: 200,
      schema: LogoutResponse,
      description: 'Signed out; the session at the provider ends at the `location`',
    },
    errors: [],
  },
  me: {
    method: 'GET',
    path: '/api/auth/me',
    access: 'session',
    summary: 'The email, name and picture of the signed-in user',
    description:
      'Name and picture are those of the ID token. A picture that it lacks may come from an avatar service.',
    headers: [expectedUser],
    success: { status: 200, schema: CurrentUserResponse, description: 'The signed-in user' },
    errors: [],
  },
  listTasks: {
    method: 'GET',
    path: '/api/tasks',
    access: 'session',
    summary: "The caller's tasks, ordered by dueDate, then by id",
    description:
      'All of them: there are no pages, because a person has a limited number of tasks. ' +
      'With `Prefer` a client learns of a change within a second or two.',
    headers: [expectedUser, prefer],
    success: { status: 200, schema: TaskListResponse, description: "The caller's tasks" },
    errors: [],
  },
  createTask: {
    method: 'POST',
    path: '/api/tasks',
    access: 'session',
    summary: 'Creates a task owned by the caller',
    description:
      'The service chooses the id. A due date before today is refused. Members that the schema does not name are ignored.',
    headers: [expectedUser, idempotencyKey, timeZone],
    body: TaskCreateRequest,
    success: { status: 201, schema: TaskResponse, description: 'The created task' },
    errors: [
      'too_many_tasks',
      'tasks_too_large',
      'idempotency_key_reused',
      'task_deleted',
      'too_many_keys',
    ],
  },
  replaceTask: {
    method: 'PUT',
    path: '/api/tasks/{id}',
    access: 'session',
    summary: 'Replaces every field of a task owned by the caller',
    description:
      'All four fields are needed. A due date in the past is accepted, so that an overdue task can be changed.',
    headers: [expectedUser],
    body: TaskUpdateRequest,
    success: { status: 200, schema: TaskResponse, description: 'The task as updated' },
    errors: ['precondition_failed', 'tasks_too_large'],
  },
  deleteTask: {
    method: 'DELETE',
    path: '/api/tasks/{id}',
    access: 'session',
    summary: 'Deletes a task owned by the caller',
    description: 'A task of somebody else gets the same answer as one that does not exist.',
    headers: [expectedUser],
    success: { status: 204, description: 'Deleted' },
    errors: ['precondition_failed'],
  },
} as const satisfies Record<string, Endpoint>;

/** The interface version (specification, Versioning). */
export const interfaceVersion = '0.2.0';
