import assert from 'node:assert/strict';

import { tasksOf } from '../../../test/task-list.ts';
import type { WithStores } from './kit.ts';
import { ada, create, grace, nowMs, walk } from './kit.ts';

export function describeLists(withStores: WithStores): void {
  withStores(
    'a version that the caller knows is answered without text, until a task is written',
    async (store, other) => {
      const reader = await other();
      const { id } = await create(store, ada);
      await create(store, grace);
      const seen = new Set<string>();
      const writes = [
        () => create(store, ada),
        () => store.replaceTask(ada, id, walk, nowMs),
        () => store.deleteTask(ada, id),
        () => create(reader, ada),
      ];
      for (const write of writes) {
        const { version } = await store.list(ada);
        assert.match(version, /^[!#-~]{1,40}$/);
        seen.add(version);
        assert.deepEqual(await reader.list(ada, version), { version, text: null });
        assert.ok((await store.list(ada, 'made up')).text);
        assert.ok((await store.list(grace, version)).text, 'another list has other versions');
        await write();
        const after = await reader.list(ada, version);
        assert.ok(after.text && !seen.has(after.version), 'no version comes again');
      }
      const { version } = await store.list(ada);
      await create(store, grace);
      assert.deepEqual(await store.list(ada, version), { version, text: null });
    },
  );

  withStores(
    'the text has memory of its own, and an email without a user has an empty list',
    async (store) => {
      await create(store, ada);
      for (const owner of [ada, 'nobody@example.com']) {
        const { version, text } = await store.list(owner);
        assert.equal(text?.buffer.byteLength, text?.length);
        assert.deepEqual(await store.list(owner, version), { version, text: null });
      }
      assert.deepEqual(await tasksOf(store, 'nobody@example.com'), []);
    },
  );

  withStores(
    'a list shows a write of another process from its response on, also when it was read just before',
    async (store, other) => {
      const writer = await other();
      for (let count = 1; count <= 20; count++) {
        const writing = create(writer, ada);
        // SQLite writes at the end of this turn of the event loop.
        await store.list(ada);
        await writing;
        assert.equal((await tasksOf(store, ada)).length, count);
      }
    },
  );
}
