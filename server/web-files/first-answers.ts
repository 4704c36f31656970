import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { endpoints } from '../../contract/endpoints.ts';
import type { Wait } from '../wait.ts';
import { within } from '../wait.ts';

/** The responses to the first requests of the page, by path. */
export type FirstAnswers = Readonly<Record<string, FirstAnswer>>;
type FirstAnswer = Readonly<{ status: number; etag: string | null; body: string }>;

/** The page is sent after this time, with or without the answers. */
const longestWaitMs = 150;
/** A longer list would delay the first paint more than a request of its own. */
const longestBody = 64 * 1024;

type Parts = Readonly<{
  app: FastifyInstance;
  wait: Wait;
  /** Whether a request with the same cookies could begin a renewal within this time. */
  renewsWithin: (request: FastifyRequest, milliseconds: number) => boolean;
}>;

/**
 * Makes, for a browser, the requests of every page load: who is signed in, and then that person's tasks. Both pass through
 * the endpoints themselves, so the cookies that they set are sent with the page. The page repeats requests that fail or
 * take too long. It also makes a renewal itself: its cookie would be lost when the provider takes longer than this wait.
 */
export function makeFirstAnswers({ app, wait, renewsWithin }: Parts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FirstAnswers> => {
    if (renewsWithin(request, longestWaitMs)) return {};
    const found = await within(wait, longestWaitMs, (sent) => askBoth(app, request, sent)).catch(
      (error: unknown) => request.log.error({ err: error }, 'the first answers of the page failed'),
    );
    if (!found) return {};
    if (found.cookies.length > 0) reply.header('set-cookie', found.cookies);
    return found.answers;
  };
}

async function askBoth(app: FastifyInstance, request: FastifyRequest, sent: AbortSignal) {
  const me = await ask(app, request, endpoints.me.path);
  if (me.answer.status >= 500) return { cookies: me.cookies, answers: {} };
  const answers = { [endpoints.me.path]: me.answer };
  if (me.answer.status !== 200 || sent.aborted) return { cookies: me.cookies, answers };
  const list = await ask(app, request, endpoints.listTasks.path);
  const isFit = list.answer.status === 200 && list.answer.body.length <= longestBody;
  return {
    cookies: list.cookies.length > 0 ? list.cookies : me.cookies,
    answers: isFit ? { ...answers, [endpoints.listTasks.path]: list.answer } : answers,
  };
}

/** The request as the page's own script would send it, over the same connection. */
async function ask(app: FastifyInstance, { headers, socket }: FastifyRequest, url: string) {
  const kept = Object.entries(headers).filter(([name]) => /^(host|cookie|(x-)?forwarded.*)$/.test(name));
  const response = await app.inject({
    method: 'GET',
    url,
    ...(socket.remoteAddress && { remoteAddress: socket.remoteAddress }),
    headers: {
      ...Object.fromEntries(kept),
      accept: 'application/json, application/problem+json',
      'x-requested-with': 'JavaScript',
    },
  });
  const { statusCode: status, body } = response;
  const { etag = null, 'set-cookie': cookies = [] } = response.headers;
  return { cookies: [cookies].flat(), answer: { status, etag, body } };
}
