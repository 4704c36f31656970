import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keepInMemory } from '../state/keep.ts';
import { benchAnswers, fields, offline, task } from './answers-bench.ts';
import { lonely } from './day-book-bench.ts';

test('a list asked for before a change was accepted is asked for again', async () => {
  const { book, next, open, shown } = benchAnswers();
  await open(task(1));
  book.replace('1', { ...fields, description: 'mine' });
  const change = next();
  void book.read();
  const stale = next();
  await change.answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  await stale.answer({ kind: 'ok', value: [task(1)] });
  assert.deepEqual(shown(), ['mine TODO saved']);
  await next().answer({ kind: 'ok', value: [task(1, { description: 'mine' })] });
  assert.deepEqual(shown(), ['mine TODO saved']);
});

test('a list that came with the page is asked for anew when something was written a moment before', async () => {
  const { book, next, open, keep } = benchAnswers();
  await open(task(1));
  book.replace('1', { ...fields, description: 'mine' });
  await next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  for (const [ms, asked] of [
    [1_000, ['list']],
    [10_999, ['list']],
    [11_000, []],
    // A clock that was put back says nothing.
    [999, []],
  ] as const) {
    const after = benchAnswers(keep, lonely, null, ms);
    void after.book.read(Promise.resolve({ kind: 'ok', value: [task(1)] }));
    assert.deepEqual(after.calls(), asked, `at ${ms} ms`);
  }
});

test('a list in an unknown form leaves the last good one readable', async () => {
  const { book, next, open, shown } = benchAnswers();
  await open(task(1));
  void book.read();
  await next().answer({
    kind: 'mismatch',
    request: 'GET /api/tasks',
    schema: 'TaskListResponse',
    path: '/0',
  });
  assert.deepEqual([book.tasks.get().fault?.kind, shown()], ['mismatch', ['task 1 TODO saved']]);
});

test('without a connection the copy of the last list is shown, with the time it is of', async () => {
  const { book, next, shown } = benchAnswers(keepInMemory(), lonely, [task(1)]);
  void book.read();
  await next().answer(offline);
  assert.deepEqual(
    [shown(), book.tasks.get().readAtMs, book.tasks.get().offline],
    [['task 1 TODO saved'], 500, true],
  );
});

test('the copy follows what the service accepts', async () => {
  const { book, next, open, copies } = benchAnswers();
  await open(task(1));
  book.replace('1', { ...fields, description: 'mine' });
  await next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  assert.deepEqual(copies, ['task 1', 'mine']);
});

test('an older answer does not take the place of a newer one', async () => {
  const { book, next, shown } = benchAnswers();
  void book.read();
  void book.read();
  const [older, newer] = [next(), next()];
  await newer.answer({ kind: 'ok', value: [task(2)] });
  await older.answer({ kind: 'ok', value: [task(1)] });
  assert.deepEqual(shown(), ['task 2 TODO saved']);
});
