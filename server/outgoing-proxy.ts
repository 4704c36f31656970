import { subscribe } from 'node:diagnostics_channel';
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
  const proxied = new Map<string, Dispatchers>();
  const findProxied = (origin: string): Dispatchers => {
    const found = proxied.get(origin) ?? dispatchersOf(env);
    proxied.set(origin, found);
    return found;
  };
  for (const [key, past] of direct) {
    const dispatch: Dispatcher['dispatch'] = (request, handler) => {
      const url = URL.parse(String(request.origin));
      const isToThisMachine = isLoopback(url?.hostname ?? '');
      const byProxy = isToThisMachine ? undefined : findProxied(url?.origin ?? '').get(key);
      return (byProxy ?? past).dispatch(request, handler);
    };
    Reflect.set(globalThis, key, { dispatch });
  }
  endEndlessConnecting(proxied);
}

/**
 * To a proxy that closes a connection before it answers, undici connects again for ever, even when nobody waits any more (its
 * issue 3897, which newer versions correct). So the requests to that origin are ended, and the next one begins anew.
 */
function endEndlessConnecting(proxied: Map<string, Dispatchers>): void {
  subscribe('undici:client:connectError', (message) => {
    if (!isConnectError(message) || message.error.code !== 'UND_ERR_SOCKET') return;
    const { protocol, host } = message.connectParams;
    const origin = `${protocol}//${host}`;
    const ended = proxied.get(origin);
    proxied.delete(origin);
    for (const dispatcher of ended?.values() ?? []) void dispatcher.destroy();
  });
}

type ConnectError = { error: { code?: string }; connectParams: { protocol: string; host: string } };

const isConnectError = (message: unknown): message is ConnectError =>
  typeof message === 'object' &&
  message !== null &&
  'error' in message &&
  'connectParams' in message;

/** The part that sends the requests of `fetch`, as undici calls it. */
type Dispatcher = {
  dispatch: (request: { origin?: string | URL }, handler: unknown) => boolean;
  destroy: () => Promise<void>;
};

/** The places where undici, as a part of Node, keeps it for all its copies in a process: one for each version of the interface. */
const dispatcherKeys = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));

type Dispatchers = ReadonlyMap<symbol, Dispatcher>;

/** The dispatchers that Node makes of these variables. The present ones stay in use. */
function dispatchersOf(env: Env): Dispatchers {
  const present = dispatcherKeys.map((key) => [key, Reflect.get(globalThis, key)] as const);
  setGlobalProxyFromEnv(env);
  const found = new Map<symbol, Dispatcher>();
  for (const [key, before] of present) {
    const dispatcher: unknown = Reflect.get(globalThis, key);
    if (isDispatcher(dispatcher)) found.set(key, dispatcher);
    Reflect.set(globalThis, key, before);
  }
  if (found.size === 0) throw new Error('This Node cannot keep requests to itself from the proxy');
  return found;
}

const isDispatcher = (value: unknown): value is Dispatcher =>
  typeof value === 'object' &&
  value !== null &&
  'dispatch' in value &&
  typeof value.dispatch === 'function' &&
  'destroy' in value &&
  typeof value.destroy === 'function';

/** The reason for the log when the proxy, not the server behind it, has refused; undefined for any other error. */
export function proxyReasonOf(error: unknown): `proxy_answered_${string}` | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === 'UND_ERR_DESTROYED') return 'proxy_answered_nothing';
  // undici says it in these words only; fetch puts its error into `cause`.
  const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
  if (status === undefined) return proxyReasonOf(error.cause);
  return `proxy_answered_${status}`;
}

/** The remedy for such a reason. */
export function proxySentenceOf(reason: string): string | undefined {
  const [, status] = /^proxy_answered_(nothing|\d{3})$/.exec(reason) ?? [];
  if (status === undefined) return undefined;
  const proxy = 'the proxy of HTTPS_PROXY or HTTP_PROXY';
  if (status === 'nothing')
    return `${proxy} closes the connection without an answer: correct its address, or look into its log`;
  if (status === '407')
    return `${proxy} demands a name and a password (407): write http://name:password@host:port`;
  return `${proxy} refuses with ${status}: allow the provider there, or list its host in NO_PROXY`;
}
