import type {
  TaskCreateRequest,
  TaskListResponse,
  TaskUpdateRequest,
} from '../../contract/task.ts';
import { faultOf, parseJson } from './response-status.ts';
import type { Fault } from './response-status.ts';
import type { Shape } from './shape.ts';
import { requests, onward } from './service.shapes.ts';

export type { Expired, Fault } from './response-status.ts';

export type Outcome<T> = { readonly kind: 'ok'; readonly value: T } | Fault;

export const isRefusedWith = (fault: Outcome<unknown> | null, code: string): boolean =>
  fault?.kind === 'refused' && fault.code === code;

/** True when the provider cannot renew the session at this time: the person may wait or sign in again. */
export const isProviderUnavailable = (fault: Outcome<unknown> | null) =>
  isRefusedWith(fault, 'provider_unavailable');

type ApiOptions = {
  fetch: typeof globalThis.fetch;
  /** While false, no request is sent and no response is read, as if another person were signed in. */
  holds: () => boolean;
  /** The person of the page, named in the `Expected-User` of every request. */
  owner?: string;
};

type Call = Pick<(typeof requests)['logout'], 'method' | 'path' | 'status'> & {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly preloaded?: PreloadedResponse | undefined;
  readonly signal?: AbortSignal;
};

/** Timeout of a request, which then counts as offline; a write is sent again. */
const longestWaitMs = 20_000;

export type Api = ReturnType<typeof createApi>;

/** The requests of the page to the service. Every 2xx body has been checked with its published schema. */
export function createApi({ fetch, holds, owner }: ApiOptions) {
  const expectedUser = owner === undefined ? null : hashOf(owner);
  /** The last list and its tag: an unchanged list is not sent again. */
  let last: { etag: string; tasks: TaskListResponse } | null = null;

  async function send(call: Call): Promise<Response | Fault> {
    const expected = await expectedUser;
    if (!holds()) return { kind: 'expired', another: true };
    const early = await call.preloaded;
    const response = early && early.status < 500 ? early : await request(fetch, call, expected);
    if (!holds()) return { kind: 'expired', another: true };
    if (response === null) return { kind: 'offline' };
    if (response.type === 'opaqueredirect') return { kind: 'expired' };
    if (response.status === call.status || response.status === 304) return response;
    return faultOf(response);
  }

  async function ask<T>(call: Call & { shape: Shape<T> }): Promise<Outcome<T>> {
    const response = await send(call);
    if (isFault(response)) return response;
    return readBody(call, response);
  }

  return {
    listProviders: () => ask(requests.listProviders),
    /** `preloaded` is a request that has begun already; it is sent again if it has failed. */
    me: (preloaded?: PreloadedResponse) => ask({ ...requests.me, preloaded }),
    /** The value has the provider's address that the page must open next, or is null for none. */
    async signOut(): Promise<Outcome<{ location: string } | null>> {
      const outcome = await ask({ ...requests.logout, status: 200, shape: onward });
      // The service redirects after a sign-out; `send` reports a redirect as `expired`, which is true here.
      if (outcome.kind === 'expired') return { kind: 'ok', value: null };
      return outcome;
    },
    async listTasks(preloaded?: PreloadedResponse): Promise<Outcome<TaskListResponse>> {
      const before = last;
      const headers: Record<string, string> = before ? { 'If-None-Match': before.etag } : {};
      const call = { ...requests.listTasks, headers, preloaded };
      const response = await send(call);
      if (isFault(response)) return response;
      if (response.status === 304 && before) return { kind: 'ok', value: before.tasks };
      const outcome = await readBody(call, response);
      const etag = response.headers.get('ETag');
      if (outcome.kind === 'ok') last = etag ? { etag, tasks: outcome.value } : null;
      return outcome;
    },
    /** The answer to a request that waits until the list has changed (RFC 7240). Null without a list or an answer. */
    async awaitChange(signal: AbortSignal): Promise<Response | null> {
      if (last === null) return null;
      const headers = { 'If-None-Match': last.etag, Prefer: 'wait=25' };
      return request(fetch, { ...requests.listTasks, headers, signal }, await expectedUser);
    },
    /** The same key with the same fields makes one task, however often it is sent. */
    createTask: (fields: TaskCreateRequest, idempotencyKey: string) =>
      ask({ ...requests.createTask, body: fields, headers: { 'Idempotency-Key': idempotencyKey } }),
    replaceTask: (id: string, fields: TaskUpdateRequest) =>
      ask({ ...withId(requests.replaceTask, id), body: fields }),
    async deleteTask(id: string): Promise<Outcome<null>> {
      const response = await send(withId(requests.deleteTask, id));
      if (isFault(response)) return response;
      return { kind: 'ok', value: null };
    },
  };
}

/** Sends as a script of this page: the server then answers 499 in place of a redirect to the provider. Null without a response. */
function request(
  fetch: ApiOptions['fetch'],
  call: Call,
  expectedUser: string | null,
): Promise<Response | null> {
  const { method, path, body } = call;
  const headers = new Headers({
    Accept: 'application/json, application/problem+json',
    'X-Requested-With': 'JavaScript',
    ...call.headers,
  });
  // The service then refuses the request if another person has signed in since.
  if (expectedUser !== null) headers.set('Expected-User', expectedUser);
  // Only a write depends on the day, and `Intl` takes longer to find the zone than the page takes to render.
  if (method !== 'GET') headers.set('Time-Zone', Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  return fetch(path, {
    method,
    headers,
    credentials: 'same-origin',
    mode: 'same-origin',
    cache: 'no-store',
    redirect: 'manual',
    signal: call.signal ?? AbortSignal.timeout(longestWaitMs),
    // A write continues after the page is closed; browsers allow 64 KiB of such bodies.
    keepalive: method !== 'GET',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => null);
}

const withId = <OneCall extends { path: string }>(call: OneCall, id: string) => ({
  ...call,
  path: call.path.replace('{id}', id),
});

const isFault = (response: Response | Fault): response is Fault => 'kind' in response;

/** The value of `Expected-User`: SHA-256 in base64url without padding. */
export async function hashOf(email: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}

/** The body of a successful response, checked with its schema. */
async function readBody<T>(
  { method, path, shape }: Call & { shape: Shape<T> },
  response: Response,
): Promise<Outcome<T>> {
  const text = await response.text().catch(() => null);
  if (text === null) return { kind: 'offline' };
  const value = parseJson(text);
  if (shape.fits(value)) return { kind: 'ok', value };
  // The code that reads schemas is loaded only now; without a connection the path stays unknown.
  const instancePath = await import('./difference.ts').then(
    ({ pathOfDifference }) => pathOfDifference(shape.name, value),
    () => '/',
  );
  return { kind: 'mismatch', request: `${method} ${path}`, schema: shape.name, path: instancePath };
}

/**
 * The page's first two requests, which first.js begins before the page's code has loaded. Each resolves to null when it failed
 * or was not made. `session` is the email of the person whom the device remembered as signed in at that time.
 */
export type Preloaded = Readonly<{
  session: string | null;
  me: PreloadedResponse;
  tasks: PreloadedResponse;
}>;
export type PreloadedResponse = Promise<Response | null>;

declare global {
  // Only `var` declares a member of globalThis.
  var preloaded: Preloaded | undefined;
}
