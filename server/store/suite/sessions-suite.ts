import assert from 'node:assert/strict';

import { tasksOf } from '../../../test/task-list.ts';
import type { WithStores } from './kit.ts';
import { ada, dayMs, nowMs, walk } from './kit.ts';

export function describeRenewals(withStores: WithStores): void {
  const leaseEndsMs = nowMs + 10_000;
  const untilMs = nowMs + 60_000;

  withStores('one of many claims wins, the others have to wait', async (store, other) => {
    const stores = [store, await other()];
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (stores[index % 2] ?? store).claimRenewal('token', nowMs, leaseEndsMs),
      ),
    );
    assert.equal(claims.filter((claim) => claim.kind === 'claimed').length, 1);
    assert.equal(claims.filter((claim) => claim.kind === 'taken').length, 9);
  });

  withStores(
    'a claim is free when it is released or its lease ends; a published one is what every claim gets until its time is over',
    async (store, other) => {
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
    },
  );
}

export function describeEndings(withStores: WithStores): void {
  const revocation = { subject: 'a', endedAtMs: nowMs, untilMs: nowMs + dayMs };
  const beginning = { notedAtMs: 0, subject: '' };

  withStores('of two revocations of one subject the later times count, in any order', async (store) => {
    const later = { subject: 'a', endedAtMs: nowMs + 5, untilMs: nowMs + 5 + dayMs };
    for (const one of [revocation, later, revocation]) await store.noteRevocation(one);
    const found = await store.listRevocations(beginning, 10);
    assert.partialDeepStrictEqual(found, [later]);
    assert.equal(found.length, 1);
  });

  withStores('endings noted after a time are listed in order, a page at a time', async (store, other) => {
    const writer = await other();
    const subjects = ['d', 'a', 'c', 'b', 'e'];
    for (const subject of subjects) await writer.noteRevocation({ ...revocation, subject });
    const all = await store.listRevocations(beginning, 10);
    assert.deepEqual(all.map(({ subject }) => subject).toSorted(), subjects.toSorted());
    const read = [];
    for (let after = beginning; ;) {
      const page = await store.listRevocations(after, 2);
      assert.ok(page.length <= 2);
      read.push(...page);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last;
    }
    assert.deepEqual(read, all);
  });

  withStores(
    'a revocation noted again is listed again, and the time of noting never decreases',
    async (store) => {
      await store.noteRevocation(revocation);
      const [first] = await store.listRevocations(beginning, 10);
      assert.ok(first && Math.abs(first.notedAtMs - Date.now()) < 60_000, 'it is the clock of the store');
      await store.noteRevocation({ ...revocation, subject: '_' });
      await store.noteRevocation(revocation);
      const listed = await store.listRevocations({ ...first, subject: '' }, 10);
      assert.ok(listed.every(({ notedAtMs }) => notedAtMs >= first.notedAtMs));
      assert.deepEqual(listed.map(({ subject }) => subject).toSorted(), ['_', 'a']);
    },
  );
}

export function describeSweep(withStores: WithStores): void {
  withStores('the sweep removes all expired rows and nothing else', async (store, other) => {
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
    assert.deepEqual(
      (await store.listRevocations({ notedAtMs: 0, subject: '' }, 10)).map(({ subject }) => subject),
      ['alive'],
    );
    // Asked of a time before its end, a row that is still there would answer.
    assert.deepEqual(await store.claimRenewal('old', nowMs - 1, nowMs), { kind: 'claimed' });
    assert.equal((await store.claimRenewal('alive', nowMs, nowMs)).kind, 'published');
    const kindOf = async (key: string, atMs: number) =>
      (await store.createTask(ada, walk, atMs, { idempotency: once(key), mostTasks: 0 })).kind;
    assert.equal(await kindOf('old', nowMs - 1), 'too_many');
    assert.equal(await kindOf('alive', nowMs), 'repeated');
    assert.equal((await tasksOf(store, ada)).length, 2, 'no task is swept');
  });
}
