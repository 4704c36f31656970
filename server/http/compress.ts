import { brotliCompress, constants, gzip } from 'node:zlib';

import type { onSendHookHandler } from 'fastify';

import { acceptedCoding } from './accept.ts';

/** Below this size compression costs more than it saves. */
const worthwhileBytes = 4096;

/** A hook that compresses long text responses, off the main thread. */
export const compressResponse: onSendHookHandler = (request, reply, payload, done) => {
  if (typeof payload !== 'string' || payload.length < worthwhileBytes) return done();
  reply.header('vary', 'Accept-Encoding');
  const coding = acceptedCoding(request.headers['accept-encoding'], ['br', 'gzip']);
  if (coding === undefined) return done();
  reply.header('content-encoding', coding).removeHeader('content-length');
  if (coding === 'br') brotliCompress(payload, { params: quick }, done);
  else gzip(payload, { level: 6 }, done);
};

// Brotli at quality 4 is as fast as gzip at 6, and smaller.
const quick = { [constants.BROTLI_PARAM_QUALITY]: 4 };
