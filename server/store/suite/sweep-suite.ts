import assert from 'node:assert/strict';

import { tasksOf } from '../../../test/task-list.ts';
import type { WithStores } from './kit.ts';
import { ada, dayMs, nowMs, walk } from './kit.ts';

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
