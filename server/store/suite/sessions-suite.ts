import assert from 'node:assert/strict';

import { tasksOf } from '../../../test/task-list.ts';
import type { StoreTest } from './kit.ts';
import { ada, dayMs, nowMs, walk } from './kit.ts';

export function describeSessions(test: StoreTest): void {
  const leaseEndsMs = nowMs + 10_000;
  const untilMs = nowMs + 60_000;

  test('one of many claims wins, the others have to wait', async (store, other) => {
    const stores = [store, await other()];
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (stores[index % 2] ?? store).claimRenewal('token', nowMs, leaseEndsMs),
      ),
    );
    assert.equal(claims.filter((claim) => claim.kind === 'claimed').length, 1);
    assert.equal(claims.filter((claim) => claim.kind === 'taken').length, 9);
  });

  test('a claim is free when it is released or its lease ends; a published one is what every claim gets until its time is over', async (store, other) => {
    const reader = await other();
    const claim = (atMs: number, from = store) => from.claimRenewal('token', atMs, leaseEndsMs);
    await claim(nowMs);
    await store.releaseRenewal('token');
    assert.deepEqual(await claim(nowMs), { kind: 'claimed' });
    assert.deepEqual(await claim(leaseEndsMs - 1), { kind: 'taken' });
    assert.deepEqual(await claim(leaseEndsMs), { kind: 'claimed' });
    await store.publishRenewal('token', 'sealed', untilMs);
    await store.releaseRenewal('token');
    assert.deepEqual(await claim(untilMs - 1, reader), { kind: 'published', sealed: 'sealed' });
    assert.deepEqual(await claim(untilMs), { kind: 'claimed' });
  });

  const revocation = { subject: 'a', endedAtMs: nowMs, untilMs: nowMs + dayMs };

  test('of two revocations of one subject the later times count, in any order, and among up to four subjects the latest', async (store, other) => {
    const later = { subject: 'a', endedAtMs: nowMs + 5, untilMs: nowMs + 5 + dayMs };
    for (const one of [revocation, later, revocation]) await store.noteRevocation(one);
    const reader = await other();
    assert.equal(await reader.findRevocation(['a', 'nobody']), nowMs + 5);
    await store.sweep(later.untilMs - 1);
    assert.equal(await reader.findRevocation(['a']), nowMs + 5);
    for (const [subject, afterMs] of Object.entries({ b: 6, c: 7, d: 8, e: 9 }))
      await store.noteRevocation({ ...revocation, subject, endedAtMs: nowMs + afterMs });
    assert.equal(await reader.findRevocation(['d', 'c', 'b', 'a']), nowMs + 8);
    assert.equal(await reader.findRevocation(['nobody']), -Infinity);
  });

  test('a revocation is found as new for ten seconds, in every process', async (store, other, byHand) => {
    const reader = await other();
    assert.deepEqual(await reader.findNewRevocations(), []);
    await store.noteRevocation(revocation);
    assert.deepEqual(await reader.findNewRevocations(), [{ subject: 'a', endedAtMs: nowMs }]);
    await byHand('UPDATE endings SET noted_at_ms = noted_at_ms - 10001');
    assert.deepEqual(await reader.findNewRevocations(), []);
  });

  test('the sweep removes all expired rows and nothing else', async (store, other) => {
    const mostSubjects = 1200;
    for (let number = 0; number < mostSubjects; number += 1) {
      void store.noteRevocation({ subject: `old ${number}`, endedAtMs: nowMs, untilMs: nowMs });
      if (number % 100 === 0) await store.check();
    }
    await store.noteRevocation({ subject: 'alive', endedAtMs: nowMs, untilMs: nowMs + 1 });
    await store.publishRenewal('old', 'sealed', nowMs);
    await store.publishRenewal('alive', 'sealed', nowMs + 1);
    await store.claimRenewal('abandoned', nowMs - 2, nowMs - 1);
    const once = (key: string) => ({ key, bodyHash: 'hash' });
    await store.createTask(ada, walk, nowMs - dayMs, { idempotency: once('old') });
    await store.createTask(ada, walk, nowMs - dayMs + 1, { idempotency: once('alive') });

    const sweeper = await other();
    let removed = 0;
    for (let some = -1; some !== 0; removed += some) some = await sweeper.sweep(nowMs);
    assert.equal(removed, mostSubjects + 2 + 1);
    assert.equal(await store.findRevocation(['old 0', 'old 600', 'old 1199']), -Infinity);
    assert.equal(await store.findRevocation(['alive']), nowMs);
    // The time is before the end of the row: a row that still exists would be found.
    assert.deepEqual(await store.claimRenewal('old', nowMs - 1, nowMs), { kind: 'claimed' });
    assert.equal((await store.claimRenewal('alive', nowMs, nowMs)).kind, 'published');
    const kindOf = async (key: string, atMs: number) =>
      (await store.createTask(ada, walk, atMs, { idempotency: once(key), mostTasks: 0 })).kind;
    assert.equal(await kindOf('old', nowMs - 1), 'too_many');
    assert.equal(await kindOf('alive', nowMs), 'repeated');
    assert.equal((await tasksOf(store, ada)).length, 2, 'no task is swept');
  });
}
