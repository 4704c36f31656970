import type { FastifyReply, FastifyRequest } from 'fastify';

/** A hook that answers a prefetch with 204 and no effect: a preview must not redeem a code or sign anyone out. */
export async function answerPrefetch(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  return isPrefetch(request) ? reply.code(204).header('cache-control', 'no-store').send() : undefined;
}

/** Whether a browser loads the address ahead, without a person having opened it. */
export const isPrefetch = (request: FastifyRequest): boolean =>
  prefetchHeaders.some((name) => /^\s*prefetch\b/i.test(String(request.headers[name])));

// Headers of Chrome and Firefox, of earlier Chrome and Safari, and of earlier Firefox.
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-moz'] as const;
