import assert from 'node:assert/strict';
import { test } from 'node:test';

import { networkOf } from './network.ts';

test('an IPv4 address stands for itself, however it is written, and an IPv6 address for its /64', () => {
  const rows = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0'],
    ['2001:db8::1:3:4:5:6', '2001:db8:0:1'],
    ['2001:db8::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ] as const;
  for (const [address, network] of rows) assert.equal(networkOf(address), network, address);
});
