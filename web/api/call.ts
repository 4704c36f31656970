import type { Static, TSchema } from 'typebox';

import { Problem } from '../../contract/problem.ts';
import type { FieldFault } from '../../contract/problem.ts';
import { checkResponse } from './check.ts';

/** Why a call brought nothing. */
export type Fault =
  | { readonly kind: 'expired' }
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly detail: string;
      readonly requestId: string | null;
      readonly errors: readonly FieldFault[];
    }
  | { readonly kind: 'mismatch'; readonly request: string; readonly schema: string; readonly path: string };

export type Outcome<T> = { readonly kind: 'ok'; readonly value: T } | Fault;

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent even while the page is being left. */
  readonly keepalive?: boolean;
};

export type Send = (call: Call) => Promise<Response | Fault>;

/** Sends calls as this page's own script: the server then answers 499 where a navigation would be redirected. */
export function createSend(fetch: typeof globalThis.fetch, timeZone: () => string): Send {
  return async (call) => {
    const headers: Record<string, string> = {
      Accept: 'application/json, application/problem+json',
      'X-Requested-With': 'JavaScript',
      'Time-Zone': timeZone(),
      ...call.headers,
    };
    if (call.body !== undefined) headers['Content-Type'] = 'application/json';
    let response: Response;
    try {
      response = await fetch(call.path, {
        method: call.method,
        headers,
        credentials: 'same-origin',
        mode: 'same-origin',
        cache: 'no-store',
        redirect: 'manual',
        keepalive: call.keepalive ?? false,
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
    } catch {
      return { kind: 'offline' };
    }
    if (response.type === 'opaqueredirect') return { kind: 'expired' };
    if (response.status === call.status || response.status === 304) return response;
    return readRefusal(response);
  };
}

/** The body of a successful response, checked with its schema before anyone sees it. */
export async function readBody<S extends TSchema>(
  call: Call,
  schema: S,
  response: Response,
): Promise<Outcome<Static<S>>> {
  const body = await readJson(response);
  if (body === 'broken off') return { kind: 'offline' };
  const checked = checkResponse(schema, body?.json);
  if (checked.ok) return { kind: 'ok', value: checked.value };
  return {
    kind: 'mismatch',
    request: `${call.method} ${call.path}`,
    schema: '$id' in schema ? String(schema.$id) : 'unnamed',
    path: checked.path,
  };
}

async function readRefusal(response: Response): Promise<Fault> {
  if (response.status === 401 || response.status === 499) return { kind: 'expired' };
  const body = await readJson(response);
  const checked = checkResponse(Problem, body === 'broken off' ? undefined : body?.json);
  const problem = checked.ok ? checked.value : null;
  return {
    kind: 'refused',
    status: response.status,
    code: problem?.code ?? 'unknown',
    detail: problem?.detail ?? problem?.title ?? response.statusText,
    requestId: problem?.requestId ?? null,
    errors: problem?.errors ?? [],
  };
}

async function readJson(response: Response): Promise<{ json: unknown } | 'broken off' | null> {
  let text: string;
  try {
    text = await response.text();
  } catch {
    return 'broken off';
  }
  try {
    const json: unknown = JSON.parse(text);
    return { json };
  } catch {
    return null;
  }
}
