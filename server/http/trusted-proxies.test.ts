import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeTrusts } from './trusted-proxies.ts';

test('an address is trusted in every spelling that a connection or a proxy may give, and no other address is', () => {
  for (const [range, trusted, others] of [
    ['loopback', '127.0.0.1 127.1.2.3 ::1 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1', '128.0.0.1 ::2'],
    ['linklocal', '169.254.1.1 fe80::1', '169.255.0.1 fec0::1'],
    [
      'uniquelocal',
      '10.1.2.3 172.31.0.1 192.168.0.1 fd00::1',
      '172.32.0.1 192.169.0.1 2001:db8::1',
    ],
    ['10.1.2.3', '10.1.2.3 ::ffff:10.1.2.3 ::ffff:a01:203', '10.1.2.4'],
    ['10.1.2.3/9', '10.0.0.1 10.127.0.1', '10.128.0.1'],
    ['2001:db8::/32', '2001:db8:1::1', '2001:db9::1 10.1.2.3'],
    ['::ffff:10.0.0.0/104', '10.1.2.3', '11.1.2.3'],
  ] as const) {
    const trusts = makeTrusts({ ...http, trustedProxies: [range] });
    for (const address of trusted.split(' ')) assert.equal(trusts?.(address, 0), true, address);
    for (const address of ['', 'unknown', '10.1', '[::1]', '10.1.2.3:80', ...others.split(' ')])
      assert.equal(trusts?.(address, 0), false, `${address} in ${range}`);
    assert.equal(trusts?.(undefined, 0), false);
  }
});

test('only the connection of a socket is trusted, and nothing without a list', () => {
  const trusts = makeTrusts({ ...http, host: 'unix:/run/dueline.sock' });
  assert.equal(trusts?.(undefined, 0), true);
  assert.equal(trusts?.('192.0.2.1', 1), false);
  assert.equal(makeTrusts(http), null);
});

const http = {
  host: '127.0.0.1',
  port: 0,
  trustedProxies: [],
  allowedHosts: null,
  publicScheme: null,
  securityContact: null,
};
