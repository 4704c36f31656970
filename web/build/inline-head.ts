import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';
import { minifySync } from 'vite';

/** Writes the first script and the style into the page, so that its first paint needs no other request. Its policy names both by hash. */
export const inlineHead = (firstScript: string): Plugin[] => [inlineFirst(firstScript), inlineStyle()];

/** Behind the page's code: the requests of the first script would take the connection that the code can have at once. */
const inlineFirst = (file: string): Plugin => ({
  name: 'dueline-inline-first',
  apply: 'build',
  buildStart() {
    this.addWatchFile(file);
  },
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const { code } = minifySync('first.js', readFileSync(file, 'utf8'));
      return replaceOne(html, /(?=<\/head>)/, () => `<script>${code.trim()}</script>`);
    },
  },
});

/** Runs after Vite has written the link to the style. */
const inlineStyle = (): Plugin => ({
  name: 'dueline-inline-style',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      replaceOne(html, /<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (_tag, name) => {
        const sheet = bundle[name];
        if (sheet?.type !== 'asset') throw new Error(`The page has no style ${name}`);
        delete bundle[name];
        return `<style>${String(sheet.source).trim()}</style>`;
      }),
  },
});

function replaceOne(html: string, tag: RegExp, instead: (tag: string, name: string) => string): string {
  if (!tag.test(html)) throw new Error(`The page has no ${tag.source}`);
  return html.replace(tag, instead);
}
