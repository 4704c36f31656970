import assert from 'node:assert/strict';
import { test } from 'node:test';

import { answer, isPageFile, patienceMs } from './answer.ts';

const origin = 'https://dueline.example';
const never = () => new Promise<never>(() => undefined);

/** Answers a path from `network` or from a cache that has every file; returns which of the two it was. */
async function answered(
  path: string,
  network: () => Promise<Response>,
  kept = true,
): Promise<string> {
  const response = await answer(new Request(origin + path), {
    fetch: network,
    find: () => Promise.resolve(kept ? new Response('kept') : undefined),
    wait: (ms) => {
      assert.equal(ms, patienceMs);
      return network === never ? Promise.resolve() : never();
    },
  });
  return response.text();
}
const online =
  (status = 200) =>
  async () =>
    new Response('network', { status });
const offline = () => Promise.reject(new TypeError('failed to fetch'));

test('the page comes from the network, and from the copy when there is none, it fails or takes too long', async () => {
  assert.equal(await answered('/', online()), 'network');
  assert.equal(await answered('/?view=board', offline), 'kept');
  assert.equal(await answered('/', online(502)), 'kept');
  assert.equal(await answered('/', never), 'kept');
  assert.equal(await answered('/theme.js', offline), 'kept');
});

test('a file named after its content comes from the copy, and from the network when it is not kept', async () => {
  assert.equal(await answered('/assets/index-abc.js', never), 'kept');
  assert.equal(await answered('/assets/newer-abc.js', online(), false), 'network');
});

test('what is not kept fails as it would without a worker', async () => {
  await assert.rejects(answered('/', offline, false), TypeError);
});

test('the interface, writes and other origins never come through the worker', () => {
  const isPage = (url: string, method = 'GET') =>
    isPageFile({ method, url }, origin, ['/', '/theme.js']);
  for (const path of ['/', '/?signin=failed', '/assets/x.js', '/theme.js'])
    assert.ok(isPage(origin + path), path);
  for (const path of ['/api/tasks', '/api/auth/login', '/health/live'])
    assert.ok(!isPage(origin + path), path);
  assert.deepEqual([isPage('https://else.example/'), isPage(`${origin}/`, 'POST')], [false, false]);
});
