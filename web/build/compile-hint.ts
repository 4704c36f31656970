import type { Plugin } from 'vite';

/**
 * Marks the code of the first page, most of which runs at once: V8 compiles it while it comes, beside the page's own thread,
 * instead of function by function when each is called. To other engines it is a comment.
 */
export const compileHint = (): Plugin => ({
  name: 'dueline-compile-hint',
  apply: 'build',
  generateBundle: {
    // A comment would not outlive what the other steps do to the code.
    order: 'post',
    handler(_options, bundle) {
      const index = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'index');
      if (index?.type !== 'chunk') throw new Error('The page has no code');
      index.code = `//# allFunctionsCalledOnLoad\n${index.code}`;
    },
  },
});
