import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { makeClock } from '../test/provider/clock.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';
import { StoreError } from './store/store.ts';
import { startSweeping } from './sweep.ts';

const minuteMs = 60_000;

test('expired rows are removed at the start and then every minute, until the service stops', async (t) => {
  const { clock, store, untilSwept, begin, audited } = openStore(t);
  const publish = (key: string) => store.publishRenewal(key, 'a sealed session', clock.nowMs() + minuteMs);
  await publish('before the start');
  clock.advance(minuteMs);
  await publish('alive at the start');
  const { stop } = begin();
  await untilSwept();
  assert.deepEqual(audited, ['the line of a command']);
  assert.deepEqual(await left(store), ['alive at the start']);

  clock.advance(minuteMs);
  await untilSwept();
  assert.deepEqual(await left(store), []);

  await stop();
  assert.equal(clock.waiting(), 0);
});

test('a store that fails is swept a minute later, and the failure is logged unless the store is unavailable', async (t) => {
  const failures = [new StoreError('unavailable', 'away'), new StoreError('overloaded', 'busy')];
  const { clock, store, untilSwept, begin, logged } = openStore(t, failures);
  await store.publishRenewal('old', 'a sealed session', clock.nowMs());
  const { stop } = begin();
  for (const expected of [0, 1]) {
    await untilSwept();
    assert.equal(logged.length, expected);
    assert.deepEqual(await left(store), ['old']);
    clock.advance(minuteMs);
  }
  await untilSwept();
  assert.deepEqual(await left(store), []);
  await stop();
});

function openStore(t: TestContext, failures: StoreError[] = []) {
  const clock = makeClock();
  const store = openSqliteStore(':memory:');
  t.after(() => store.close());
  const logged: string[] = [];
  const audited: string[] = [];
  const takeAuditLines = async () => (audited.length === 0 ? ['the line of a command'] : []);
  const sweep = async (nowMs: number) => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return store.sweep(nowMs);
  };
  const log = { warn: (_details: unknown, message: string) => void logged.push(message) };
  return {
    clock,
    store,
    logged,
    audited,
    untilSwept: () => clock.untilWaiting(minuteMs),
    begin: () =>
      startSweeping({
        store: { sweep, takeAuditLines },
        audited: (line) => void audited.push(line),
        wait: clock.wait,
        nowMs: clock.nowMs,
        log,
      }),
  };
}

/** The keys of renewals that are still there: at a time before their end each of them answers. */
async function left(store: Store): Promise<string[]> {
  const keys = ['before the start', 'alive at the start', 'old'];
  const found = await Promise.all(
    keys.map(async (key) => ({ key, claim: await store.claimRenewal(key, 0, 0) })),
  );
  return found.filter(({ claim }) => claim.kind === 'published').map(({ key }) => key);
}
