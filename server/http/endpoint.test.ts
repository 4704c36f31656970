import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as Type from 'typebox';

import { startTestApp } from '../../test/app.ts';
import { fields } from '../../test/flows/task-fields.ts';
import { writeDeclared } from './endpoint.ts';

test('only declared members are sent', async (t) => {
  const { signedIn } = await startTestApp(t, {
    store: {
      replaceTask: async () => Object.assign({ id: 1, ...fields }, { owner: 'ada@example.com', secret: 1 }),
    },
  });
  const answer = await (await signedIn()).put('/api/tasks/1', fields);
  assert.deepEqual(answer.json(), { id: 1, ...fields });
});

test('undeclared members are left out at every depth; a response without a required one, or with a part that declares none, is not sent', () => {
  const Part = Type.Object({ id: Type.Integer() });
  const schema = Type.Object({ part: Type.Union([Part, Type.Null()]) });
  assert.equal(writeDeclared(schema, { part: null }), '{"part":null}');
  const list = Type.Object({ parts: Type.Array(Part), note: Type.Optional(Type.Null()) });
  assert.equal(writeDeclared(list, { parts: [{ secret: 1, id: 1 }], size: 2 }), '{"parts":[{"id":1}]}');
  assert.throws(() => writeDeclared(schema, {}), /lacks its part/);
  for (const part of [{ id: 1, secret: 2 }, [{ secret: 2 }]])
    assert.throws(() => writeDeclared(schema, { part }), /declares no members/);
});
