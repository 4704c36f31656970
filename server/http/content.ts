import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { trimOws } from './field-value.ts';

/** A response body that is made once and sent often: its bytes, and each encoding after its first use. */
export type Content = Readonly<{
  bytes: Buffer;
  type: string;
  /** Its ETag, a weak one: the same content is sent in several encodings (RFC 9110, section 8.8.3). */
  tag: string;
  /** A file is compressed as small as possible, once for all people; a content made at run time is compressed fast. */
  isFile: boolean;
  encodings: Map<Coding, Buffer | Promise<Buffer>>;
}>;

/** Below this size compression costs more than it saves. */
const worthwhileBytes = 4096;

export const makeContent = (made: Omit<Content, 'encodings'>): Content => ({
  ...made,
  encodings: new Map(),
});

/** The memory of a content, in bytes. It grows with each encoding; an unfinished encoding counts as much as the plain bytes. */
export function memoryOf({ bytes, encodings }: Content): number {
  const encoded = [...encodings.values()].map(
    (each) => (Buffer.isBuffer(each) ? each : bytes).length,
  );
  return encoded.reduce((sum, length) => sum + length, bytes.length);
}

/** Sends a content in the best encoding that the client accepts, or answers 304. `headers` are sent with both. */
export function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply | Promise<FastifyReply> {
  reply.headers(headers);
  if (matchesTag(request.headers['if-none-match'], content.tag))
    return sendUnchanged(reply, content);
  setValidators(reply, content).type(content.type);
  const { bytes, type, isFile } = content;
  const isWorthwhile = bytes.length >= worthwhileBytes && isText(type);
  const coding = isWorthwhile ? acceptedCoding(request.headers['accept-encoding']) : undefined;
  // Node sends a text in one write with the headers, but bytes in a second write, which costs a fifth of the time of a short list.
  if (coding === undefined) return reply.send(isFile || isWorthwhile ? bytes : bytes.toString());
  reply.header('content-encoding', coding);
  const encoded = content.encodings.get(coding) ?? encode(content, coding);
  if (Buffer.isBuffer(encoded)) return reply.send(encoded);
  return encoded.then((made) => reply.send(made));
}

/** Answers 304, for a client that has the content with this tag already. */
export function sendUnchanged(
  reply: FastifyReply,
  content: Pick<Content, 'type' | 'tag'>,
): FastifyReply {
  return setValidators(reply, content).code(304).send();
}

/** The ETag of a content that has no version. */
export function entityTag(content: string | Buffer): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 27)}"`;
}

/** Whether an If-None-Match header contains this tag, compared weakly (RFC 9110, section 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (text: string) => trimOws(text).replace(/^W\//, '');
  const held = ifNoneMatch.split(',').map(opaque);
  return held.includes('*') || held.includes(opaque(tag));
}

function setValidators(
  reply: FastifyReply,
  { type, tag }: Pick<Content, 'type' | 'tag'>,
): FastifyReply {
  reply.header('etag', tag);
  if (isText(type)) return reply.header('vary', 'Accept-Encoding');
  return reply;
}

/** Compresses outside the main thread, once for all requests that wait for the result. */
function encode({ bytes, isFile, encodings }: Content, coding: Coding): Promise<Buffer> {
  const made = encoders[coding](bytes, isFile);
  encodings.set(coding, made);
  made.then(
    (encoded) => encodings.set(coding, encoded),
    () => encodings.delete(coding),
  );
  return made;
}

const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const encoders: Readonly<Record<Coding, (bytes: Buffer, isFile: boolean) => Promise<Buffer>>> = {
  // Brotli at quality 4 is as fast as gzip at 6, and smaller.
  br: (bytes, isFile) =>
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isFile ? 11 : 4 } }),
  gzip: (bytes, isFile) => gzipped(bytes, { level: isFile ? 9 : 6 }),
};

const isText = (type: string): boolean => !/^(font|image\/(?!svg))/.test(type);

/** Whether an Accept header allows `type/subtype`; the most specific range decides (RFC 9110, section 12.5.1). */
export function accepts(header: string | undefined, mediaType: string): boolean {
  if (header === undefined || trimOws(header) === '') return true;
  const ranges = readQualities(header);
  const [type = ''] = mediaType.split('/');
  return (ranges.get(mediaType) ?? ranges.get(`${type}/*`) ?? ranges.get('*/*') ?? 0) > 0;
}

/** Whether a request is a navigation of a browser, not a request of a script: only a navigation accepts text/html by name. */
export function isNavigation(method: string, accept: string | undefined): boolean {
  return method === 'GET' && (readQualities(accept ?? '').get('text/html') ?? 0) > 0;
}

/** The first of our content codings that an Accept-Encoding header allows (RFC 9110, section 12.5.3). */
export function acceptedCoding(header: string | undefined): Coding | undefined {
  const qualities = readQualities(header ?? '');
  return codings.find((coding) => (qualities.get(coding) ?? qualities.get('*') ?? 0) > 0);
}

function readQualities(header: string): ReadonlyMap<string, number> {
  const entries = header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => trimOws(text).toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return [name, weight === undefined ? 1 : readWeight(weight)] as const;
  });
  return new Map(entries);
}

const readWeight = (text: string): number => (/^[\d.]+$/.test(text) ? Number(text) || 0 : 0);
