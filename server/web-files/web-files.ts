import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Content } from '../http/content.ts';
import { makeContent, sendContent } from '../http/content.ts';
import { entityTag } from '../http/entity-tag.ts';
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
  const assets = new Map<string, Content>();
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
function addPage(app: FastifyInstance, file: Content, askFirst: AskFirst): void {
  const page = readWebPage(file.bytes.toString());
  app.get('/', async (request, reply) => {
    reply.header('content-security-policy', page.contentSecurityPolicy);
    const answers = opensPage(page, request) ? await askFirst(request, reply) : {};
    if (Object.keys(answers).length === 0) return sendFile(file, '/', request, reply);
    return sendWithAnswers(page, answers, reply.header('referrer-policy', referrerPolicy));
  });
}

function addWorker(app: FastifyInstance, file: Content, path: string): void {
  app.get(path, (request, reply) =>
    sendFile(file, path, request, reply.header('content-security-policy', pagePolicy())),
  );
}

/** With no-referrer the page's own writes would have `Origin: null` (Fetch, section 3.1). */
const referrerPolicy = 'same-origin';

function readFile(folder: string, name: string): Content {
  const bytes = readFileSync(join(folder, name));
  const type = types[extname(name)] ?? 'application/octet-stream';
  return makeContent({ bytes, type, tag: entityTag(bytes), isFile: true });
}

function sendFile(file: Content, path: string, request: FastifyRequest, reply: FastifyReply) {
  const isHashed = path.startsWith('/assets/');
  return sendContent(request, reply, file, {
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'referrer-policy': referrerPolicy,
  });
}

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
