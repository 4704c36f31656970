import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../test/generated.ts';
import { refusedStorage } from '../device/storage-fixture.ts';
import { noCache, responsesHandled } from './page-fixture.ts';
import { fields } from './answers-fixture.ts';
import { rowsOf } from './rows.ts';
import type { Row } from './rows.ts';
import { openTabs, shown } from './tabs-fixture.ts';

test('one tab sends for all, and all show the same', async () => {
  const { open, deliver, requests, tasks } = openTabs();
  const first = open('a');
  const second = open('b');
  await Promise.all([first.read(), second.read()]);
  second.create({ ...fields, description: 'from b' });
  assert.deepEqual([shown(second), shown(first)], [['from b queued'], []]);
  await deliver();
  assert.deepEqual(requests, ['a creates from b']);
  assert.deepEqual([shown(first), shown(second)], [['from b saved'], ['from b saved']]);
  // The first tab sends the create before it hears of the delete and its undo.
  const row = second.create(fields);
  second.remove(row);
  second.create(fields, row);
  await deliver();
  assert.deepEqual(shown(second), ['from b saved', 'new saved']);
  assert.equal(tasks.size, 2);
});

test('a tab that comes later finds the queue as it is, also where the browser refuses storage', async () => {
  const { open, deliver, turn } = openTabs();
  const first = open('a', noCache, refusedStorage());
  await first.read();
  turn('away');
  first.create(fields);
  await deliver();
  const second = open('b', noCache, refusedStorage());
  assert.deepEqual(shown(second), []);
  await deliver();
  assert.deepEqual(shown(second), ['new waiting']);
});

test('a tab that has slept asks for the changes that it did not hear of', async () => {
  const { open, deliver, post, turn } = openTabs();
  const first = open('a');
  const second = open('b');
  await Promise.all([first.read(), second.read()]);
  await deliver();
  turn('away');
  first.create(fields);
  await responsesHandled();
  post.length = 0;
  assert.deepEqual(shown(second), []);
  second.catchUp();
  await deliver();
  assert.deepEqual(shown(second), ['new waiting']);
});

test('when the tab that sends is closed another one goes on, and nothing is done twice', async () => {
  const { open, deliver, turn, requests, tasks } = openTabs();
  const first = open('a');
  const second = open('b');
  await Promise.all([first.read(), second.read()]);
  second.create(fields);
  turn('away');
  await deliver();
  assert.deepEqual(shown(second), ['new waiting']);
  first.close();
  turn('here');
  await second.read();
  await deliver();
  assert.deepEqual(requests, ['a creates new', 'b creates new']);
  assert.deepEqual([shown(second), tasks.size], [['new saved'], 1]);
});

test('what a tab left halfway the next one does again, under the same key', async () => {
  const { open, deliver, deliverOne, post, requests, tasks } = openTabs();
  const first = open('a');
  const second = open('b');
  await Promise.all([first.read(), second.read()]);
  await deliver();
  first.create(fields);
  // The second tab gets the create and its `sending` event; the first tab is closed before it posts the result.
  deliverOne();
  deliverOne();
  assert.deepEqual(shown(second), ['new sending']);
  await responsesHandled();
  post.length = 0;
  first.close();
  await responsesHandled();
  assert.deepEqual([requests, tasks.size], [['a creates new', 'b creates new'], 1]);
  assert.deepEqual(shown(second), ['new saved']);
});

test('what a tab does while it has not heard the newest queue is applied on top of it, and not lost', async () => {
  const { open, deliver, turn } = openTabs();
  const first = open('a');
  const second = open('b');
  const third = open('c');
  await Promise.all([first.read(), second.read(), third.read()]);
  await deliver();
  turn('away');
  second.create({ ...fields, description: 'b' });
  third.create({ ...fields, description: 'c' });
  await deliver();
  for (const model of [first, second, third])
    assert.deepEqual(shown(model).toSorted(), ['b waiting', 'c waiting']);
});

test('a queue that does not have one’s own event yet does not take it away', async () => {
  const { open, deliver, deliverOne, post, turn } = openTabs();
  open('a');
  const second = open('b');
  const third = open('c');
  await Promise.all([second.read(), third.read()]);
  await deliver();
  turn('away');
  third.create({ ...fields, description: 'c' });
  deliverOne();
  // The first tab has posted its queue, with the event of the third tab and without that of the second.
  second.create({ ...fields, description: 'b' });
  while (post.length > 1) deliverOne();
  assert.deepEqual(shown(second).toSorted(), ['b queued', 'c sending']);
});

test('of two changes to one row in two tabs all tabs keep the same one', async () => {
  const { open, deliver, turn, tasks } = openTabs();
  tasks.set(1, { id: 1, ...fields });
  const tabs = [open('a'), open('b'), open('c')] as const;
  await Promise.all(tabs.map((model) => model.read()));
  await deliver();
  turn('away');
  // The request of this change fails first: a later change cannot be merged with one that is being sent.
  tabs[0].replace('1', { ...fields, description: 'a' });
  await deliver();
  tabs[1].replace('1', { ...fields, description: 'b' });
  tabs[2].replace('1', { ...fields, description: 'c' });
  await deliver();
  assert.equal(new Set(tabs.map((model) => shown(model).join())).size, 1);
});

test('messages of another version of the page are not understood, and harmless', async () => {
  const { open, say, deliver } = openTabs();
  const model = open('a');
  await model.read();
  const odd = [
    null,
    'hello',
    { kind: 'queue', writes: 'all' },
    { kind: 'did', tab: 'x', n: 1, event: { kind: 'odd' } },
  ];
  odd.forEach(say);
  await deliver();
  assert.deepEqual(shown(model), []);
});

type Model = ReturnType<ReturnType<typeof openTabs>['open']>;

function changeOne(model: Model, event = '', row: Row | undefined, description: string): void {
  if (event === 'creates') model.create({ ...fields, description });
  else if (row && event === 'changes') model.replace(row.key, { ...row.fields, description });
  else if (row && event === 'deletes') model.release(model.remove(row.key));
}

test('after any changes in any tabs all tabs and the service agree in the end', async () => {
  const changes = [
    'a creates',
    'b creates',
    'c changes',
    'b changes',
    'a deletes',
    'c deletes',
  ] as const;
  const step = fc.constantFrom(...changes, 'deliver', 'away', 'here');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { open, deliver, turn, tasks } = openTabs();
      const tabs = { a: open('a'), b: open('b'), c: open('c') };
      await Promise.all(Object.values(tabs).map((model) => model.read()));
      for (const [at, each] of steps.entries()) {
        const [tab, event] = each.split(' ');
        const model = Object.entries(tabs).find(([name]) => name === tab)?.[1] ?? tabs.c;
        if (each === 'deliver') await deliver();
        else if (each === 'away' || each === 'here') turn(each);
        else changeOne(model, event, rowsOf(model.state.value).at(at % 3), `${tab}${at}`);
        await responsesHandled();
      }
      turn('here');
      for (let round = 0; round < 3; round += 1) {
        await deliver();
        await Promise.all(Object.values(tabs).map((model) => model.read()));
      }
      await deliver();
      const saved = [...tasks.values()].map(({ description }) => `${description} saved`).toSorted();
      for (const model of Object.values(tabs)) assert.deepEqual(shown(model).toSorted(), saved);
    }),
    { numRuns: 60 },
  );
});
