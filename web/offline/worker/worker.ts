import { answer, isHashed, isOurs } from './answer.ts';

// The build puts SHELL in front: every file of this version of the page, and a version made of what is in them.
declare const SHELL: { readonly version: string; readonly paths: readonly string[] };
// This file runs as a service worker, and as nothing else.
declare const self: ServiceWorkerGlobalScope;

const family = 'dueline-shell-';
const cacheName = family + SHELL.version;

/** Newer than the types; where it is missing such a request passes the listener below untouched. */
type InstallEvent = ExtendableEvent & {
  addRoutes?: (rules: {
    condition: { urlPattern: { pathname: string } };
    source: 'network';
  }) => Promise<void>;
};

self.addEventListener('install', (event: InstallEvent) => {
  const keep = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(SHELL.paths.map(requestOf));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
  // Past the worker altogether: Chromium drops a write of a page that is being left when it has to ask the worker first.
  void event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' });
});

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const versions = (await caches.keys()).filter((name) => name.startsWith(family));
    // The version before stays: pages of it may still be open and ask for parts they have not loaded yet.
    await Promise.all(versions.slice(0, -2).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (!isOurs(request, self.location.origin, SHELL.paths)) return;
  event.respondWith(
    answer(request, {
      fetch: (asked) => fetch(asked),
      // This version's own copy first, then that of the version before.
      find: async (path) => (await (await caches.open(cacheName)).match(path)) ?? caches.match(path),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }),
  );
});

/** What is named for good may have changed behind the browser's own cache. */
const requestOf = (path: string) => new Request(path, { cache: isHashed(path) ? 'default' : 'no-cache' });
