import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';
import { minifySync } from 'vite';

/**
 * Writes first.js and the style into the page, so that its first paint needs no other request. The CSP names both by hash. The
 * development server leaves the styles to Vite, which changes them without a reload.
 */
export const inlineHead = (firstScript: string): Plugin => ({
  name: 'dueline-inline-head',
  // After Vite has written the link to the style.
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
          // After the tag of the page's code: otherwise the requests of first.js would take the connection before the code.
          .replace('</head>', () => `<script>${code.trim()}</script></head>`)
      );
    },
  },
});
