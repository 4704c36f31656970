import type { Signal } from '@preact/signals-core';

const workerPath = '/worker.js';
/** The interval at which a page that stays open checks for a newer version. */
const checkIntervalMs = 3_600_000;
/** The time from the load of the page until its list is drawn, also on a slow phone. */
const drawingMs = 2000;

type Policy = { createScriptURL: (path: string) => string };
declare global {
  // Undefined in a browser without Trusted Types.
  var trustedTypes: { createPolicy: (name: string, rules: Policy) => Policy } | undefined;
}

/** Registers the service worker, so that the page works offline, and sets `newVersion` when the service has a newer page. */
export function registerWorker(newVersion: Signal<boolean>): void {
  if (!('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  workers.addEventListener('controllerchange', () => {
    // Fails in a browser that refuses the cache.
    isNewest()
      .then((newest) => (newVersion.value = !newest))
      .catch(() => undefined);
  });
  // The service worker requests every file of the page, so that the page itself must load first.
  const register = () => {
    // If the browser refuses, the page works only with a connection.
    workers.register(trustedPath(), { updateViaCache: 'none' }).catch(() => undefined);
  };
  addEventListener('load', () => setTimeout(register, drawingMs));
  let checkedAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAtMs < checkIntervalMs)
      return;
    checkedAtMs = Date.now();
    // Fails without a connection.
    workers.ready.then((registration) => registration.update()).catch(() => undefined);
  });
}

type WithSync = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

/** Background Sync: the browser starts the service worker once it is online, also after the page is closed. Chromium only. */
export function wakeWorker(): void {
  const wake = async (registration: WithSync) => registration.sync?.register('unsent');
  // If the browser refuses, only an open page sends changes.
  navigator.serviceWorker?.ready.then(wake).catch(() => undefined);
}

/** The page's only Trusted Types policy: it allows the script of the service worker alone. */
function trustedPath(): string {
  const policy = globalThis.trustedTypes?.createPolicy('dueline', {
    createScriptURL: () => workerPath,
  });
  return policy?.createScriptURL(workerPath) ?? workerPath;
}

/** True if this page's script belongs to the newest version that a service worker has stored. */
async function isNewest(): Promise<boolean> {
  const newest = (await caches.keys()).findLast((name) => name.startsWith('dueline-shell-'));
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  if (newest === undefined || script === null) return true;
  return (await (await caches.open(newest)).match(script.src)) !== undefined;
}
