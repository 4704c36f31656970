import assert from 'node:assert/strict';
import { test } from 'node:test';

import { storageInMemory } from '../device/storage-fixture.ts';
import { tasksWithAnswers, fields, offline, task } from './answers-fixture.ts';
import { newWrite } from './queue.ts';
import type { Queue } from './queue.ts';
import type { Accepted } from './kept.shapes.ts';
import { openTabs } from './tabs-fixture.ts';
import { lonely, noCache, responsesHandled } from './page-fixture.ts';

const kept = JSON.stringify([newWrite('k9', 'k9', { kind: 'create', fields })]);
const k9 = { kind: 'accepted', key: 'k9', task: task(7, { description: 'new' }) } as const;

/** A handover; the test gives the writes that the worker has sent, which are not overwritten before. */
function heldBack() {
  const { promise, resolve } = Promise.withResolvers<readonly Accepted[]>();
  let isRead = false;
  const readWorkerResults = () => promise.finally(() => (isRead = true));
  return { handover: { readWorkerResults, handOver: () => assert.ok(isRead) }, answer: resolve };
}

test('what a worker has sent meanwhile is neither sent again nor asked about, whatever has become of it', async () => {
  const storage = storageInMemory();
  const before = tasksWithAnswers(storage);
  await before.open(task(1));
  before.model.create(fields);
  before.model.replace('1', { ...fields, description: 'mine' });
  for (let at = 0; at < 2; at += 1) await before.next().answer(offline);
  before.model.replace('k1', { ...fields, description: 'newer' });
  before.model.close();
  const sent = [
    { kind: 'accepted' as const, key: 'k1', task: task(7, { description: 'new' }) },
    { kind: 'accepted' as const, key: 'k2', task: task(1, { description: 'mine' }) },
  ];
  const handover = { readWorkerResults: () => Promise.resolve(sent), handOver: () => undefined };
  const { open, shown, calls } = tasksWithAnswers(storage, lonely, null, 1_000, handover);
  await responsesHandled();
  // The second task was changed elsewhere since; the first has one more change in the queue.
  await open(task(7, { description: 'new' }), task(1, { description: 'theirs' }));
  assert.deepEqual(
    [shown().toSorted(), calls()],
    [['newer TODO sending', 'theirs TODO saved'], ['replace 7 newer TODO']],
  );
});

test('a write that a worker may have sent keeps its key: what is changed then is one more write', async () => {
  const storage = storageInMemory();
  storage.write('unsent.ada@example.org', kept);
  const { handover, answer } = heldBack();
  const { model, shown, calls } = tasksWithAnswers(storage, lonely, null, 1_000, handover);
  model.replace('k9', { ...fields, description: 'newer' });
  answer([k9]);
  await responsesHandled();
  assert.deepEqual([shown(), calls()], [['newer TODO sending'], ['replace 7 newer TODO']]);
});

test('what a worker has sent is shown once as soon as the page knows that it was sent', async () => {
  const storage = storageInMemory();
  storage.write('unsent.ada@example.org', kept);
  let take: () => void = () => undefined;
  const { handover, answer } = heldBack();
  const ports = { ...lonely, awaitLock: (run: () => void) => void (take = run) };
  const { open, shown, next } = tasksWithAnswers(storage, ports, null, 1_000, handover);
  const made = task(7, { description: 'new, changed elsewhere' });
  await open(made);
  take();
  await responsesHandled();
  answer([k9]);
  await responsesHandled();
  assert.equal(shown().length, 1);
  await next().answer({ kind: 'ok', value: [made] });
  assert.deepEqual(shown(), ['new, changed elsewhere TODO saved']);
});

test('a page that is closed before it knows what the worker has sent sends nothing', async () => {
  const storage = storageInMemory();
  storage.write('unsent.ada@example.org', kept);
  const { handover, answer } = heldBack();
  const { model, open, calls } = tasksWithAnswers(storage, lonely, null, 1_000, handover);
  await open(task(1));
  model.close();
  answer([]);
  await responsesHandled();
  assert.deepEqual(calls(), []);
});

test('the tab that sends hands over, and so does the next one when it is closed', async () => {
  const { open, deliver, turn } = openTabs();
  const handed: string[] = [];
  const handover = (tab: string) => ({
    ...noCache,
    handOver: ({ writes }: Queue) =>
      void handed.push(`${tab} ${writes.map(({ status }) => status).join()}`),
    readWorkerResults: async () => {
      handed.push(`${tab} takes back`);
      return [];
    },
  });
  const first = open('a', handover('a'));
  const second = open('b', handover('b'));
  await Promise.all([first.read(), second.read()]);
  turn('away');
  second.create(fields);
  await deliver();
  assert.equal(handed.at(-1), 'a waiting');
  first.close();
  await responsesHandled();
  assert.deepEqual(handed.slice(-2), ['b takes back', 'b waiting']);
  second.discard('b1');
  assert.equal(handed.at(-1), 'b ');
});
