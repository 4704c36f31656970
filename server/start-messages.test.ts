import assert from 'node:assert/strict';
import { test } from 'node:test';

import { explainStartFailure, readyMessage } from './start-messages.ts';

const failure = (code: string, more: object) =>
  Object.assign(new Error(`${code}: so it is`), { code, ...more });

test('an error of the system at the start gets a sentence that says what to do', () => {
  for (const [code, more, sentence] of [
    ['EADDRINUSE', { port: 80, address: '::' }, /^Port 80 is taken\. .*PORT=/],
    [
      'EADDRINUSE',
      { port: -1, address: '/run/a' },
      /^EADDRINUSE: so it is\. .*another address with HOST/,
    ],
    ['EACCES', { port: 80, address: '::' }, /^EACCES: so it is\. .*HOST and PORT/],
    [
      'EADDRNOTAVAIL',
      { port: 80, address: '192.0.2.1' },
      /^EADDRNOTAVAIL: so it is\. .*MONITORING_HOST/,
    ],
    ['ENOTFOUND', { hostname: 'tasks:80' }, /^ENOTFOUND: so it is\. .*HOST and PORT/],
    ['ENOSPC', { path: '/data' }, /^ENOSPC: so it is\. .*DATA=/],
  ] as const)
    assert.match(explainStartFailure(failure(code, more)) ?? '', sentence, code);
  assert.equal(explainStartFailure(failure('EMFILE', {})), undefined);
});

test('the service says the address to open, and where it listens if that is another', () => {
  const none = { allowedHosts: null, publicScheme: null, trustedProxies: [] };
  const allowedHosts = ['tasks.example.com', 'other.example.com'];
  const proxied = { allowedHosts, publicScheme: null, trustedProxies: ['loopback'] };
  const rows = [
    [none, '::1', 'http://localhost:8080'],
    [none, '0.0.0.0', 'http://localhost:8080, and listens on 0.0.0.0:8080'],
    [none, '::', 'http://localhost:8080, and listens on [::]:8080'],
    [none, '2001:db8::1', 'http://[2001:db8::1]:8080, and listens on [2001:db8::1]:8080'],
    [proxied, 'unix:/run/a.sock', 'https://tasks.example.com, and listens on unix:/run/a.sock'],
    [
      { ...proxied, publicScheme: 'https' },
      '::1',
      'https://tasks.example.com, and listens on [::1]:8080',
    ],
    [proxied, '0.0.0.0', 'https://tasks.example.com, and listens on 0.0.0.0:8080'],
  ] as const;
  for (const [http, host, said] of rows)
    assert.equal(readyMessage({ ...http, host }, 8080), `Dueline is ready at ${said}`);
});
