import type { Plugin } from 'vite';

/** Lets the style and the numerals come before the page's own code: the frame is drawn with them, the code fills it. */
export function styleFirst(): Plugin {
  return {
    name: 'dueline-style-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '$& fetchpriority="low"'),
    },
  };
}
