import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A hook that answers requests for subresources (images, frames, scripts of another page) with 204 and no effect: they must
 * not sign anyone out. Navigations pass, and so do requests of our own page's scripts.
 */
export async function answerEmbedded(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  return isEmbedded(request) ? reply.code(204).header('cache-control', 'no-store').send() : undefined;
}

/** Decides by the request's Fetch Metadata. A request without them counts as a navigation. */
function isEmbedded({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-fetch-site': site } = headers;
  const isOurScript = destination === 'empty' && site === 'same-origin';
  return destination !== 'document' && !isOurScript;
}
