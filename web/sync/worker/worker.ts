import { whileNoTab } from '../shared-queue.ts';
import { answer, isHashed, isOurs } from './answer.ts';
import { sendWaiting } from './send-waiting.ts';

// The build writes SHELL in front (web/build/list-shell.ts): the paths of this version's files, and a hash of their content.
declare const SHELL: { readonly version: string; readonly paths: readonly string[] };
// This file runs as a service worker, and as nothing else.
declare const self: ServiceWorkerGlobalScope;

const family = 'dueline-shell-';
const cacheName = family + SHELL.version;

/** Newer than the types. In a browser without it the listener below ignores the requests to /api. */
type InstallEvent = ExtendableEvent & {
  addRoutes?: (rules: {
    condition: { urlPattern: { pathname: string } };
    source: 'network';
  }) => Promise<void>;
};

declare global {
  // Background Sync, which Chromium has and the types have not.
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to one
  interface ServiceWorkerGlobalScopeEventMap {
    sync: ExtendableEvent;
  }
}

self.addEventListener('install', (event: InstallEvent) => {
  const keep = async () => {
    const files = await Promise.all(SHELL.paths.map(async (path) => [path, await fetchOwn(path)] as const));
    // After a step back the cache of this release is older than that of the release that it replaces.
    await caches.delete(cacheName);
    const cache = await caches.open(cacheName);
    for (const [path, file] of files) await cache.put(path, file);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
  // These requests do not start the worker: Chromium drops a write of a page that is being left when it has to ask the worker first.
  void event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' });
});

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const versions = (await caches.keys()).filter((name) => name.startsWith(family));
    // The version before stays, because open pages of it may load further parts.
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
      // This version's file, or else that of the version before.
      find: async (path) => (await (await caches.open(cacheName)).match(path)) ?? caches.match(path),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }),
  );
});

// There is a connection again. The browser repeats it later when it fails.
self.addEventListener('sync', (event) => {
  event.waitUntil(sendWaiting(caches, (...asked) => fetch(...asked), whileNoTab));
});

/** While replicas of two releases run side by side, the next one may have the file of this release: it is requested again. */
async function fetchOwn(path: string): Promise<Response> {
  // A file with a fixed name may have changed since the browser's own cache has stored it.
  const cache = isHashed(path) ? 'default' : 'no-cache';
  for (let pauseMs = 100; pauseMs < 10_000; pauseMs *= 2) {
    const file = await fetch(path, { cache });
    if (file.ok && (path !== '/' || namesOurCode(await file.clone().text()))) return file;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`${path} is of another release`);
}

/** Without a connection, the page of another release would be an empty one: its code is not in this cache. */
const namesOurCode = (page: string) =>
  SHELL.paths.some((path) => path.startsWith('/assets/index-') && page.includes(path));
