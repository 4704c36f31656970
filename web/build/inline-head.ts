import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';
import { minifySync } from 'vite';

/** Writes the first script and the style into the page, so that its first paint needs no other request. Its policy names both by hash. */
export const inlineHead = (firstScript: string, inlined: string[] = []): Plugin => ({
  name: 'dueline-inline-head',
  apply: 'build',
  buildStart() {
    this.addWatchFile(firstScript);
  },
  // Vite lets a part of the page that imports another one ask for the style of the page, which is no file.
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && inlined.some((name) => file.code.includes(name)))
          throw new Error(`${file.fileName} asks for the style of the page`);
    },
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
            inlined.push(name);
            return `<style>${String(sheet.source).trim()}</style>`;
          })
          // Behind the page's code: the requests of the first script would take the connection that the code can have at once.
          .replace('</head>', () => `<script>${code.trim()}</script></head>`)
      );
    },
  },
});
