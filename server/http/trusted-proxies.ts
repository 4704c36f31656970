import { BlockList, isIP } from 'node:net';

import type { Config } from '../config.ts';
import { socketPathOf } from '../config/values.ts';

/** Whether the address at this hop of a request's way is that of a trusted proxy. Hop 0 is the connection itself. */
export type Trusts = (address: string | undefined, hop: number) => boolean;

const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Makes the check for the proxies of a profile, or returns null when it trusts none. Only a proxy may open a socket. */
export function makeTrusts({ host, trustedProxies }: Config['http']): Trusts | null {
  if (socketPathOf(host) !== undefined) return (_, hop) => hop === 0;
  if (trustedProxies.length === 0) return null;
  const ranges = new BlockList();
  for (const range of trustedProxies.flatMap((each) => namedRanges[each] ?? each)) {
    const [network = '', bits] = range.split('/');
    ranges.addSubnet(network, Number(bits ?? widthOf(network)), familyOf(network));
  }
  return (address = '') => isIP(address) > 0 && ranges.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const widthOf = (address: string) => (isIP(address) === 6 ? 128 : 32);
