import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as Type from 'typebox';

import { startTestApp } from '../../test/app.ts';
import { writeDeclared } from './endpoint.ts';

const fields = {
  description: 'Feed the cat',
  dueDate: '2026-10-02',
  importance: 'HIGH',
  state: 'TODO',
} as const;

test('only declared members are sent', async (t) => {
  const { signedIn } = await startTestApp(t, {
    store: {
      replaceTask: async () => Object.assign({ id: 1, ...fields }, { owner: 'ada@example.com', secret: 1 }),
    },
  });
  const answer = await (await signedIn()).put('/api/tasks/1', fields);
  assert.deepEqual(answer.json(), { id: 1, ...fields });
});

test('members that a schema does not declare are left out at every depth, optional ones only when they are missing', () => {
  const Part = Type.Object({
    id: Type.Integer(),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  });
  const schema = Type.Object({ parts: Type.Array(Part), size: Type.Integer() });
  const parts = [
    { secret: 1, id: 1, size: 3 },
    { id: 2, note: null },
  ];
  assert.equal(
    writeDeclared(schema, { parts, size: 2, id: 3 }),
    '{"parts":[{"id":1},{"id":2,"note":null}],"size":2}',
  );
});

test('a response that is not as its schema says is not sent', () => {
  const Part = Type.Object({ id: Type.Integer() });
  const schema = Type.Object({ part: Type.Union([Part, Type.Null()]) });
  assert.equal(writeDeclared(schema, { part: { id: 1, secret: 2 } }), '{"part":{"id":1}}');
  for (const wrong of [{}, { part: [{ secret: 2 }] }, { part: { id: 'one' } }])
    assert.throws(() => writeDeclared(schema, wrong), /is not as its schema says/);
});
