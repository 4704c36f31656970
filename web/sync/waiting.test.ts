import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storageInMemory } from '../device/storage-fixture.ts';
import { tasksWithAnswers, fields, offline, refused, task } from './answers-fixture.ts';
import { rowsOf } from './rows.ts';
import { lonely, responsesHandled } from './page-fixture.ts';

type Bench = ReturnType<typeof tasksWithAnswers>;

/** Closes a page while its changes wait, and opens the next one, which reads `list`. */
async function reopened(
  change: (model: Bench['model']) => void,
  ...list: Parameters<Bench['open']>
) {
  const storage = storageInMemory();
  const before = tasksWithAnswers(storage);
  await before.open(task(1), task(2));
  change(before.model);
  const sent = before.calls().length;
  for (let at = 0; at < sent; at += 1) await before.next().answer(offline);
  before.model.close();
  const after = tasksWithAnswers(storage);
  await responsesHandled();
  const marked = after.shown();
  await after.open(...list);
  return { ...after, marked };
}

const mine = { ...fields, description: 'mine' };

test('a create of an earlier page is in the list before it is read, marked, and goes by itself under its key', async () => {
  const { marked, shown, calls, next } = await reopened(
    (model) => model.create(fields),
    task(1),
    task(2),
  );
  assert.deepEqual([marked, calls()], [['new TODO waiting'], ['create k1 new']]);
  await next().answer({ kind: 'ok', value: task(3, { description: 'new' }) });
  assert.deepEqual(shown().at(-1), 'new TODO saved');
});

test('a change and a delete go by themselves when the tasks are what they were', async () => {
  const { calls } = await reopened(
    (model) => {
      model.replace('1', mine);
      model.release(model.remove('2'));
    },
    task(1),
    task(2),
  );
  assert.deepEqual(calls(), ['replace 1 mine TODO', 'delete 2']);
});

test('what has arrived already is not sent again; an equal task that was there before is another one', async () => {
  const { calls, shown } = await reopened(
    (model) => {
      model.create({ ...fields, description: 'arrived' });
      model.create({ ...fields, description: 'task 2' });
      model.replace('1', mine);
    },
    task(1, { description: 'mine' }),
    task(2),
    task(3, { description: 'arrived' }),
  );
  assert.deepEqual(calls(), ['create k2 task 2']);
  assert.deepEqual(shown().toSorted(), [
    'arrived TODO saved',
    'mine TODO saved',
    'task 2 TODO saved',
    'task 2 TODO sending',
  ]);
});

test('two equal creates of which one has arrived: the other one is sent', async () => {
  const { calls } = await reopened(
    (model) => {
      model.create(fields);
      model.create(fields);
    },
    task(3, { description: 'new' }),
  );
  assert.deepEqual(calls(), ['create k2 new']);
});

const theirs = task(1, { description: 'theirs' });

for (const [what, change, shown, sent] of [
  ['change', (model: Bench['model']) => model.replace('1', mine), 'mine', 'replace 1 mine TODO'],
  ['delete', (model: Bench['model']) => model.release(model.remove('1')), 'theirs', 'delete 1'],
] as const) {
  test(`a ${what} of a task that was changed elsewhere asks, with both versions, and is not sent`, async () => {
    const bench = await reopened(change, theirs, task(2));
    const [row] = rowsOf(bench.model.state.value);
    assert.deepEqual(
      [row?.fields.description, row?.saved?.description, row?.write?.status, bench.calls()],
      [shown, 'theirs', 'conflict', []],
    );
    const key = row?.write?.key ?? '';

    // The next page shows the conflict again.
    const later = tasksWithAnswers(bench.storage);
    await later.open(theirs, task(2));
    assert.deepEqual([later.shown()[0], later.calls()], [`${shown} TODO conflict`, []]);
    later.model.discard(key);
    assert.deepEqual(later.shown()[0], 'theirs TODO saved', 'the other version stays');

    bench.model.retry(key);
    assert.deepEqual(bench.calls(), [sent], 'one’s own goes');
    // Another lost connection causes no second conflict.
    await bench.next().answer(offline);
    void bench.model.read();
    await bench.next().answer({ kind: 'ok', value: [theirs, task(2)] });
    assert.deepEqual(bench.calls(), [sent]);
  });
}

test('changes of different fields here and elsewhere are merged, those of the same field ask', async () => {
  const change = (model: Bench['model']) => model.replace('1', mine);
  const both = (model: Bench['model']) => {
    model.replace('1', mine);
    model.replace('1', { ...mine, importance: 'HIGH' });
  };
  for (const [made, there, status, calls] of [
    [change, task(1, { state: 'DONE' }), 'sending', ['replace 1 mine DONE']],
    [both, task(1, { state: 'DONE' }), 'sending', ['replace 1 mine DONE']],
    [change, task(1, { description: 'theirs', state: 'DONE' }), 'conflict', []],
    [both, task(1, { importance: 'LOW' }), 'conflict', []],
    [both, task(1, { description: 'mine', state: 'DONE' }), 'sending', ['replace 1 mine DONE']],
  ] as const) {
    const bench = await reopened(made, there);
    assert.deepEqual([bench.calls(), bench.model.state.value.writes[0]?.status], [calls, status]);
  }
});

test('a merged change that is lost on its way merges again, also with another version', async () => {
  const { next, open, calls } = await reopened(
    (model) => model.replace('1', mine),
    task(1, { state: 'DONE' }),
  );
  await next().answer(offline);
  await open(task(1, { state: 'WORKING' }));
  assert.deepEqual(calls(), ['replace 1 mine WORKING']);
});

test('a change on an old list waits for a newer one, and is merged with what it says', async () => {
  const { model, next, calls } = tasksWithAnswers(storageInMemory(), lonely, [task(1)], 30_501);
  void model.read();
  await next().answer(offline);
  model.replace('1', mine);
  assert.deepEqual(calls(), ['list']);
  await next().answer({ kind: 'ok', value: [task(1, { state: 'DONE' })] });
  assert.deepEqual(calls(), ['replace 1 mine DONE']);
});

test('an edit that began before a change elsewhere is merged with it, or asks', async () => {
  for (const [there, calls] of [
    [task(1, { state: 'DONE' }), ['replace 1 mine DONE']],
    [theirs, []],
  ] as const) {
    const { model, next, open, calls: made } = tasksWithAnswers();
    const { id: _, ...opened } = task(1);
    await open(there);
    model.replaceAll(new Map([['1', mine]]), opened);
    await next().answer({ kind: 'ok', value: [there] });
    assert.deepEqual(made(), calls);
  }
});

test('a conflict ends when the list shows what one wanted, or what one knew', async () => {
  for (const [list, calls] of [
    [task(1, { description: 'mine' }), []],
    [task(1), ['replace 1 mine TODO']],
  ] as const) {
    const bench = await reopened((model) => model.replace('1', mine), theirs);
    await bench.open(list);
    assert.deepEqual(bench.calls(), calls);
  }
});

test('an earlier one of one’s own changes is no conflict, whether it has arrived or not', async () => {
  const { model, next, open, calls } = tasksWithAnswers();
  await open(task(1));
  model.replace('1', mine);
  await next().answer(offline);
  model.replace('1', { ...fields, description: 'mine, again' });
  await next().answer(offline);
  void model.read();
  await next().answer({ kind: 'ok', value: [task(1, { description: 'mine' })] });
  assert.deepEqual(calls(), ['replace 1 mine, again TODO']);
});

test('a change on top of a conflict has seen the other version, and goes', async () => {
  const { model, calls, shown } = await reopened((each) => each.replace('1', mine), theirs);
  model.replace('1', { ...fields, description: 'both' });
  assert.deepEqual([calls(), shown()], [['replace 1 both TODO'], ['both TODO sending']]);
});

test('to keep the other version also gives up what was to follow', async () => {
  const bench = tasksWithAnswers();
  await bench.open(task(1));
  bench.model.replace('1', mine);
  bench.model.replace('1', { ...fields, description: 'later' });
  await bench.next().answer(offline);
  await bench.open(theirs);
  assert.deepEqual(bench.shown(), ['later TODO conflict']);
  bench.model.discard(bench.model.state.value.writes[0]?.key ?? '');
  assert.deepEqual([bench.shown(), bench.calls()], [['theirs TODO saved'], []]);
});

test('a change to a task that was deleted meanwhile asks at its row', async () => {
  const { next, shown } = await reopened((model) => model.replace('1', mine), task(2));
  await next().answer(refused(404));
  assert.deepEqual(shown(), ['task 2 TODO saved', 'mine TODO failed']);
});

test('a create that the service refuses asks at its row, on the next page too', async () => {
  const bench = await reopened((model) => model.create(fields));
  await bench.next().answer(refused(400, '/description'));
  assert.deepEqual([bench.shown(), bench.model.editing.value], [['new TODO failed'], 'k1']);
  const later = tasksWithAnswers(bench.storage);
  await later.open();
  await later.next().answer(refused(409));
  assert.deepEqual(later.shown(), ['new TODO failed']);
});

test('a change that an earlier version of the page has kept asks rather than overwrite', async () => {
  const storage = storageInMemory();
  const old = {
    key: 'k9',
    target: '1',
    change: { kind: 'replace', fields: mine },
    tried: true,
    fault: null,
  };
  storage.write('unsent.ada@example.org', JSON.stringify([{ ...old, status: 'queued' }]));
  const { open, shown, calls } = tasksWithAnswers(storage);
  await open(task(1));
  assert.deepEqual([shown(), calls()], [['mine TODO conflict'], []]);
});

test('without a connection the next page shows the copy with what waits', async () => {
  const storage = storageInMemory();
  const before = tasksWithAnswers(storage);
  await before.open(task(1));
  before.model.create(fields);
  const { model, next, shown, calls } = tasksWithAnswers(storage, lonely, [task(1)]);
  void model.read();
  await next().answer(offline);
  assert.deepEqual([shown(), calls()], [['task 1 TODO saved', 'new TODO waiting'], []]);
});

test('where the device keeps nothing the page knows it, the row stays, and is sent', async () => {
  const full = { ...storageInMemory(), read: () => null, write: () => false };
  const { model, next, open, shown, calls } = tasksWithAnswers(full);
  await open();
  model.create(fields);
  await next().answer(offline);
  assert.deepEqual([shown(), model.isQueueStored.value], [['new TODO waiting'], false]);
  await open();
  assert.deepEqual(calls(), ['create k1 new']);
});

test('with the first list after an outage the page is no longer offline, before its changes have arrived', async () => {
  const { model, next, open } = tasksWithAnswers();
  await open(task(1));
  model.replace('1', mine);
  await next().answer(offline);
  assert.equal(model.state.value.offline, true);
  await open(task(1));
  assert.deepEqual(
    [model.state.value.offline, model.state.value.writes[0]?.status],
    [false, 'sending'],
  );
});
