import assert from 'node:assert/strict';
import { test } from 'node:test';

import { storageInMemory } from '../device/storage-fixture.ts';
import { tasksWithAnswers, fields, offline, task } from './answers-fixture.ts';

type Bench = ReturnType<typeof tasksWithAnswers>;

const first = task(1, { description: 'first' });
const second = { ...fields, description: 'second' };

/** Two changes to one task, the second one made while the first is being sent. */
function changeTwice({ model }: Bench): void {
  model.replace('1', { ...fields, description: 'first' });
  model.replace('1', second);
}

/** Closes a page while its changes are being sent, and opens the next one, which reads `list`. */
async function reopened(change: (bench: Bench) => void, ...list: Parameters<Bench['open']>) {
  const storage = storageInMemory();
  const before = tasksWithAnswers(storage);
  await before.open(task(1));
  change(before);
  before.model.close();
  const after = tasksWithAnswers(storage);
  await after.open(...list);
  return after;
}

test('a change on top of one that the service accepted is no conflict when its response is lost', async () => {
  const bench = tasksWithAnswers();
  await bench.open(task(1));
  changeTwice(bench);
  await bench.next().answer({ kind: 'ok', value: first });
  await bench.next().answer(offline);
  await bench.open(first);
  assert.deepEqual(bench.calls(), ['replace 1 second TODO']);
});

test('a change on top of one that has arrived is no conflict on the next page', async () => {
  const { calls } = await reopened(changeTwice, first);
  assert.deepEqual(calls(), ['replace 1 second TODO']);
});

test('a change and a delete of a task whose create has arrived are no conflict on the next page', async () => {
  for (const [change, call] of [
    [({ model }: Bench) => model.replace('k1', second), 'replace 3 second TODO'],
    [({ model }: Bench) => model.release(model.remove('k1')), 'delete 3'],
  ] as const) {
    const { calls } = await reopened(
      (bench) => {
        bench.model.create(fields);
        change(bench);
      },
      task(1),
      task(3, { description: 'new' }),
    );
    assert.deepEqual(calls(), [call]);
  }
});

test('of several changes to a task that was changed elsewhere the first asks, and the others follow it', async () => {
  const { model, next, shown, calls } = await reopened(
    changeTwice,
    task(1, { description: 'theirs' }),
  );
  assert.deepEqual([shown(), calls()], [['second TODO conflict'], []]);
  model.retry(model.state.value.writes[0]?.key ?? '');
  await next().answer({ kind: 'ok', value: first });
  assert.deepEqual([shown(), calls()], [['second TODO sending'], ['replace 1 second TODO']]);
});

test('of several changes none is sent when the list shows what the last one wants', async () => {
  const both = await reopened(changeTwice, task(1, { description: 'second' }));
  assert.deepEqual([both.shown(), both.calls()], [['second TODO saved'], []]);
  const deleted = await reopened((bench) => {
    changeTwice(bench);
    bench.model.release(bench.model.remove('1'));
  });
  assert.deepEqual([deleted.shown(), deleted.calls()], [[], []]);
});

test('a change that was taken back is sent after the one that it takes back', async () => {
  const { next, calls } = await reopened(({ model }) => {
    model.replace('1', { ...fields, description: 'first' });
    model.replace('1', { ...fields, description: 'task 1' });
  }, task(1));
  await next().answer({ kind: 'ok', value: first });
  assert.deepEqual(calls(), ['replace 1 task 1 TODO']);
});
