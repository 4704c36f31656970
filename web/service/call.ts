import type { Shape } from '../state/shape.ts';
import { problem } from './service.shapes.ts';
import type { Fault, Outcome } from './fault.ts';

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent even while the page is being left. */
  readonly keepalive?: boolean;
  /** The response that came with the page: nothing is sent. */
  readonly came?: Response | undefined;
};

export type Send = (call: Call) => Promise<Response | Fault>;

/** A connection that carries nothing for so long is as good as none; whatever was to be written is sent again. */
const longestWaitMs = 20_000;

/** Sends calls as this page's own script: the server then answers 499 where a navigation would be redirected. */
export function createSend(fetch: typeof globalThis.fetch, timeZone: () => string): Send {
  return async (call) => {
    const headers: Record<string, string> = {
      Accept: 'application/json, application/problem+json',
      'X-Requested-With': 'JavaScript',
      ...call.headers,
    };
    // Only what is written is about a day; to find the zone out takes longer than to draw the page.
    if (call.method !== 'GET') headers['Time-Zone'] = timeZone();
    if (call.body !== undefined) headers['Content-Type'] = 'application/json';
    let response: Response;
    try {
      response =
        call.came ??
        (await fetch(call.path, {
          method: call.method,
          headers,
          credentials: 'same-origin',
          mode: 'same-origin',
          cache: 'no-store',
          redirect: 'manual',
          signal: AbortSignal.timeout(longestWaitMs),
          keepalive: call.keepalive ?? false,
          ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        }));
    } catch {
      return { kind: 'offline' };
    }
    if (response.type === 'opaqueredirect') return { kind: 'expired' };
    if (response.status === call.status || response.status === 304) return response;
    return readRefusal(response);
  };
}

/** Sends only while it holds, and what comes back afterwards is nobody's: both are as if somebody else were there. */
export function sendWhile(holds: () => boolean, send: Send): Send {
  return async (call) => {
    if (!holds()) return { kind: 'expired', another: true };
    const response = await send(call);
    return holds() ? response : { kind: 'expired', another: true };
  };
}

/** The body of a successful response, checked with its schema before anyone sees it. */
export async function readBody<T>(
  { method, path }: Call,
  shape: Shape<T>,
  response: Response,
): Promise<Outcome<T>> {
  const body = await readJson(response);
  if (body === 'broken off') return { kind: 'offline' };
  const value = body?.json;
  if (shape.fits(value)) return { kind: 'ok', value };
  return {
    kind: 'mismatch',
    request: `${method} ${path}`,
    schema: shape.name,
    path: await placeOfDifference(shape.name, value),
  };
}

/** Only now comes what reads schemas; without a connection the place stays unknown. */
async function placeOfDifference(name: string, value: unknown): Promise<string> {
  try {
    const difference = await import('./difference.ts');
    return difference.placeOfDifference(name, value);
  } catch {
    return '/';
  }
}

async function readRefusal(response: Response): Promise<Fault> {
  if (response.status === 401 || response.status === 499) return { kind: 'expired' };
  const body = await readJson(response);
  const json = body === 'broken off' ? null : body?.json;
  const said = problem.fits(json) ? json : null;
  if (said?.code === 'another_user') return { kind: 'expired', another: true };
  // A gateway speaks for a service that it did not reach; the service's own refusals are problem documents.
  if (said === null && [502, 503, 504].includes(response.status)) return { kind: 'offline' };
  return {
    kind: 'refused',
    status: response.status,
    code: said?.code ?? 'unknown',
    detail: said?.detail ?? said?.title ?? response.statusText,
    requestId: said?.requestId ?? null,
    errors: said?.errors ?? [],
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
