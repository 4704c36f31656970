import type { Signal } from '@preact/signals-core';

const workerPath = '/worker.js';
/** How often a page that stays open looks for a newer version. */
const lookAgainMs = 3_600_000;
/** From the load of the page until its list is drawn, also on a slow phone. */
const drawingMs = 2000;

type Policy = { createScriptURL: (path: string) => string };
declare global {
  // Undefined in a browser without Trusted Types.
  var trustedTypes: { createPolicy: (name: string, rules: Policy) => Policy } | undefined;
}

/** Makes the page readable without a connection, and sets `newVersion` when the service has a newer page. */
export function registerWorker(newVersion: Signal<boolean>): void {
  if (!('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  workers.addEventListener('controllerchange', () => {
    void isNewest().then((newest) => (newVersion.value = !newest));
  });
  // The worker requests every file of the page, so the page comes first.
  const register = () => {
    // Where the browser refuses, the page works with a connection only.
    workers.register(trustedPath(), { updateViaCache: 'none' }).catch(() => undefined);
  };
  addEventListener('load', () => setTimeout(register, drawingMs));
  let lookedAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAtMs < lookAgainMs) return;
    lookedAtMs = Date.now();
    // Fails without a connection.
    workers.ready.then((registration) => registration.update()).catch(() => undefined);
  });
}

type WithSync = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

/** Has the browser start the worker when there is a connection, also after the page is closed; only Chromium does. */
export function wakeWorker(): void {
  const wake = async (registration: WithSync) => registration.sync?.register('unsent');
  // A browser that refuses sends from an open page only.
  navigator.serviceWorker?.ready.then(wake).catch(() => undefined);
}

/** The page's only Trusted Types policy: it knows no other script than the worker. */
function trustedPath(): string {
  const policy = globalThis.trustedTypes?.createPolicy('dueline', { createScriptURL: () => workerPath });
  return policy?.createScriptURL(workerPath) ?? workerPath;
}

/** Whether this page's own script belongs to the newest version that a worker has stored. */
async function isNewest(): Promise<boolean> {
  const newest = (await caches.keys()).findLast((name) => name.startsWith('dueline-shell-'));
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  if (newest === undefined || script === null) return true;
  return (await (await caches.open(newest)).match(script.src)) !== undefined;
}
