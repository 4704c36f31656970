import assert from 'node:assert/strict';

import type { WithStores } from './kit.ts';
import { dayMs, nowMs } from './kit.ts';

export function describeEndings(withStores: WithStores): void {
  const revocation = { subject: 'a', endedAtMs: nowMs, untilMs: nowMs + dayMs };
  const beginning = { notedAtMs: 0, subject: '' };

  withStores('a revocation is listed in every process, and after a restart', async (store, other) => {
    await store.noteRevocation(revocation);
    assert.partialDeepStrictEqual(await (await other()).listRevocations(beginning, 10), [revocation]);
    await store.close();
    assert.partialDeepStrictEqual(await (await other()).listRevocations(beginning, 10), [revocation]);
  });

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
