import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { fields } from '../../test/flows/task-fields.ts';

test('only declared members are sent', async (t) => {
  const { signedIn } = await startTestApp(t, {
    store: {
      replaceTask: async () => Object.assign({ id: 1, ...fields }, { owner: 'ada@example.com', secret: 1 }),
    },
  });
  const answer = await (await signedIn()).put('/api/tasks/1', fields);
  assert.deepEqual(answer.json(), { id: 1, ...fields });
});
