import type { Value } from '../state/store.ts';

const workerPath = '/worker.js';
/** A page that stays open asks for a newer version so often. */
const askAgainMs = 3_600_000;

type Policy = { createScriptURL: (path: string) => string };
type TrustedTypes = {
  createPolicy: (name: string, rules: { createScriptURL: (path: string) => string }) => Policy;
};
declare global {
  // Where the browser knows no Trusted Types the path goes as it is.
  var trustedTypes: TrustedTypes | undefined;
}

/** Makes the page one to install and to read without a connection, and tells when there is a newer version of it. */
export function registerWorker(newVersion: Value<boolean>, nowMs: () => number): void {
  if (!('serviceWorker' in navigator)) return;
  // The page comes first; its worker asks for everything it could ever need.
  if (document.readyState !== 'complete') {
    addEventListener('load', () => registerWorker(newVersion, nowMs), { once: true });
    return;
  }
  void navigator.serviceWorker.ready.then(linkManifest);
  navigator.serviceWorker.register(trustedPath(), { updateViaCache: 'none' }).then(
    (registration) => followVersions(registration, newVersion, nowMs),
    // Refused by the browser or out of reach: the page works without, only not without a connection.
    () => undefined,
  );
}

/** Not in the page itself, where it would take a connection from the page's own code. Without a worker there is nothing to install. */
function linkManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

function followVersions(
  registration: ServiceWorkerRegistration,
  newVersion: Value<boolean>,
  nowMs: () => number,
): void {
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'activated') void isNewest().then((newest) => newVersion.dispatch(!newest));
    });
  });
  let askedAtMs = nowMs();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || nowMs() - askedAtMs < askAgainMs) return;
    askedAtMs = nowMs();
    // Without a connection there is nothing newer to be had.
    registration.update().catch(() => undefined);
  });
}

/** The one Trusted Types policy of the page: it lets the worker's own path through and nothing else. */
function trustedPath(): string {
  const policy = globalThis.trustedTypes?.createPolicy('dueline', {
    createScriptURL(path) {
      if (path !== workerPath) throw new TypeError('Not a script of this page');
      return path;
    },
  });
  return policy === undefined ? workerPath : policy.createScriptURL(workerPath);
}

/** Whether this page's own script belongs to the newest version that a worker has brought. */
async function isNewest(): Promise<boolean> {
  const newest = (await caches.keys()).findLast((name) => name.startsWith('dueline-shell-'));
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  if (newest === undefined || script === null) return true;
  return (await (await caches.open(newest)).match(script.src)) !== undefined;
}
