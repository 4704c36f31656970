import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keepInMemory } from '../device/keep-fixture.ts';
import { createLeaving } from './session.ts';

test('of several tabs one tells the service, and none once that is done', async () => {
  const keep = keepInMemory();
  const told: string[] = [];
  const tab = (name: string) =>
    createLeaving({ signOut: async () => (told.push(name), { kind: 'ok', value: null }) }, keep);
  const [a, b] = [tab('a'), tab('b')];
  a.begin();
  assert.deepEqual([a.isDue(), b.isDue()], [true, true]);
  assert.deepEqual(await Promise.all([a.finish(), b.finish()]), [true, true]);
  // Somebody may have signed in since.
  await b.finish();
  assert.deepEqual(told, ['a']);
});

test('where nothing can be kept the open page remembers that it is due', async () => {
  const keep = { ...keepInMemory(), write: () => false };
  const outcomes = [{ kind: 'offline' } as const, { kind: 'ok', value: null } as const];
  const signOut = async () => outcomes.shift() ?? assert.fail('told too often');
  const leaving = createLeaving({ signOut }, keep);
  leaving.begin();
  assert.equal(await leaving.finish(), false);
  assert.equal(leaving.isDue(), true);
  assert.equal(await leaving.finish(), true);
});
