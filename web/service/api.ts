import type { TaskCreateRequest, TaskListResponse, TaskUpdateRequest } from '../../contract/task.ts';
import type { Shape } from './shape.ts';
import { asked, onward, problem } from './service.shapes.ts';
import type { Refusal } from './service.shapes.ts';

/** Nobody is signed in any more, or `another` than the page is for. */
export type Expired = { readonly kind: 'expired'; readonly another?: true };

/** Why a call brought nothing. refused: the service said no; mismatch: it answered in a form that is not the published one. */
export type Fault = Refusal | Expired | { readonly kind: 'offline' };

export type Outcome<T> = { readonly kind: 'ok'; readonly value: T } | Fault;

export const isRefusedWith = (fault: Outcome<unknown> | null, code: string): boolean =>
  fault?.kind === 'refused' && fault.code === code;

/** Whether the session is there and the provider does not renew it: only another sign-in helps, or time. */
export const isUnrenewed = (fault: Outcome<unknown> | null) => isRefusedWith(fault, 'provider_unavailable');

type Parts = {
  fetch: typeof globalThis.fetch;
  /** When it does not hold, nothing is sent, and what comes back is not read: as if somebody else were signed in. */
  holds: () => boolean;
  /** Whose page it is: every request names whom it means. */
  owner?: string;
};

type Call = Pick<(typeof asked)['logout'], 'method' | 'path' | 'status'> & {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly preloaded?: PreloadedResponse | undefined;
};

/** A connection that carries nothing for so long is as good as none; a write is sent again. */
const longestWaitMs = 20_000;

export type Api = ReturnType<typeof createApi>;

/** All that the page requests of the service. Every 2xx body has passed its published schema. */
export function createApi({ fetch, holds, owner }: Parts) {
  const expectedUser = owner === undefined ? null : hashOf(owner);
  /** The last list and its tag: an unchanged list is not sent again. */
  let last: { etag: string; tasks: TaskListResponse } | null = null;

  /** Sends as this page's own script: the server then answers 499 where a navigation would be redirected. */
  async function send(call: Call): Promise<Response | Fault> {
    const headers = new Headers({
      Accept: 'application/json, application/problem+json',
      'X-Requested-With': 'JavaScript',
      ...call.headers,
    });
    // With it the service refuses the request where somebody else has signed in meanwhile.
    const expected = await expectedUser;
    if (expected !== null) headers.set('Expected-User', expected);
    // Only a write depends on the day; to find the zone out takes longer than to draw the page.
    if (call.method !== 'GET') headers.set('Time-Zone', Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (call.body !== undefined) headers.set('Content-Type', 'application/json');
    if (!holds()) return { kind: 'expired', another: true };
    const early = await call.preloaded;
    const response =
      (early && early.status < 500 ? early : null) ??
      (await fetch(call.path, {
        method: call.method,
        headers,
        credentials: 'same-origin',
        mode: 'same-origin',
        cache: 'no-store',
        redirect: 'manual',
        signal: AbortSignal.timeout(longestWaitMs),
        // A write outlives the page that is being left; browsers let 64 KiB of them.
        keepalive: call.method !== 'GET',
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      }).catch(() => null));
    if (!holds()) return { kind: 'expired', another: true };
    if (response === null) return { kind: 'offline' };
    if (response.type === 'opaqueredirect') return { kind: 'expired' };
    return response.status === call.status || response.status === 304 ? response : readFault(response);
  }

  async function ask<T>(call: Call & { shape: Shape<T> }): Promise<Outcome<T>> {
    const response = await send(call);
    return isFault(response) ? response : readBody(call, response);
  }

  return {
    listProviders: () => ask(asked.listProviders),
    /** `preloaded`: a request that was begun before; one that has failed is sent again. */
    me: (preloaded?: PreloadedResponse) => ask({ ...asked.me, preloaded }),
    /** The value is where to go on to, at the provider; null: nowhere. */
    async signOut(): Promise<Outcome<{ location: string } | null>> {
      const outcome = await ask({ ...asked.logout, status: 200, shape: onward });
      // The redirect, which a script does not follow, looks as if nobody were signed in; and so it is.
      return outcome.kind === 'expired' ? { kind: 'ok', value: null } : outcome;
    },
    async listTasks(preloaded?: PreloadedResponse): Promise<Outcome<TaskListResponse>> {
      const before = last;
      const headers: Record<string, string> = before ? { 'If-None-Match': before.etag } : {};
      const call = { ...asked.listTasks, headers, preloaded };
      const response = await send(call);
      if (isFault(response)) return response;
      if (response.status === 304 && before) return { kind: 'ok', value: before.tasks };
      const outcome = await readBody(call, response);
      const etag = response.headers.get('ETag');
      if (outcome.kind === 'ok') last = etag ? { etag, tasks: outcome.value } : null;
      return outcome;
    },
    /** The same key with the same fields makes one task, however often it is sent. */
    createTask: (fields: TaskCreateRequest, idempotencyKey: string) =>
      ask({ ...asked.createTask, body: fields, headers: { 'Idempotency-Key': idempotencyKey } }),
    replaceTask: (id: string, fields: TaskUpdateRequest) =>
      ask({ ...withId(asked.replaceTask, id), body: fields }),
    async deleteTask(id: string): Promise<Outcome<null>> {
      const response = await send(withId(asked.deleteTask, id));
      return isFault(response) ? response : { kind: 'ok', value: null };
    },
  };
}

const withId = <Asked extends { path: string }>(call: Asked, id: string) => ({
  ...call,
  path: call.path.replace('{id}', id),
});

const isFault = (response: Response | Fault): response is Fault => 'kind' in response;

/** Whom Expected-User names: SHA-256 in base64url without padding. */
export async function hashOf(email: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}

/** The body of a successful response, checked with its schema before anyone sees it. */
async function readBody<T>(
  { method, path, shape }: Call & { shape: Shape<T> },
  response: Response,
): Promise<Outcome<T>> {
  const text = await response.text().catch(() => null);
  if (text === null) return { kind: 'offline' };
  const value = parse(text);
  if (shape.fits(value)) return { kind: 'ok', value };
  // What reads schemas is loaded only now; without a connection the place stays unknown.
  const place = await import('./difference.ts').then(
    ({ placeOfDifference }) => placeOfDifference(shape.name, value),
    () => '/',
  );
  return { kind: 'mismatch', request: `${method} ${path}`, schema: shape.name, path: place };
}

async function readFault(response: Response): Promise<Fault> {
  const { status, statusText } = response;
  if (status === 401 || status === 499) return { kind: 'expired' };
  const value = parse(await response.text().catch(() => ''));
  const said = problem.fits(value) ? value : null;
  if (said?.code === 'another_user') return { kind: 'expired', another: true };
  // A gateway speaks for a service that it did not reach; the service's own refusals are problem documents. Of both, 429 means later.
  if (status === 429 || (said === null && [502, 503, 504].includes(status))) return { kind: 'offline' };
  return {
    kind: 'refused',
    status,
    code: said?.code ?? 'unknown',
    detail: said?.detail ?? said?.title ?? statusText,
    requestId: said?.requestId ?? null,
    errors: said?.errors ?? [],
  };
}

/** Undefined for a text that is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The page's first two requests, which first.js has begun before the page's code was there. Each gives null when it failed or was
 * not made. `session` is whom the device remembered as signed in then.
 */
export type Preloaded = Readonly<{ session: string | null; me: PreloadedResponse; tasks: PreloadedResponse }>;
export type PreloadedResponse = Promise<Response | null>;

declare global {
  // Only `var` declares a member of globalThis.
  var preloaded: Preloaded | undefined;
}
