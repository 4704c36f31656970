import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { isNavigation } from './accept.ts';
import type { FirstAnswers } from './first-answers.ts';
import { isPrefetch } from './prefetch.ts';
import { pagePolicy } from './security-headers.ts';

/** The built page, and the place in it that its first answers take. */
export type WebPage = Readonly<{ before: string; after: string; contentSecurityPolicy: string }>;

/** Reads the page. Its policy names the scripts and styles that stand in it. Without a place for answers it never gets any. */
export function readWebPage(html: string): WebPage {
  const [, before = html, after = ''] = placeOfAnswers.exec(html) ?? [];
  return {
    before,
    after,
    contentSecurityPolicy: pagePolicy({ scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') }),
  };
}

/** Whether this is a browser that opens the page, and not something that looks ahead, keeps its files or includes it. */
export function opensPage(page: WebPage, request: FastifyRequest): boolean {
  const { accept, 'sec-fetch-mode': mode = 'navigate' } = request.headers;
  const isOpening = isNavigation(request.method, accept) && mode === 'navigate';
  return page.after !== '' && isOpening && !isPrefetch(request);
}

/** The page with what it asks first already answered. Nobody keeps that. */
export function sendWithAnswers(page: WebPage, answers: FirstAnswers, reply: FastifyReply): FastifyReply {
  // Within a script element only `<` could begin anything else.
  const data = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`);
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.before + data + page.after);
}

const placeOfAnswers = /^(.*<script type="application\/json" id="first-answers">)\s*\{\}\s*(<\/script>.*)$/s;

function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const inside = [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))];
  return inside.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
