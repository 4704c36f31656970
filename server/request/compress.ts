import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { acceptedCoding } from './accept.ts';

/** Below this size compression costs more than it saves. */
const worthwhileBytes = 4096;

/** A hook that compresses long text responses, off the main thread. */
export async function compressResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < worthwhileBytes) return payload;
  reply.header('vary', 'Accept-Encoding');
  const coding = acceptedCoding(request.headers['accept-encoding'], ['br', 'gzip']);
  if (coding === undefined) return payload;
  reply.header('content-encoding', coding).removeHeader('content-length');
  return coding === 'br' ? toBrotli(payload, { params: quick }) : toGzip(payload, { level: 6 });
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
// Brotli at quality 4 is as fast as gzip at 6, and smaller.
const quick = { [constants.BROTLI_PARAM_QUALITY]: 4 };
