import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { acceptedCoding } from '../http/accept.ts';
import { entityTag, holdsAlready } from '../http/entity-tag.ts';
import type { FirstAnswers } from './first-answers.ts';
import { Problem } from '../http/problems.ts';
import { pagePolicy } from '../http/security-headers.ts';
import { opensPage, readWebPage, sendWithAnswers } from './web-page.ts';

type AskFirst = (request: FastifyRequest, reply: FastifyReply) => Promise<FirstAnswers>;

/**
 * Serves the built browser app. Its files are read once and found by their whole path, so that no path can leave the folder.
 * Names under /assets/ contain a hash of their content, and the content never changes. They share one route: each costs a start.
 */
export function addWebFiles(app: FastifyInstance, folder: string, askFirst: AskFirst): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const assets = new Map<string, WebFile>();
  for (const name of names.filter((each) => extname(each) !== '')) {
    const file = readFile(folder, name);
    const path = `/${name.split(sep).join('/')}`;
    if (path === '/index.html') addPage(app, file, askFirst);
    else if (path === '/worker.js') addWorker(app, file, path);
    else if (path.startsWith('/assets/')) assets.set(path, file);
    else app.get(path, (request, reply) => sendFile(file, path, request, reply));
  }
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const path = `/assets/${request.params.name}`;
    const file = assets.get(path);
    if (file === undefined) throw new Problem('not_found');
    return sendFile(file, path, request, reply);
  });
}

/** A browser that opens the page gets it with the first answers; a cache that stores the file gets it without them. */
function addPage(app: FastifyInstance, file: WebFile, askFirst: AskFirst): void {
  const page = readWebPage(file.bytes.toString());
  app.get('/', async (request, reply) => {
    reply.header('content-security-policy', page.contentSecurityPolicy);
    const answers = opensPage(page, request) ? await askFirst(request, reply) : {};
    if (Object.keys(answers).length === 0) return sendFile(file, '/', request, reply);
    return sendWithAnswers(page, answers, reply.header('referrer-policy', referrerPolicy));
  });
}

function addWorker(app: FastifyInstance, file: WebFile, path: string): void {
  app.get(path, (request, reply) =>
    sendFile(file, path, request, reply.header('content-security-policy', pagePolicy())),
  );
}

/** With no-referrer the page's own writes would have `Origin: null` (Fetch, section 3.1). */
const referrerPolicy = 'same-origin';

type WebFile = Readonly<{
  type: string;
  tag: string;
  bytes: Buffer;
  /** Compressed at the first request for the coding. */
  coded: Map<Coding, Promise<Buffer>>;
}>;

function readFile(folder: string, name: string): WebFile {
  const bytes = readFileSync(join(folder, name));
  const type = types[extname(name)] ?? 'application/octet-stream';
  return { type, tag: entityTag(bytes), bytes, coded: new Map() };
}

async function sendFile(file: WebFile, path: string, request: FastifyRequest, reply: FastifyReply) {
  const isHashed = path.startsWith('/assets/');
  reply
    .header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', file.tag)
    .header('referrer-policy', referrerPolicy)
    .header('vary', 'Accept-Encoding');
  if (holdsAlready(request.headers['if-none-match'], file.tag)) return reply.code(304).send();
  reply.type(file.type);
  const coding = isText(file.type) ? acceptedCoding(request.headers['accept-encoding'], codings) : undefined;
  if (coding === undefined) return reply.send(file.bytes);
  const bytes = file.coded.get(coding) ?? encoders[coding](file.bytes);
  file.coded.set(coding, bytes);
  return reply.header('content-encoding', coding).send(await bytes);
}

const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];
const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) } satisfies Record<
  Coding,
  (bytes: Buffer) => Promise<Buffer>
>;

const isText = (type: string) => !/^(font|image\/(?!svg))/.test(type);

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
