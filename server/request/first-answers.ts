import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { endpoints } from '../../contract/endpoints.ts';
import type { Wait } from './wait.ts';

/** What the page asks first, by path, answered. */
export type FirstAnswers = Readonly<Record<string, FirstAnswer>>;
type FirstAnswer = Readonly<{ status: number; etag: string | null; body: string }>;

/** The page does not wait for its answers longer than this. */
const patienceMs = 150;
/** A longer list would delay the first paint more than a question of its own. */
const longestBody = 64 * 1024;

type Parts = Readonly<{
  app: FastifyInstance;
  wait: Wait;
  /** Whether a request with the same cookies could begin a renewal within so many milliseconds. */
  renewsWithin: (request: FastifyRequest, milliseconds: number) => boolean;
}>;

/**
 * Asks for a browser what its page asks on every load: who is signed in, and then for that person's tasks. Both go through
 * the endpoints themselves, so cookies that they set go out with the page. What fails or takes its time is left to the page,
 * and so is a renewal: its cookie would be lost when the provider takes longer than the page waits.
 */
export function makeFirstAnswers({ app, wait, renewsWithin }: Parts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FirstAnswers> => {
    if (renewsWithin(request, patienceMs)) return {};
    const answered = new AbortController();
    const isOver = wait(patienceMs, answered.signal).then(
      () => undefined,
      () => undefined,
    );
    const found = await Promise.race([askBoth(app, request, answered.signal).catch(tell(request)), isOver]);
    answered.abort();
    if (!found) return {};
    if (found.cookies.length > 0) reply.header('set-cookie', found.cookies);
    return found.answers;
  };
}

/** The page comes without, and asks. */
const tell = (request: FastifyRequest) => (error: unknown) =>
  request.log.error({ err: error }, 'the first answers of the page failed');

async function askBoth(app: FastifyInstance, request: FastifyRequest, answered: AbortSignal) {
  const me = await ask(app, request, endpoints.me.path);
  if (me.statusCode >= 500) return { cookies: me.cookies, answers: {} };
  const answers = { [endpoints.me.path]: me.answer };
  if (me.statusCode !== 200 || answered.aborted) return { cookies: me.cookies, answers };
  const list = await ask(app, request, endpoints.listTasks.path);
  const isFit = list.statusCode === 200 && list.answer.body.length <= longestBody;
  return {
    cookies: list.cookies.length > 0 ? list.cookies : me.cookies,
    answers: isFit ? { ...answers, [endpoints.listTasks.path]: list.answer } : answers,
  };
}

/** As the page's own script would ask it, over the same connection. */
async function ask(app: FastifyInstance, { headers, socket }: FastifyRequest, url: string) {
  const { host, cookie, forwarded } = headers;
  const answer = await app.inject({
    method: 'GET',
    url,
    ...(socket.remoteAddress && { remoteAddress: socket.remoteAddress }),
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-forwarded-'))),
      ...(host !== undefined && { host }),
      ...(cookie !== undefined && { cookie }),
      ...(forwarded !== undefined && { forwarded }),
      accept: 'application/json, application/problem+json',
      'x-requested-with': 'JavaScript',
    },
  });
  const { statusCode, body } = answer;
  const etag = answer.headers.etag;
  return {
    statusCode,
    cookies: [answer.headers['set-cookie'] ?? []].flat(),
    answer: { status: statusCode, etag: etag ?? null, body },
  };
}
