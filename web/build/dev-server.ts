import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

/** What the service answers. All else is the page and its modules, which come from Vite. */
const ofService = '^/(api|health|metrics|\\.well-known)(/|$)';

/** Takes the place of the worker that an earlier build has left in the browser: with it the page would come from a cache. */
const noWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));`;

/** Vite's development server in front of a service that listens on this socket. The page has no service worker and no policy. */
export const devServer = (socketPath: string): Plugin => ({
  name: 'dueline-dev-server',
  apply: 'serve',
  config: () => ({
    appType: 'mpa',
    cacheDir: fileURLToPath(new URL('../../node_modules/.cache/vite', import.meta.url)),
    server: {
      host: '127.0.0.1',
      strictPort: true,
      cors: false,
      fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] },
      proxy: { [ofService]: { target: { host: 'localhost', port: 80, socketPath } } },
    },
  }),
  configureServer: ({ middlewares }) =>
    void middlewares.use('/worker.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript').end(noWorker);
    }),
});
