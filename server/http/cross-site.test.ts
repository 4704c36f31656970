import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask, oneHost, proxy } from '../../test/origins.ts';

for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'noise' },
    { origin: 'https://tasks.example.com:8443' },
    { origin: 'https://a.tasks.example.com' },
    { origin: 'https://tasks.example.com.evil.example' },
    { origin: 'https://tasks.example.com@evil.example' },
    { origin: 'https://tasks.example.com, https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'noise' },
    { origin: 'https://tasks.example.com', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://tasks.example.com:443' },
    { origin: 'chrome-extension://tasks.example.com' },
    { origin: 'https://tasks.example.com', 'sec-fetch-site': 'same-site' },
    { origin: 'https://tasks.example.com', 'sec-fetch-site': '' },
  ]) {
    test(`a cross-site ${method} is refused with cross_site: ${JSON.stringify(headers)}`, async () => {
      assert.deepEqual(await ask(oneHost, { host: 'tasks.example.com', ...headers }, proxy, method), {
        status: 403,
        code: 'cross_site',
      });
    });
  }

  for (const headers of [
    {},
    { origin: 'https://tasks.example.com' },
    { origin: 'HTTPS://TASKS.example.com:443' },
    { origin: 'http://tasks.example.com' },
    { origin: 'http://tasks.example.com', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://tasks.example.com', 'sec-fetch-site': 'same-origin' },
  ]) {
    test(`a ${method} of the own page or of another client than a browser passes: ${JSON.stringify(headers)}`, async () => {
      const answer = await ask(oneHost, { host: 'tasks.example.com', ...headers }, proxy, method);
      assert.equal(answer.status, 200);
    });
  }
}

for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
  test(`a ${method} writes nothing and may come from anywhere`, async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await ask(oneHost, { host: 'tasks.example.com', ...foreign }, proxy, method);
    assert.equal(answer.status, 200);
  });
}
