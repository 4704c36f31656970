import type { FastifyRequest } from 'fastify';

type Headers = FastifyRequest['headers'];

/**
 * Whether a browser says that it sends the request by itself, and no person has opened the address: a prefetch, or an image, a
 * frame or a script of some page. A request that says nothing counts as opened.
 */
export const isUnopened = (headers: Headers): boolean => isPrefetch(headers) || isEmbedded(headers);

function isPrefetch(headers: Headers): boolean {
  // The headers of Chrome and Firefox, of earlier Chrome and Safari, and of earlier Firefox.
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-moz']];
  return purposes.some((purpose) => /^[ \t]*prefetch\b/i.test(String(purpose)));
}

/** By the Fetch Metadata headers. The scripts of our own page are no part of another page. */
function isEmbedded(headers: Headers): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-fetch-site': site } = headers;
  const isOurScript = destination === 'empty' && site === 'same-origin';
  return destination !== 'document' && !isOurScript;
}
