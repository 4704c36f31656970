import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { sessionCookiePrefix } from '../session/chunks.ts';

/** The head of a GET request: with its path, all that the response can depend on, besides what the service stores. */
export type Head = Readonly<{
  rawHeaders: readonly string[];
  httpVersion: string;
  remoteAddress: string | undefined;
}>;

/** A key that few other requests have: the address, and the session cookie up to its random bytes. undefined without a session. */
export function keyOf(request: IncomingMessage): string | undefined {
  const cookie = headerOf(request, 'cookie') ?? '';
  const start = cookie.indexOf(sessionCookiePrefix);
  return start === -1 ? undefined : `${request.url} ${cookie.slice(start, start + keyCharacters)}`;
}

/** The first header of this name, in lower case. Node's own `headers` reads all of them first. */
export function headerOf({ rawHeaders }: IncomingMessage, wanted: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === wanted.length && name.toLowerCase() === wanted) return rawHeaders[at + 1];
  }
  return undefined;
}

/** The head of a request, which does not keep the request. */
export const headOf = ({ rawHeaders, httpVersion, socket: { remoteAddress } }: IncomingMessage): Head => ({
  rawHeaders,
  httpVersion,
  remoteAddress,
});

/** Whether a request has this head, apart from tracing headers. Takes no time. */
export const hasHead = (
  request: IncomingMessage,
  { rawHeaders, httpVersion, remoteAddress }: Head,
): boolean =>
  areSame(request.rawHeaders, rawHeaders) &&
  request.httpVersion === httpVersion &&
  request.socket.remoteAddress === remoteAddress;

/** The SHA-256 of the head without its tracing headers. A line break separates the parts: no header contains one. */
export function digestOf({ httpVersion, socket, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.filter((_, index) => !isTracing(rawHeaders[index - (index % 2)]));
  return hash('sha256', [httpVersion, socket.remoteAddress, ...lines].join('\n'), 'base64url');
}

/** The name `q_session_chunk_1`, the constant header of a sealed session, its random vector, and some bytes more. */
const keyCharacters = 128;

/** Proxies give each request another one of these. No rule of the service looks at them. */
const tracing = new Set([
  'traceparent',
  'tracestate',
  'x-request-id',
  'x-correlation-id',
  'x-amzn-trace-id',
  'x-cloud-trace-context',
  'cf-ray',
]);

const isTracing = (name: string | undefined) => name !== undefined && tracing.has(name.toLowerCase());

/** Names and values take turns in Node's raw headers. */
function areSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1)
    if (one[at] !== other[at] && (at % 2 === 0 || !isTracing(one[at - 1]))) return false;
  return true;
}
