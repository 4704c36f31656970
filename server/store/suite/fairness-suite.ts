import assert from 'node:assert/strict';

import { tasksOf } from '../../../test/task-list.ts';
import type { WithStores } from './kit.ts';
import { ada, create, grace, nowMs } from './kit.ts';

export function describeFairness(withStores: WithStores): void {
  withStores('requests of others do not wait for many creates of one person', async (store) => {
    // All connections are open, so that none of these waits for a new one.
    await Promise.all(
      Array.from({ length: 20 }, (_, person) => tasksOf(store, `person-${person}@example.com`)),
    );
    await Promise.all([create(store, ada), create(store, grace)]);
    const [many, few] = [150, 90];
    let done = 0;
    const ofAda = Array.from({ length: many }, () => create(store, ada).then(() => (done += 1)));
    const doneBefore = async (work: Promise<unknown>) => work.then(() => done);
    const others = await Promise.all([
      doneBefore(create(store, grace)),
      doneBefore(tasksOf(store, grace)),
      doneBefore(store.claimRenewal('token', nowMs, nowMs + 1000)),
      doneBefore(store.check()),
    ]);
    for (const ahead of others) assert.ok(ahead <= few, `${ahead} of ${many} creates were done before`);
    await Promise.all(ofAda);
    assert.equal((await tasksOf(store, ada)).length, many + 1);
  });

  withStores(
    '2,000 creates of one person: those beyond their share are refused, others create',
    async (store) => {
      await create(store, ada);
      const ofAda = Promise.allSettled(Array.from({ length: 2000 }, () => create(store, ada)));
      const ofOthers = Array.from({ length: 20 }, (_, person) =>
        create(store, `person-${person}@example.com`),
      );
      await Promise.all(ofOthers);
      const outcomes = await ofAda;
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      assert.ok(refused.length > 1000, `only ${refused.length} were refused`);
      for (const { reason } of refused) assert.equal(reason.code, 'overloaded');
      await create(store, ada);
      assert.equal((await tasksOf(store, ada)).length, 2 + outcomes.length - refused.length);
    },
  );
}
