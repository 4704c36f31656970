import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pastedLines } from './pasted-lines.ts';

test('each line that says something is one task, without the marks of a list', () => {
  assert.deepEqual(
    pastedLines(' Buy milk\r\n\n- Call Ana\n* [ ] Pay rent\n[x] Swim\n1. Read\n2) Write\n•  Rest\n-\n'),
    ['Buy milk', 'Call Ana', 'Pay rent', 'Swim', 'Read', 'Write', 'Rest'],
  );
});

test('what only looks like a mark stays', () => {
  const lines = ['-5 degrees', '*bold* words', '3.5 km run', '[link] read', '2026-12-03 party'];
  assert.deepEqual(pastedLines(lines.join('\n')), lines);
  assert.deepEqual(pastedLines('   \n\n'), []);
});
