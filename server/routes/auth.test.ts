import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { StoreError } from '../store/store.ts';

test('a store that cannot make the user record at the sign-in keeps nobody out', async (t) => {
  const away = await startTestApp(t, {
    store: { rememberUser: () => Promise.reject(new StoreError('unavailable', 'away')) },
  });
  const browser = await away.signedIn();
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  assert.match(away.takeErrors()[0]?.msg ?? '', /user record was not made/);
});
