import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';

const hourMs = 60 * 60 * 1000;

test('one renewal is claimed and published in the store, however many requests arrive together', async (t) => {
  const asked: string[] = [];
  const service = await startTestApp(t, {
    store: {
      claimRenewal: async () => {
        asked.push('claim');
        return { kind: 'claimed' };
      },
      publishRenewal: async () => void asked.push('publish'),
      releaseRenewal: async () => void asked.push('release'),
    },
  });
  const browser = await service.signedIn();
  service.clock.advance(hourMs);
  const answers = await Promise.all(Array.from({ length: 10 }, () => browser.get('/api/auth/me')));
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
  assert.equal(service.provider.count('token'), 2);
  assert.deepEqual(asked, ['claim', 'publish']);
  const warnings = service.logged.filter(({ level }) => level === 'warn');
  assert.deepEqual(warnings, []);
});
