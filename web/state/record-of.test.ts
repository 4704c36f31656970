import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as Type from 'typebox';
import { Check } from 'typebox/schema';

import { recordOf } from './record-of.ts';

test('every value of a record has its shape, whatever its name', () => {
  const counts = recordOf(Type.Integer());
  assert.ok(Check(counts, {}));
  assert.ok(Check(counts, { a: 1, '': 2 }));
  for (const other of [{ a: 1, b: '2' }, [1], 'a', null, 1]) assert.equal(Check(counts, other), false);
});
