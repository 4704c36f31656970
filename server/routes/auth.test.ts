import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { StoreError } from '../store/store.ts';

test('the user record is made at sign-in, and a store that is away keeps nobody out', async (t) => {
  const remembered: string[] = [];
  const working = await startTestApp(t, {
    store: { rememberUser: async (email) => void remembered.push(email) },
  });
  await working.signedIn();
  assert.deepEqual(remembered, ['ada@example.com']);

  const away = await startTestApp(t, {
    store: { rememberUser: () => Promise.reject(new StoreError('unavailable', 'away')) },
  });
  const browser = await away.signedIn();
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  assert.match(away.takeErrors()[0]?.msg ?? '', /user record was not made/);
});
