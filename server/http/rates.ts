import type { FastifyRequest } from 'fastify';

import { endpoints } from '../../contract/endpoints.ts';
import type { Config } from '../config.ts';
import { Problem } from './problems.ts';
import type { Trusts } from './trusted-proxies.ts';
import { isUnopened } from './unopened.ts';

const signInRoutes: ReadonlySet<string> = new Set([endpoints.login.path, endpoints.callback.path]);
/** The burst, in seconds of the allowed rate: a page with many changes sends them at once. */
export const burstSeconds = 10;

/**
 * Makes the check that counts a request of one address, or refuses it with too_many_requests. Each process counts for itself. The
 * files of the page are not counted, and nothing is while no proxy is trusted (`trusts` is null): the address of a connection may
 * be that of a proxy, which many people share.
 */
export function makeRates(
  { signInsPerMinute, requestsPerSecond }: Config['rates'],
  trusts: Trusts | null,
  nowMs: () => number,
) {
  const make = (perSecond: number, burst: number) =>
    burst === 0 ? undefined : makeRate(1000 / perSecond, burst, nowMs);
  const signIns = make(signInsPerMinute / 60, signInsPerMinute);
  const requests = make(requestsPerSecond, requestsPerSecond * burstSeconds);
  const senderOf = makeSenderOf(trusts);

  function rateOf({ routeOptions: { url } }: FastifyRequest) {
    if (url === undefined || url === '/') return requests;
    if (signInRoutes.has(url)) return signIns;
    if (url.startsWith('/api/')) return requests;
    return undefined;
  }

  return (request: FastifyRequest): void => {
    const rate = rateOf(request);
    if (rate === undefined) return;
    const sender = senderOf(request);
    if (sender === undefined) return;
    // Any page can make its visitors send these: they use up no allowance of those who open the address themselves.
    const key = isUnopened(request.headers) ? `unopened ${sender}` : sender;
    const waitMs = rate(key);
    if (waitMs > 0)
      throw new Problem('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  };
}

/**
 * Makes the function that names the sender of a request: the network that a trusted proxy gives; if it gives none, the connection,
 * which shares its allowance with no address that is given. undefined: an unknown proxy may have sent it for many people.
 */
function makeSenderOf(trusts: Trusts | null) {
  let isTold = false;
  return ({ ip, ips = [], raw: { socket }, log }: FastifyRequest): string | undefined => {
    if (ips.length > 1) return networkOf(ip.slice(0, longestAddress));
    if (!trusts?.(socket.remoteAddress, 0)) return undefined;
    if (!isTold) log.warn(`${socket.remoteAddress ?? 'The socket'} ${untold}`);
    isTold = true;
    return `connection ${socket.remoteAddress}`;
  };
}

/** Longer than any address with its zone and port: a proxy that is trusted too widely passes on any text. */
const longestAddress = 64;
const untold =
  'is a trusted proxy and has sent no X-Forwarded-For: such requests share one limit (rates)';

/** The part of an address that is counted (pure): an IPv4 address, or the first 64 bits of an IPv6 address, which one person may own. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  // ::ffff:192.0.2.1, or 192.0.2.1:443 as some proxies send it
  if (address.includes('.'))
    return address.split(':').find((part) => part.includes('.')) ?? address;
  const [head, tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  if (head === undefined || tail === undefined) return groups(head ?? []);
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return groups([...head, ...zeros, ...tail]);
}

const groups = (all: readonly string[]): string => all.slice(0, 4).join(':');

/**
 * Limits the rate of each key (GCRA, the leaky bucket without a timer). Counts one request of `key` and returns 0, or returns the
 * milliseconds until one would pass. Each takes `intervalMs` of the key's allowance; `burst` may come at once. About `mostKeys`
 * keys are remembered, twice as many at most, 100 bytes each.
 */
export function makeRate(
  intervalMs: number,
  burst: number,
  nowMs: () => number,
  mostKeys = 50_000,
) {
  /** The time at which the allowance of a key is full again. Two maps alternate, so that old keys are dropped without a search. */
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  const mostMs = burst * intervalMs;

  return (key: string) => {
    const now = nowMs();
    const full = recent.get(key) ?? older.get(key) ?? now;
    // After the clock is set back, `full` may be later than the whole allowance takes.
    const usedMs = Math.min(Math.max(full - now, 0), mostMs);
    const waitMs = Math.max(usedMs + intervalMs - mostMs, 0);
    recent.set(key, now + usedMs + (waitMs > 0 ? 0 : intervalMs));
    if (recent.size >= mostKeys) [recent, older] = [new Map<string, number>(), recent];
    return waitMs;
  };
}
