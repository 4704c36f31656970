import { setGlobalProxyFromEnv } from 'node:http';

import { ConfigError } from './config/faults.ts';
import { isLoopback } from './config/values.ts';
import type { Env } from './config/variables.ts';

/**
 * Sends the requests of `fetch` through the proxy of HTTPS_PROXY or HTTP_PROXY, except those to this machine, which a proxy would
 * read in clear, and those to the hosts in NO_PROXY. A fault does not show the address, which may contain a password.
 */
export function useProxy(env: Env): void {
  const names = Object.keys(env).filter((name) => /^https?_proxy$/i.test(name) && env[name]);
  const isUsable = (name: string) => /^https?:$/.test(URL.parse(env[name] ?? '')?.protocol ?? '');
  const message = 'expected an address such as http://proxy.example.com:3128';
  const faults = names.filter((name) => !isUsable(name)).map((key) => ({ key, message }));
  if (faults.length > 0) throw new ConfigError('the environment', faults);
  if (names.length === 0) return;
  // NO_PROXY has no form for 127.0.0.0/8, and `*` counts alone only. With it no request goes through a proxy.
  const direct = dispatchersOf({ ...env, no_proxy: '*' });
  const proxied = dispatchersOf(env);
  for (const [key, byProxy] of proxied) {
    const past = direct.get(key) ?? byProxy;
    const dispatch: Dispatcher['dispatch'] = (request, handler) =>
      (isToThisMachine(request) ? past : byProxy).dispatch(request, handler);
    Reflect.set(globalThis, key, { dispatch });
  }
}

/** The part that sends the requests of `fetch`, as undici calls it. */
type Dispatcher = { dispatch: (request: { origin?: string | URL }, handler: unknown) => boolean };

/** The places where undici, as a part of Node, keeps it for all its copies in a process: one for each version of the interface. */
const dispatcherKeys = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));

/** Applies these variables, and returns the dispatchers that Node makes of them. */
function dispatchersOf(env: Env): ReadonlyMap<symbol, Dispatcher> {
  setGlobalProxyFromEnv(env);
  const found = new Map<symbol, Dispatcher>();
  for (const key of dispatcherKeys) {
    const dispatcher: unknown = Reflect.get(globalThis, key);
    if (isDispatcher(dispatcher)) found.set(key, dispatcher);
  }
  if (found.size === 0) throw new Error('This Node cannot keep requests to itself from the proxy');
  return found;
}

const isDispatcher = (value: unknown): value is Dispatcher =>
  typeof value === 'object' &&
  value !== null &&
  'dispatch' in value &&
  typeof value.dispatch === 'function';

const isToThisMachine = ({ origin }: Parameters<Dispatcher['dispatch']>[0]): boolean =>
  isLoopback(URL.parse(String(origin))?.hostname ?? '');

/** The reason for the log when the proxy, not the server behind it, has refused; undefined for any other error. */
export function proxyReasonOf(error: unknown): `proxy_answered_${string}` | undefined {
  if (!(error instanceof Error)) return undefined;
  // undici says it in these words only; fetch puts its error into `cause`.
  const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
  if (status === undefined) return proxyReasonOf(error.cause);
  return `proxy_answered_${status}`;
}

/** The remedy for such a reason. */
export function proxySentenceOf(reason: string): string | undefined {
  const [, status] = /^proxy_answered_(\d{3})$/.exec(reason) ?? [];
  if (status === undefined) return undefined;
  const proxy = 'the proxy of HTTPS_PROXY or HTTP_PROXY';
  if (status === '407')
    return `${proxy} demands a name and a password (407): write http://name:password@host:port`;
  return `${proxy} refuses with ${status}: allow the provider there, or list its host in NO_PROXY`;
}
