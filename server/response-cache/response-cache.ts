import type { ServerResponse } from 'node:http';
import { IncomingMessage } from 'node:http';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Answered } from '../log/log.ts';
import type { KeptResponse } from './kept-responses.ts';
import { makeKeptResponses } from './kept-responses.ts';
import { headerOf } from './request-head.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    /** Set by a handler whose response depends on nothing but the request and this; null on every other route. */
    sameWhile: Condition | null;
    /** What a request with such a response has sent. */
    sentBody: unknown;
  }
}

/** Whether something still is as it was. It must keep no request, reply or session. */
export type Condition = () => Promise<boolean>;

type Parts = Readonly<{
  /** Counts a request that equals this one; false for one that is refused on the full way. */
  admitsAgain: (request: FastifyRequest) => () => boolean;
  /** Whether the session of a request passes again: never any more once it is no longer fresh. */
  sessionPasses: (request: FastifyRequest) => Readonly<{ isFresh: () => boolean; passes: Condition }>;
  /** Told of each response that the cache writes. */
  answered: (traceparent: string | undefined, answered: Answered) => void;
}>;

/**
 * Answers a GET request that equals an earlier one, byte for byte, with the response of that one, ahead of every hook. The
 * session and what the response was made of are checked on each request; in any doubt the request goes the full way.
 */
export function addResponseCache(
  app: FastifyInstance,
  { admitsAgain, sessionPasses, answered }: Parts,
): void {
  const responses = makeKeptResponses();
  let isStopping = false;
  // Those of one turn of the event loop are answered together at its end, which costs the system less for each.
  let arrived: Arrived[] = [];

  app.decorateRequest('sameWhile', null);
  app.decorateRequest('sentBody', null);
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.sameWhile !== null) request.sentBody = payload;
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.sameWhile !== null && !isStopping) keep(request, reply, request.sameWhile);
    done();
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    responses.clear();
  });

  function keep(request: FastifyRequest, reply: FastifyReply, sameWhile: Condition): void {
    const { raw, sentBody: body } = request;
    // Injected requests did not come over a connection; with a query one session could fill the cache.
    const isPlain =
      raw instanceof IncomingMessage && !mayHaveBody(raw) && request.url === request.routeOptions.url;
    if (request.method !== 'GET' || !isPlain) return;
    const { statusCode: status } = reply;
    const headers = reply.getHeaders();
    if ((status !== 200 && status !== 304) || headers['set-cookie'] !== undefined) return;
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return;
    const admits = admitsAgain(request);
    const { isFresh, passes } = sessionPasses(request);
    responses.keep(raw, {
      route: request.url,
      status,
      headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
      body,
      isFresh,
      isCurrent: async () => admits() && (await passes()) && sameWhile(),
    });
  }

  async function answer({ kept, request, response, startMs }: Arrived): Promise<void> {
    const isCurrent = await kept.isCurrent().catch(() => false);
    if (!isCurrent || isStopping) return app.routing(request, response);
    response.writeHead(kept.status, kept.headers).end(kept.body);
    const ms = performance.now() - startMs;
    const { route, status } = kept;
    answered(headerOf(request, 'traceparent'), { method: 'GET', route, path: route, status, ms });
  }

  function answerAll(): void {
    const all = arrived;
    arrived = [];
    for (const one of all) void answer(one);
  }

  // Until now Fastify is the only listener.
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const kept = request.method === 'GET' ? responses.find(request) : undefined;
    if (kept === undefined) return app.routing(request, response);
    if (arrived.length === 0) setImmediate(answerAll);
    arrived.push({ kept, request, response, startMs: performance.now() });
  });
}

/** A request with a kept response, which is not answered yet. */
type Arrived = Readonly<{
  kept: KeptResponse;
  request: IncomingMessage;
  response: ServerResponse;
  startMs: number;
}>;

const mayHaveBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
