import type { Endpoint, Fault } from './fault.ts';

/** How an endpoint can fail to answer, by name. */
export const failures = {
  unreachable: () => Promise.reject(new TypeError('fetch failed')),
  slow: (_good, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  slowBody: async (_good, signal) => new Response(hang(signal, '{"access_token"')),
  cutOff: async () => new Response(cutOff('{"access_token": "a')),
  half: async () => new Response('{"access_token": "a', json),
  html: async () =>
    new Response('<!doctype html><title>Maintenance</title>', { headers: { 'content-type': 'text/html' } }),
  list: async () => Response.json([]),
  endless: async () => new Response(endless(), json),
  redirect: async () =>
    new Response(null, { status: 302, headers: { location: 'https://attacker.example.com/' } }),
  /** The good answer under a bad status. */
  goodWith500: async (good) => new Response((await good()).body, { status: 500 }),
  status500: async () => new Response('oops', { status: 500 }),
  status503: async () => new Response(null, { status: 503, headers: { 'retry-after': '20' } }),
  status429: async () => Response.json({ error: 'slow_down' }, { status: 429 }),
  status408: async () => new Response(null, { status: 408 }),
  status425: async () => new Response(null, { status: 425 }),
  status401: async () => new Response(null, { status: 401 }),
  status400: async () => new Response(null, { status: 400 }),
  status403: async () => new Response('Forbidden', { status: 403 }),
  status404: async () => new Response('404 page not found', { status: 404 }),
  status405: async () => new Response(null, { status: 405 }),
  status407: async () => new Response(null, { status: 407 }),
  status421: async () => new Response(null, { status: 421 }),
  status451: async () => new Response('<h1>Unavailable</h1>', { status: 451 }),
  gateway404: async () => Response.json({ status: 404, error: 'Not Found', path: '/token' }, { status: 404 }),
  gateway403: async () => Response.json({ error: { code: 403, message: 'Forbidden' } }, { status: 403 }),
  gateway401: async () => Response.json({ error: 'Unauthorized' }, { status: 401 }),
  invalidGrant403: async () => Response.json({ error: 'invalid_grant' }, { status: 403 }),
  invalidGrant401: async () => Response.json({ error: 'invalid_grant' }, { status: 401 }),
  invalidToken404: async () => Response.json({ error: 'invalid_token' }, { status: 404 }),
  html400: async () => new Response('<h1>Bad request</h1>', { status: 400 }),
  serverError: async () => Response.json({ error: 'server_error' }, { status: 400 }),
  slowDown: async () => Response.json({ error: 'slow_down' }, { status: 400 }),
  invalidClient: async () => Response.json({ error: 'invalid_client' }, { status: 400 }),
  invalidGrant: async () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
  invalidRequest: async () => Response.json({ error: 'invalid_request' }, { status: 400 }),
  momentaryError: async () => Response.json({ error: 'temporarily_unavailable' }, { status: 400 }),
  errorWith200: async () => Response.json({ error: 'invalid_grant' }),
  /** Does what it was asked, and its answer is lost on the way. */
  lost: async (good) => {
    await good();
    throw new TypeError('fetch failed');
  },
} as const satisfies Record<string, Failure>;

type Failure = (good: () => Promise<Response>, signal: AbortSignal | undefined) => Promise<Response>;

/** Makes one endpoint fail. */
export function fail(endpoint: Endpoint, failure: Failure): Fault {
  return { respond: (seen, good) => (seen.endpoint === endpoint ? failure(good, seen.signal) : good()) };
}

/** The same, and tells when the endpoint has been reached. */
export function failTelling(
  endpoint: Endpoint,
  failure: Failure,
): Readonly<{ fault: Fault; reached: Promise<void> }> {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const fault = fail(endpoint, (good, signal) => {
    resolve();
    return failure(good, signal);
  });
  return { fault, reached };
}

/** Holds one endpoint's answers back until they are released. */
export function hold(
  endpoint: Endpoint,
): Readonly<{ fault: Fault; reached: Promise<void>; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  return { ...failTelling(endpoint, (good) => released.then(good)), release };
}

const json = { headers: { 'content-type': 'application/json' } };

const bytes = (text: string) => new TextEncoder().encode(text);

function cutOff(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes(text));
      controller.error(new TypeError('terminated'));
    },
  });
}

function hang(signal: AbortSignal | undefined, text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes(text));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)) });
}
