import { once } from 'node:events';
import type { Agent, IncomingHttpHeaders } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';

import type { FastifyInstance, HTTPMethods, LightMyRequestResponse } from 'fastify';

import type { Cleanup } from './folder.ts';

/** A response with its whole body. */
export type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'json'>;

/** A response that came through a socket. */
export type PortAnswer = Omit<Answer, 'headers'> & Readonly<{ headers: IncomingHttpHeaders }>;

export type Question = Readonly<{
  method: HTTPMethods;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}>;

/** Sends one request, without cookies of its own. Rejects when no whole response comes. */
export type Transport<Given extends Answer> = (question: Question) => Promise<Given>;

/** Sends requests to an app of this process, without a socket. */
export const toApp =
  (app: FastifyInstance): Transport<LightMyRequestResponse> =>
  ({ method, path, headers, body }) =>
    app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) });

export type Target = Readonly<{
  port: number;
  /** The certificate authority of a server that speaks TLS. */
  authority?: string | undefined;
  /** The name in its certificate. */
  host?: string | undefined;
  timeoutMs?: number | undefined;
  /** Reuses connections; without it every request has a new connection. */
  agent?: Agent;
}>;

/**
 * Sends requests to a port of this machine. A GET on a reused connection that the server closes at that moment is sent again,
 * as browsers do (RFC 9112, 9.3.1).
 */
export function toPort(target: Target): Transport<PortAnswer> {
  const { port, authority, host, timeoutMs = 15_000, agent = false } = target;
  return function send({ method, path, headers, body }) {
    const options = { host: '127.0.0.1', port, agent, method, path, headers };
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const request =
        authority === undefined
          ? requestHttp({ ...options, signal })
          : requestHttps({ ...options, signal, ca: authority, servername: host });
      request.on('error', (error) => {
        const wasClosing = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
        if (method === 'GET' && wasClosing) resolve(send({ method, path, headers, body }));
        else reject(error);
      });
      request.on('response', (response) => {
        text(response).then((received) => {
          const { statusCode = 0, headers: answered, complete } = response;
          // A connection that is cut in the middle of a body also emits `end`.
          if (complete)
            resolve({
              statusCode,
              headers: answered,
              body: received,
              json: () => JSON.parse(received),
            });
          else reject(new Error('the response was cut off'));
        }, reject);
      });
      request.end(body);
    });
  };
}

/** Listens on a free port of 127.0.0.1 and returns it. With `t`, the server closes with the test. */
export async function listenAnywhere(server: Server, t?: Cleanup): Promise<number> {
  t?.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
