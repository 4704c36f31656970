import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A hook that answers with 204, and touches nothing, what a page asks for to show it within itself or to run it: an image or a
 * frame of another page must not sign anyone out. Who opens the address passes, and a script of our own page.
 */
export async function answerEmbedded(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  return isEmbedded(request) ? reply.code(204).header('cache-control', 'no-store').send() : undefined;
}

/** By what browsers say of a request (Fetch Metadata). One that says nothing is believed to open the address. */
function isEmbedded({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-fetch-site': site } = headers;
  const isOurScript = destination === 'empty' && site === 'same-origin';
  return destination !== 'document' && !isOurScript;
}
