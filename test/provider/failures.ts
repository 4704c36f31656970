import type { Endpoint, Fault, Seen } from './fault.ts';

/** Failures of an endpoint, by name. */
export const failures = {
  unreachable: () => Promise.reject(new TypeError('fetch failed')),
  refused: () => notConnected('ECONNREFUSED'),
  noName: () => notConnected('ENOTFOUND'),
  noNameServer: () => notConnected('EAI_AGAIN'),
  noRoute: () => notConnected('EHOSTUNREACH'),
  reset: () => notConnected('ECONNRESET'),
  noAnswer: () => notConnected('UND_ERR_CONNECT_TIMEOUT'),
  /** As fetch of Node reports it. */
  longHeaders: () => {
    const cause = Object.assign(new Error('Headers Overflow Error'), {
      code: 'UND_ERR_HEADERS_OVERFLOW',
    });
    return Promise.reject(new TypeError('fetch failed', { cause }));
  },
  slow: (_good, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  slowBody: async (_good, signal) => new Response(hang(signal, '{"access_token"')),
  cutOff: async () => new Response(cutOff('{"access_token": "a')),
  html: async () =>
    new Response('<!doctype html><title>Maintenance</title>', {
      headers: { 'content-type': 'text/html' },
    }),
  endless: async () => new Response(endless(), json),
  redirect: async () =>
    new Response(null, { status: 302, headers: { location: 'https://attacker.example.com/' } }),
  /** The usual body with status 500. */
  goodWith500: async (good) => new Response((await good()).body, { status: 500 }),
  status500: async () => new Response('oops', { status: 500 }),
  status503: async () => new Response(null, { status: 503, headers: { 'retry-after': '20' } }),
  status401: async () => new Response(null, { status: 401 }),
  invalidClient: refusing('invalid_client'),
  invalidGrant: refusing('invalid_grant'),
  invalidRequest: refusing('invalid_request'),
} as const satisfies Record<string, Failure>;

export type Failure = (
  good: () => Promise<Response>,
  signal: AbortSignal | undefined,
) => Promise<Response>;

/** Refuses with this OAuth error, or with another text, as a gateway does. */
export function refusing(error: unknown, status = 400): Failure {
  return async () => Response.json({ error }, { status });
}

/** As fetch of Node reports it. */
function notConnected(code: string): Promise<never> {
  const cause = Object.assign(new Error(`the network says ${code}`), { code });
  return Promise.reject(new TypeError('fetch failed', { cause }));
}

type Which = Endpoint | ((seen: Seen) => boolean);

/** Makes one endpoint fail, or the requests that match. */
export function fail(which: Which, failure: Failure): Fault {
  const isOne = typeof which === 'string' ? ({ endpoint }: Seen) => endpoint === which : which;
  return { respond: (seen, good) => (isOne(seen) ? failure(good, seen.signal) : good()) };
}

/** The same; `reached` resolves at the first such request. */
export function failTelling(which: Which, failure: Failure) {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const fault = fail(which, (good, signal) => {
    resolve();
    return failure(good, signal);
  });
  return { fault, reached };
}

/** Delays these responses, the usual ones or others, until `release`. */
export function hold(which: Which, answer: Failure = (good) => good()) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  return {
    ...failTelling(which, (good, signal) => released.then(() => answer(good, signal))),
    release,
  };
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
  return new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)),
  });
}
