import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keepInMemory } from '../state/keep-fixture.ts';
import { benchAnswers, expired, fields, task } from './answers-fixture.ts';
import { newWrite } from './writes.ts';

test('leaving the page sends what is held in a way that outlives the page', async () => {
  const { model, open, calls } = benchAnswers();
  await open(task(1));
  model.remove('1');
  model.leave();
  assert.deepEqual(calls(), ['delete 1 leaving']);
});

test('when the session ends nothing more is sent, and the changes are offered after the next sign-in', async () => {
  const keep = keepInMemory();
  const before = benchAnswers(keep);
  await before.open(task(1));
  before.model.replace('1', { ...fields, description: 'mine' });
  await before.next().answer(expired);
  assert.deepEqual([before.told, before.calls()], [['expired'], []]);

  const after = benchAnswers(keep);
  await after.open(task(1));
  assert.deepEqual([after.shown(), after.calls()], [['task 1 TODO saved'], []]);
  assert.equal(after.model.state.get().offered.length, 1);
  after.model.takeOffer();
  assert.deepEqual(after.calls(), ['replace 1 mine TODO']);
  await after.next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  assert.equal(benchAnswers(keep).model.state.get().offered.length, 0);
});

test('what is under way when the page is left is sent once more, in a way that outlives the page', async () => {
  const { model, open, calls } = benchAnswers();
  await open(task(1));
  model.create(fields);
  model.replace('1', { ...fields, description: 'mine' });
  model.leave();
  assert.deepEqual(calls(), [
    'create k1 new',
    'replace 1 mine TODO',
    'create k1 new leaving',
    'replace 1 mine TODO leaving',
  ]);
});

test('no more leaves with the page than browsers let outlive it; the rest is offered afterwards', async () => {
  const keep = keepInMemory();
  const { model, open, calls } = benchAnswers(keep);
  await open();
  for (let count = 1; count <= 60; count += 1) model.create(fields);
  model.leave();
  const leaving = calls().filter((call) => call.endsWith(' leaving'));
  assert.deepEqual([leaving.length, leaving.at(-1)], [50, 'create k50 new leaving']);
  const after = benchAnswers(keep);
  await after.open();
  assert.equal(after.model.state.get().offered.length, 60);
});

test('what an earlier page could not save is not offered when the list has it', async () => {
  const keep = keepInMemory();
  const before = benchAnswers(keep);
  await before.open(task(1), task(2), task(3));
  before.model.replace('1', { ...fields, description: 'arrived' });
  before.model.replace('2', { ...fields, description: 'lost' });
  before.model.remove('3');
  before.model.create({ ...fields, description: 'arrived too' });
  before.model.leave();

  const after = benchAnswers(keep);
  const arrived = task(4, { description: 'arrived too' });
  await after.open(task(1, { description: 'arrived' }), task(2), arrived);
  assert.deepEqual(
    after.model.state.get().offered.map(({ target }) => target),
    ['2'],
  );
});

test('a row made on an earlier page is offered under the id that it has by now', async () => {
  const keep = keepInMemory();
  const before = benchAnswers(keep);
  await before.open();
  before.model.create(fields);
  await before.next().answer({ kind: 'ok', value: task(7, { description: 'new' }) });
  before.model.replace('k1', { ...fields, description: 'newer' });
  const after = benchAnswers(keep);
  await after.open(task(7, { description: 'new' }));
  after.model.takeOffer();
  assert.deepEqual(after.calls(), ['replace 7 newer TODO']);
});

test('closed tasks keep nothing more, so that the next ones of the same owner may', async () => {
  const keep = keepInMemory();
  const { model, open } = benchAnswers(keep);
  await open(task(1));
  const key = model.remove('1');
  model.close();
  const kept = keep.read('unsent.ada@example.org');
  model.discard(key);
  assert.equal(keep.read('unsent.ada@example.org'), kept);
});

test('what a sign-out would take along: changes and drafts of every tab, and nothing that is saved', async () => {
  const keep = keepInMemory();
  const { model, open, next } = benchAnswers(keep);
  await open(task(1), task(2));
  assert.deepEqual(model.unsaved(), { changes: 0, drafts: 0 });
  model.replace('1', { ...fields, description: 'mine' });
  model.remove('2');
  model.drafts.dispatch({ kind: 'edit', rowKey: '1', fields });
  model.drafts.dispatch({ kind: 'new-task', fields: { ...fields, description: ' ' } });
  assert.deepEqual(model.unsaved(), { changes: 2, drafts: 1 }, 'a new task without words is no draft');
  model.releaseAll();
  await next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  await next().answer({ kind: 'ok', value: null });
  assert.deepEqual(model.unsaved(), { changes: 0, drafts: 1 });

  // Another tab, which is asleep, has kept more than it has told of.
  const asleep = { ...newWrite('k9', '1', { kind: 'replace', fields }), status: 'waiting' };
  keep.write(`unsent.ada@example.org`, JSON.stringify([asleep]));
  assert.deepEqual(model.unsaved(), { changes: 1, drafts: 1 });
});
