import { hash } from 'node:crypto';

import type { onSendHookHandler } from 'fastify';

/** A hook that adds an ETag to responses to GET, and answers 304 when If-None-Match has the same one. */
export const tagEntity: onSendHookHandler = (request, reply, payload, done) => {
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  if (!isGet || reply.statusCode !== 200 || typeof payload !== 'string') return done();
  const tag = entityTag(payload);
  reply.header('etag', tag);
  if (!holdsAlready(request.headers['if-none-match'], tag)) return done();
  reply.code(304).removeHeader('content-type');
  done(null, '');
};

/** The ETag of a content. Weak, because the same content may be sent compressed (RFC 9110, section 8.8.3). */
export function entityTag(content: string | Buffer): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 27)}"`;
}

/** Whether an If-None-Match header has this tag, compared weakly (RFC 9110, section 13.1.2). */
export function holdsAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  const held = (ifNoneMatch ?? '').split(',').map(opaque);
  return held.includes('*') || held.includes(opaque(tag));
}
