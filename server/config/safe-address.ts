import { isIP } from 'node:net';

/** Whether tokens may travel there: https anywhere, http to this machine itself only (RFC 9700, section 2.6; pure). */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

// Not the names below `localhost`: a resolver may give them any address (RFC 6761, section 6.3).
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
