import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as Type from 'typebox';

import { makeSerializer } from './declared-members.ts';

test('members that a schema does not declare are left out at every depth, optional ones only when they are missing', () => {
  const Part = Type.Object({
    id: Type.Integer(),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  });
  const write = makeSerializer({ schema: Type.Object({ parts: Type.Array(Part), size: Type.Integer() }) });
  const parts = [
    { secret: 1, id: 1, size: 3 },
    { id: 2, note: null },
  ];
  assert.equal(write({ parts, size: 2, id: 3 }), '{"parts":[{"id":1},{"id":2,"note":null}],"size":2}');
});

test('a response without a required member, or with a part whose members the schema does not declare, is not sent', () => {
  const Part = Type.Object({ id: Type.Integer() });
  const write = makeSerializer({ schema: Type.Object({ part: Type.Union([Part, Type.Null()]) }) });
  assert.equal(write({ part: null }), '{"part":null}');
  assert.throws(() => write({}), /lacks its part/);
  for (const part of [{ id: 1, secret: 2 }, [{ secret: 2 }]])
    assert.throws(() => write({ part }), /declares no members/);
});
