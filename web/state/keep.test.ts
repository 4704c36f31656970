import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keepIn, keepInMemory, keepWhile } from './keep.ts';

/** As much of a browser's storage as is used; its names are its own properties. */
function storageOf(texts: Record<string, string>): Storage {
  const methods = {
    getItem: (name: string) => texts[name] ?? null,
    setItem: (name: string, text: string) => void (texts[name] = text),
    removeItem: (name: string) => void delete texts[name],
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is missing is never asked for
  return new Proxy(texts, { get: (_, name) => Reflect.get(methods, name) }) as unknown as Storage;
}

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
  const keep = keepIn(() => storageOf(texts));
  keep.forgetOwner('ada@example.org', ['drafts', 'unsent']);
  assert.deepEqual(Object.keys(texts).length, 5);
  keep.forgetOwner('ada@example.org');
  assert.deepEqual(texts, others);
});

test('a storage that is refused has nothing to forget', () => {
  const keep = keepIn(() => {
    throw new Error('refused');
  });
  keep.forgetOwner('ada@example.org');
  assert.equal(keep.read('session'), null);
});

test('nothing is kept any more for a page that is closed', () => {
  const keep = keepInMemory();
  let isOpen = true;
  const own = keepWhile(() => isOpen, keep);
  own.write('drafts.ada@example.org', 'a');
  isOpen = false;
  own.write('drafts.ada@example.org', 'b');
  own.write('count.ada@example.org', '3');
  assert.deepEqual([own.read('drafts.ada@example.org'), own.read('count.ada@example.org')], ['a', null]);
});
