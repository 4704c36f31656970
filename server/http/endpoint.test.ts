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

test('a response without a required member, or with a part whose members the schema does not declare, is not sent', () => {
  const Part = Type.Object({ id: Type.Integer() });
  const schema = Type.Object({ part: Type.Union([Part, Type.Null()]) });
  assert.equal(writeDeclared(schema, { part: null }), '{"part":null}');
  assert.throws(() => writeDeclared(schema, {}), /lacks its part/);
  for (const part of [{ id: 1, secret: 2 }, [{ secret: 2 }]])
    assert.throws(() => writeDeclared(schema, { part }), /declares no members/);
});
