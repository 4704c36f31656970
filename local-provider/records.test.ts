import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { openDatabase } from './database.ts';
import { openRecords } from './records.ts';

test('a record is found until it expires, and is removed from the file at the next write', async (t) => {
  const { records, count, clock } = opened(t);
  const codes = records('AuthorizationCode');
  await codes.upsert('one', { nonce: 'first' }, 60);
  clock.nowMs += 59_999;
  assert.deepEqual(await codes.find('one'), { nonce: 'first' });
  clock.nowMs += 1;
  assert.equal(await codes.find('one'), undefined);
  assert.equal(count(), 1);
  await codes.upsert('two', {}, 60);
  assert.equal(count(), 1);
});

test('the same id of another model is another record', async (t) => {
  const { records } = opened(t);
  await records('AccessToken').upsert('one', { scope: 'openid' }, 60);
  assert.equal(await records('RefreshToken').find('one'), undefined);
});

test('a consumed record has the time of its use', async (t) => {
  const { records, clock } = opened(t);
  const codes = records('AuthorizationCode');
  await codes.upsert('one', { nonce: 'n' }, 60);
  await codes.consume('one');
  assert.deepEqual(await codes.find('one'), { nonce: 'n', consumed: clock.nowMs / 1000 });
});

test('revoking a grant removes all its records and no others', async (t) => {
  const { records } = opened(t);
  const refreshTokens = records('RefreshToken');
  await refreshTokens.upsert('mine', { grantId: 'grant' }, 60);
  await refreshTokens.upsert('other', { grantId: 'another' }, 60);
  await records('AccessToken').upsert('mine', { grantId: 'grant' }, 60);
  await refreshTokens.revokeByGrantId('grant');
  assert.equal(await refreshTokens.find('mine'), undefined);
  assert.equal(await records('AccessToken').find('mine'), undefined);
  assert.ok(await refreshTokens.find('other'));
});

test('a session is found by its uid too, and not after it was destroyed', async (t) => {
  const { records } = opened(t);
  const sessions = records('Session');
  await sessions.upsert('id', { uid: 'uid' }, 60);
  assert.deepEqual(await sessions.findByUid('uid'), { uid: 'uid' });
  await sessions.destroy('id');
  assert.equal(await sessions.findByUid('uid'), undefined);
});

function opened(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-records-'));
  const database = openDatabase(folder);
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const clock = { nowMs: 1_800_000_000_000 };
  const count = () => database.prepare('SELECT count(*) AS n FROM record').get()?.['n'];
  return { records: openRecords(database, () => clock.nowMs), count, clock };
}
