import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import type { LogLine } from '../app.ts';

const hourMs = 60 * 60 * 1000;

/** How often a renewal asked the store, and what it came to. */
async function renewWith(t: Parameters<typeof startTestApp>[0], workers: number, url: string) {
  const asked: string[] = [];
  const note = (name: string) => async () => {
    asked.push(name);
    return { kind: 'claimed' as const };
  };
  const service = await startTestApp(t, {
    config: { http: { workers }, store: { url } },
    store: {
      claimRenewal: note('claim'),
      publishRenewal: async () => void (await note('publish')()),
      releaseRenewal: async () => void (await note('release')()),
    },
  });
  const browser = await service.signedIn();
  service.clock.advance(hourMs);
  const answers = await Promise.all(Array.from({ length: 10 }, () => browser.get('/api/auth/me')));
  const statuses = new Set(answers.map(({ statusCode }) => statusCode));
  assert.deepEqual([...statuses], [200]);
  assert.equal(service.provider.count('token'), 2);
  const warnings: readonly LogLine[] = service.logged.filter(({ level }) => level === 'warn');
  assert.deepEqual(warnings, []);
  return asked;
}

test('one process on SQLite writes nothing about a renewal into its store', async (t) => {
  assert.deepEqual(await renewWith(t, 1, 'sqlite:data/dueline.db'), []);
});

for (const [what, workers, url] of [
  ['two workers on SQLite', 2, 'sqlite:data/dueline.db'],
  ['a process on PostgreSQL', 1, 'postgres://localhost/dueline'],
] as const) {
  test(`${what} shares a renewal through the store`, async (t) => {
    assert.deepEqual(await renewWith(t, workers, url), ['claim', 'publish']);
  });
}
