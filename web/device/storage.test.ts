import assert from 'node:assert/strict';
import { test } from 'node:test';

import { storageInMemory, refusedStorage } from './storage-fixture.ts';
import { storageWhile } from './storage.ts';

test('what is kept of one person goes, and nothing of another whose email ends alike', () => {
  const others = {
    'dueline.theme': 'dark',
    'dueline.drafts.x.ada@example.org': 'of x.ada',
    'another.drafts.ada@example.org': 'of another program',
  };
  const texts = {
    ...others,
    'dueline.drafts.ada@example.org': 'a',
    'dueline.unsent.ada@example.org': 'b',
    'dueline.count.ada@example.org': '7',
  };
  const storage = storageInMemory(texts);
  storage.forgetOwner('ada@example.org', ['drafts', 'unsent']);
  assert.deepEqual(Object.keys(texts).length, 5);
  storage.forgetOwner('ada@example.org');
  assert.deepEqual(texts, others);
});

test('a text that the browser refuses is on this page alone, and forgotten with its person', () => {
  const storage = refusedStorage();
  assert.equal(storage.write('drafts.ada@example.org', 'a'), false);
  assert.equal(storage.read('drafts.ada@example.org'), 'a');
  storage.forgetOwner('ada@example.org');
  assert.equal(storage.read('drafts.ada@example.org'), null);
});

test('nothing is kept any more for a page that is closed', () => {
  const storage = storageInMemory();
  let isOpen = true;
  const own = storageWhile(() => isOpen, storage);
  own.write('drafts.ada@example.org', 'a');
  isOpen = false;
  own.write('drafts.ada@example.org', 'b');
  own.write('count.ada@example.org', '3');
  assert.deepEqual(
    [own.read('drafts.ada@example.org'), own.read('count.ada@example.org')],
    ['a', null],
  );
});
