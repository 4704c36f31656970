import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addAll, mostAtOnce } from './adding.ts';
import type { Fate } from './adding.ts';

/** An import of so many tasks over a service that answers by hand. */
function bench(count: number) {
  const fates = new Map<string, Fate>();
  const listeners = new Set<() => void>();
  const noted: (readonly string[])[] = [];
  const dropped: string[] = [];
  const tell = () => listeners.forEach((listener) => listener());
  const fields = Array.from({ length: count }, (_, at) => ({
    description: `Task ${at}`,
    dueDate: '2026-01-01',
    importance: 'LOW' as const,
    state: 'TODO' as const,
  }));
  const adding = addAll(fields, {
    create({ description }) {
      fates.set(description, 'unsaved');
      tell();
      return description;
    },
    look: (key) => fates.get(key) ?? assert.fail(`nobody made ${key}`),
    drop: (key) => dropped.push(key),
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    note: (rowKeys) => {
      noted.push(rowKeys);
      return () => noted.push([]);
    },
  });
  return {
    adding,
    noted,
    dropped,
    made: () => fates.size,
    followed: () => listeners.size > 0,
    answer: (fate: Fate, most: number) => {
      const unsaved = [...fates].filter(([, each]) => each === 'unsaved').slice(0, most);
      for (const [key] of unsaved) fates.set(key, fate);
      tell();
    },
  };
}

test('no more than some are under way at once, and every one is made in the end', () => {
  const { adding, made, answer, followed } = bench(50);
  assert.equal(made(), mostAtOnce);
  answer('saved', 5);
  assert.equal(made(), mostAtOnce + 5);
  assert.deepEqual(adding.progress.get(), { state: 'adding', all: 50, added: 5, failed: 0 });
  answer('saved', 50);
  answer('saved', 50);
  answer('saved', 50);
  assert.equal(made(), 50);
  assert.deepEqual(adding.progress.get(), { state: 'done', all: 50, added: 50, failed: 0 });
  assert.equal(followed(), false, 'nothing is listened to any more');
});

test('what the service refused is counted apart and holds nothing up', () => {
  const { adding, answer } = bench(mostAtOnce + 1);
  answer('failed', mostAtOnce);
  answer('saved', 1);
  assert.deepEqual(adding.progress.get(), {
    state: 'done',
    all: mostAtOnce + 1,
    added: 1,
    failed: mostAtOnce,
  });
});

test('where the service keeps no more tasks the import ends; what it did not take is in the file only', () => {
  const { adding, made, answer, dropped, noted, followed } = bench(100);
  answer('saved', 3);
  answer('full', 1);
  answer('saved', 1);
  assert.equal(adding.progress.get().state, 'adding', 'the others under way are waited for');
  answer('full', 50);
  assert.equal(made(), mostAtOnce + 3, 'no more are made');
  assert.deepEqual(adding.progress.get(), { state: 'full', all: 100, added: 4, failed: 0 });
  assert.equal(dropped.length, mostAtOnce - 1);
  assert.deepEqual(noted, [['Task 0', 'Task 1', 'Task 2', 'Task 4']], 'what was added can be taken back');
  assert.equal(followed(), false);
});

test('a stopped import makes no more tasks and tells how far it came', () => {
  const { adding, made, answer } = bench(50);
  answer('saved', 3);
  adding.stop();
  answer('saved', 50);
  assert.equal(made(), mostAtOnce + 3);
  assert.deepEqual(adding.progress.get(), { state: 'stopped', all: 50, added: 3, failed: 0 });
});

test('all that came in is one step, which can be taken back once', () => {
  const { adding, noted, answer } = bench(3);
  assert.equal(adding.undo(), null, 'not while it is being added');
  answer('saved', 3);
  assert.deepEqual(noted, [['Task 0', 'Task 1', 'Task 2']]);
  adding.undo()?.();
  assert.deepEqual(noted.at(-1), [], 'taken back');
  assert.equal(adding.progress.get().state, 'undone');
  assert.equal(adding.undo(), null);
});

test('what a stopped import added can be taken back, too; very many cannot', () => {
  const stopped = bench(50);
  stopped.answer('saved', 3);
  stopped.adding.stop();
  assert.equal(stopped.noted[0]?.length, mostAtOnce + 3);
  const many = bench(501);
  for (let turn = 0; turn < 30; turn += 1) many.answer('saved', 20);
  assert.equal(many.adding.progress.get().state, 'done');
  assert.equal(many.adding.undo(), null);
});
