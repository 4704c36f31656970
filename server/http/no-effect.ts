import type { FastifyReply, FastifyRequest } from 'fastify';

/** A hook that answers a prefetch with 204 and no effect: a preview must not redeem a code or sign anyone out. */
export const answerPrefetch = answerWithoutEffect(isPrefetch);

/**
 * A hook that answers requests for subresources (images, frames, scripts of another page) with 204 and no effect: they must
 * not sign anyone out. Navigations pass, and so do requests of our own page's scripts.
 */
export const answerEmbedded = answerWithoutEffect(isEmbedded);

function answerWithoutEffect(applies: (request: FastifyRequest) => boolean) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    applies(request) ? reply.code(204).header('cache-control', 'no-store').send() : undefined;
}

/** Whether a browser loads the address ahead, without a person having opened it. */
export function isPrefetch({ headers }: FastifyRequest): boolean {
  // Of Chrome and Firefox, of earlier Chrome and Safari, and of earlier Firefox.
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-moz']];
  return purposes.some((purpose) => /^[ \t]*prefetch\b/i.test(String(purpose)));
}

/** Decides by the request's Fetch Metadata. A request without them counts as a navigation. */
function isEmbedded({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-fetch-site': site } = headers;
  const isOurScript = destination === 'empty' && site === 'same-origin';
  return destination !== 'document' && !isOurScript;
}
