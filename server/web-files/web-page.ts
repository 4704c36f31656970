import { hash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { isNavigation } from '../http/accept.ts';
import type { FirstAnswers } from './first-answers.ts';
import { isPrefetch } from '../http/no-effect.ts';
import { pagePolicy } from '../http/security-headers.ts';

/** The built page, divided at the place for its first answers. */
export type WebPage = Readonly<{ before: string; after: string; contentSecurityPolicy: string }>;

/** Reads the page. Its policy has the hashes of its inline scripts and styles. Without a place for answers it gets none. */
export function readWebPage(html: string): WebPage {
  const [, before = html, after = ''] = placeOfAnswers.exec(html) ?? [];
  return {
    before,
    after,
    contentSecurityPolicy: pagePolicy({ scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') }),
  };
}

/** Whether a browser opens the page, rather than prefetching, caching or embedding it. */
export function opensPage(page: WebPage, request: FastifyRequest): boolean {
  const { accept, 'sec-fetch-mode': mode = 'navigate' } = request.headers;
  const isOpening = isNavigation(request.method, accept) && mode === 'navigate';
  return page.after !== '' && isOpening && !isPrefetch(request);
}

/** Sends the page with the first answers in it. It is not stored. */
export function sendWithAnswers(page: WebPage, answers: FirstAnswers, reply: FastifyReply): FastifyReply {
  // In a script element only `<` can end the element or begin a comment.
  const data = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`);
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.before + data + page.after);
}

const placeOfAnswers = /^(.*<script type="application\/json" id="first-answers">)\s*\{\}\s*(<\/script>.*)$/s;

function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const inside = [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))];
  return inside.map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`);
}
