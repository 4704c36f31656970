import { whileNoTab } from '../tabs.ts';
import { answer, isHashed, isPageFile } from './answer.ts';
import { sendWaiting } from './send-waiting.ts';

// The build puts SHELL before this code (web/build/list-shell.ts): the paths of this version's files, and a hash of them.
declare const SHELL: { readonly version: string; readonly paths: readonly string[] };
// This file runs only as a service worker.
declare const self: ServiceWorkerGlobalScope;

const family = 'dueline-shell-';
const cacheName = family + SHELL.version;

/** The types lack `addRoutes`. In a browser without it the `fetch` listener ignores the requests to /api. */
type InstallEvent = ExtendableEvent & { addRoutes?: (rule: object) => Promise<void> };

declare global {
  // The event of Background Sync: Chromium has it, the types lack it.
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can extend an interface
  interface ServiceWorkerGlobalScopeEventMap {
    sync: ExtendableEvent;
  }
}

self.addEventListener('install', (event: InstallEvent) => {
  const keep = async () => {
    const files = await Promise.all(
      SHELL.paths.map(async (path) => [path, await fetchOwn(path)] as const),
    );
    // After a downgrade an older cache of this release may exist; a new one is last in `caches.keys()`, so `activate` keeps it.
    await caches.delete(cacheName);
    const cache = await caches.open(cacheName);
    for (const [path, file] of files) await cache.put(path, file);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
  // These requests do not go through the worker: otherwise Chromium drops a write of a page that is closing.
  void event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' });
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const show = async () => {
    const [page] = await self.clients.matchAll({ type: 'window' });
    if (page) await page.focus();
    else await self.clients.openWindow('/');
  };
  event.waitUntil(show());
});

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const versions = (await caches.keys()).filter((name) => name.startsWith(family));
    // The cache of the previous version stays, because open pages of it may load further files.
    await Promise.all(versions.slice(0, -2).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (!isPageFile(request, self.location.origin, SHELL.paths)) return;
  event.respondWith(
    answer(request, {
      fetch: (asked) => fetch(asked),
      // The file of this version, or else of the previous one.
      find: async (path) =>
        (await (await caches.open(cacheName)).match(path)) ?? caches.match(path),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }),
  );
});

// The connection is back. The browser repeats the event later when sending fails.
self.addEventListener('sync', (event) => {
  event.waitUntil(sendWaiting(caches, (...asked) => fetch(...asked), whileNoTab));
});

/** Fetches a file of this release. Repeats the request while replicas of another release answer. */
async function fetchOwn(path: string): Promise<Response> {
  // The HTTP cache may have an older version of a file with a fixed name.
  const cache = isHashed(path) ? 'default' : 'no-cache';
  for (let pauseMs = 100; pauseMs < 10_000; pauseMs *= 2) {
    const file = await fetch(path, { cache });
    if (file.ok && (path !== '/' || namesOurCode(await file.clone().text()))) return file;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`${path} is of another release`);
}

/** True for the page of this release. The code of another one is not in this cache: offline its page would be blank. */
const namesOurCode = (page: string) =>
  SHELL.paths.some((path) => path.startsWith('/assets/index-') && page.includes(path));
