import { hash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { appPolicy, docsPolicy } from '../http/content-security-policy.ts';
import type { Content } from '../http/content.ts';
import { entityTag, isNavigation, makeContent, sendContent } from '../http/content.ts';
import { descriptionLinks } from './api-catalog.ts';

/** The files of the build that are served, by path: the page of the app is `/`, and other pages have no `.html`. */
export type BuiltFiles = ReadonlyMap<string, Buffer>;

/** Reads a folder of the build, if there is one. `under`: the path at which it is served. */
export function readBuiltFiles(folder: string, under: string): BuiltFiles {
  const names = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  const files = names.filter((name) => extname(name) !== '');
  return new Map(files.map((name) => [pathOf(under, name), readFileSync(join(folder, name))]));
}

const pathOf = (under: string, name: string): string =>
  (under + name.split(sep).join('/')).replace(/(?<=\/)index\.html$|\.html$/, '');

type WebFileParts = Readonly<{
  hasSessionCookie: (request: FastifyRequest) => boolean;
  /** The address of the provider's metadata: the one part of the description that the build does not know. */
  openIdConnectUrl: string;
}>;

/** The placeholder for the provider's address in the built description. */
export const providerPlaceholder = '{openIdConnectUrl}';

/**
 * Serves the browser app and the description of the interface. Files are found by their whole path, so that no path leads out
 * of the build. Names under /assets/ contain a hash of their content, which never changes.
 */
export function addBuiltFiles(app: FastifyInstance, files: BuiltFiles, parts: WebFileParts): void {
  for (const [path, bytes] of files) {
    if (path === '/') addPage(app, bytes.toString(), parts.hasSessionCookie);
    else if (path.startsWith('/api/')) addDescription(app, path, bytes, parts.openIdConnectUrl);
    else addFile(app, path, contentOf(path, bytes));
  }
}

/** Serves the contact for security reports (RFC 9116), valid for half a year; 404 when the profile names none. */
export function addSecurityText(
  app: FastifyInstance,
  contact: string | null,
  nowMs: () => number,
): void {
  if (contact === null) return;
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(nowMs() + 180 * 24 * 60 * 60 * 1000).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${contact}\nExpires: ${expires}\n`);
  });
}

/** With no-referrer the page's own writes would have `Origin: null` (Fetch, section 3.1). */
const referrerPolicy = 'same-origin';
const revalidated = { 'cache-control': 'no-cache', 'referrer-policy': referrerPolicy };
const kept = {
  'cache-control': 'public, max-age=31536000, immutable',
  'referrer-policy': referrerPolicy,
};

/** A navigation without a session cookie gets the page with a mark: then the page need not request the signed-in user. */
function addPage(
  app: FastifyInstance,
  html: string,
  hasSessionCookie: WebFileParts['hasSessionCookie'],
): void {
  const policy = appPolicy(hashesOf(html, 'script'), hashesOf(html, 'style'));
  const headers = { ...revalidated, 'content-security-policy': policy, link: descriptionLinks };
  const page = contentOf('/', Buffer.from(html));
  const marked = contentOf('/', Buffer.from(html.replace('<html', '<html data-nobody')));
  app.get('/', (request, reply) => {
    // The service worker caches the page without the mark, because somebody may be signed in later.
    const isOpened = isNavigation(request.method, request.headers.accept);
    return sendContent(
      request,
      reply,
      isOpened && !hasSessionCookie(request) ? marked : page,
      headers,
    );
  });
}

// A worker follows the policy of its own file.
function addFile(app: FastifyInstance, path: string, file: Content): void {
  const policy = path === '/worker.js' && { 'content-security-policy': appPolicy([], []) };
  const headers = { ...(path.startsWith('/assets/') ? kept : revalidated), ...policy };
  app.get(path, (request, reply) => sendContent(request, reply, file, headers));
}

function addDescription(
  app: FastifyInstance,
  path: string,
  bytes: Buffer,
  openIdConnectUrl: string,
): void {
  const text = bytes.toString();
  const isPage = extname(path) === '';
  const known = text.replace(JSON.stringify(providerPlaceholder), () =>
    JSON.stringify(openIdConnectUrl),
  );
  const file = contentOf(path, Buffer.from(known));
  const headers = isPage
    ? { 'content-security-policy': docsPolicy(hashesOf(text, 'style')), link: descriptionLinks }
    : {};
  app.get(path, (request, reply) => sendContent(request, reply, file, headers));
}

function contentOf(path: string, bytes: Buffer): Content {
  const isSchema = path.startsWith('/api/schemas/');
  const type = isSchema
    ? 'application/schema+json'
    : (types[extname(path)] ?? 'application/octet-stream');
  return makeContent({ bytes, type, tag: entityTag(bytes), isFile: true });
}

function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const inside = [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))];
  return inside.map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`);
}

const types: Readonly<Record<string, string>> = {
  // The path of a page has no extension.
  '': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
