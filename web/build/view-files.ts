import type { Plugin } from 'vite';

/**
 * Writes into the page, for first.js, which files the views are made of whose code comes later. `views` names their modules,
 * by the end of their path.
 */
export const viewFiles = (views: Readonly<Record<string, string>>): Plugin => ({
  name: 'dueline-view-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {}, chunk: page }) {
      const there = new Set([page?.fileName, ...(page?.imports ?? [])]);
      const filesOf = (module: string): string[] => {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module),
        );
        if (chunk?.type !== 'chunk') throw new Error(`No file of its own is made of ${module}`);
        const scripts = [chunk.fileName, ...chunk.imports.filter((name) => !there.has(name))];
        return [...scripts, ...(chunk.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`);
      };
      const files = Object.entries(views).map(([name, module]) => [name, filesOf(module)] as const);
      const place = /(<script type="application\/json" id="view-files">)\s*\{\}\s*(<\/script>)/;
      if (!place.test(html)) throw new Error('The page has no place for the files of its views');
      return html.replace(
        place,
        (_all, open: string, close: string) => open + JSON.stringify(Object.fromEntries(files)) + close,
      );
    },
  },
});
