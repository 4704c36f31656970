import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request as requestHttp } from 'node:http';
import { Agent as TlsAgent, request as requestHttps } from 'node:https';

import { cookieHeader, keepCookies } from '../cookies.ts';
import type { TestProvider } from '../provider/provider.ts';

/** Where visitors knock: a replica itself, or the proxy before several. */
export type Door = Readonly<{
  port: number;
  host?: string;
  authority?: string;
  timeoutMs?: number;
  /** A proxy that sends a DELETE again by itself when a replica dies over it, as HTTP allows. */
  repeatsDeletes?: boolean;
}>;

export type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; body: string }>;

/** Someone with a browser: cookies, and connections that are kept. */
export type Visitor = Readonly<{
  email: string;
  door: Door;
  /** Rejects when no whole answer came within the door's timeout. */
  ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** The whole way through the provider; a session that was there is forgotten first. */
  signIn: () => Promise<void>;
  /** The very same session in another browser. */
  again: () => Visitor;
  /** Nobody asks any more. */
  isGone: () => boolean;
  close: () => void;
}>;

const usualTimeoutMs = 15_000;

/** Someone before the door, not signed in unless cookies are brought along. */
export function makeVisitor(
  door: Door,
  provider: TestProvider,
  email: string,
  brought?: Map<string, string>,
): Visitor {
  const cookies = new Map(brought);
  let gone = false;
  const agent =
    door.authority === undefined ? new Agent({ keepAlive: true }) : new TlsAgent({ keepAlive: true });
  const host = door.host ?? `127.0.0.1:${door.port}`;

  const ask: Visitor['ask'] = async (method, path, body, headers = {}) => {
    const sent = {
      host,
      ...cookieHeader(cookies),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const answer = await send({ door, agent, method, path, headers: sent, body });
    keepCookies(cookies, answer.headers['set-cookie'] ?? []);
    return answer;
  };

  return {
    email,
    door,
    ask,
    async signIn() {
      cookies.clear();
      const login = await ask('GET', '/api/auth/login');
      assert.equal(login.status, 302, login.body);
      const person = { sub: email, email, email_verified: true, name: email };
      const { pathname, search } = new URL(provider.authorize(String(login.headers.location), person));
      const callback = await ask('GET', pathname + search);
      assert.equal(callback.status, 302, callback.body);
    },
    again: () => makeVisitor(door, provider, email, cookies),
    isGone: () => gone,
    close() {
      gone = true;
      agent.destroy();
    },
  };
}

type Sent = Readonly<{
  door: Door;
  agent: Agent;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}>;

/** A question over a kept connection that the other side was just closing is asked again, as browsers do (RFC 9112, 9.3.1). */
function send(sent: Sent): Promise<Answer> {
  const { door, agent, method, path, headers, body } = sent;
  const { port, authority, timeoutMs = usualTimeoutMs } = door;
  const options = {
    host: '127.0.0.1',
    port,
    agent,
    method,
    path,
    headers,
    signal: AbortSignal.timeout(timeoutMs),
  };
  return new Promise((resolve, reject) => {
    const request =
      authority === undefined
        ? requestHttp(options)
        : requestHttps({ ...options, ca: authority, servername: door.host });
    request.on('error', (error) => {
      const wasClosing = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      if (method === 'GET' && wasClosing) resolve(send(sent));
      else reject(error);
    });
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        // A connection that is cut in the middle of a body ends too.
        if (!response.complete) return reject(new Error('the answer was cut off'));
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString(),
        });
      });
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
