import type { FastifyReply, FastifyRequest } from 'fastify';

/** A hook that answers a prefetch with 204 and touches nothing: a preview must not burn a code or sign anyone out. */
export async function answerPrefetch(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  return isPrefetch(request) ? reply.code(204).header('cache-control', 'no-store').send() : undefined;
}

/** Whether a browser asks ahead of a person who may never come. */
export const isPrefetch = (request: FastifyRequest): boolean =>
  prefetchHeaders.some((name) => /^\s*prefetch\b/i.test(String(request.headers[name])));

// Chrome and Firefox today, Chrome and Safari before, Firefox before.
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-moz'] as const;
