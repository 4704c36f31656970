import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';
import { minifySync } from 'vite';

/** Writes the first script and the style into the page, so that its first paint needs no other request. Its policy names both by hash. */
export const inlineHead = (firstScript: string): Plugin => ({
  name: 'dueline-inline-head',
  apply: 'build',
  buildStart() {
    this.addWatchFile(firstScript);
  },
  // Vite has written the link to the style before.
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const { code } = minifySync('first.js', readFileSync(firstScript, 'utf8'));
      return (
        html
          .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (_tag, name: string) => {
            const sheet = bundle[name];
            if (sheet?.type !== 'asset') throw new Error(`The page has no style ${name}`);
            delete bundle[name];
            return `<style>${String(sheet.source).trim()}</style>`;
          })
          // Behind the page's code: the requests of the first script would take the connection that the code can have at once.
          .replace('</head>', () => `<script>${code.trim()}</script></head>`)
      );
    },
  },
});
