import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { fields, task, tasksWithAnswers } from './answers-fixture.ts';
import { lonely, responsesHandled } from './page-fixture.ts';

const applied = { headers: { 'Preference-Applied': 'wait' } };
const changed = () => Response.json([], applied);

/** A page with one task that waits for changes. `pass` lets the pause after a wait pass. */
async function startFollowing(t: TestContext, mayWait = () => true) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = tasksWithAnswers();
  await page.open(task(1));
  const followed = page.model.follow(mayWait);
  await responsesHandled();
  const pass = async () => {
    await responsesHandled();
    t.mock.timers.tick(500);
    await responsesHandled();
  };
  return { ...page, followed, pass, nextWait: () => page.waits.shift() ?? assert.fail('no wait') };
}

test('a change of another device is shown from the answer that waited, and the page waits again', async (t) => {
  const { nextWait, waits, next, shown, pass, calls } = await startFollowing(t);
  for (const second of [2, 3]) {
    nextWait().resolve(changed());
    await responsesHandled();
    const { call, answer } = next();
    assert.equal(call, 'preloaded list');
    await answer({ kind: 'ok', value: [task(1), task(second)] });
    assert.deepEqual(shown().length, 2);
    assert.equal(waits.length, 0, 'a pause first');
    await pass();
  }
  assert.equal(waits.length, 1);
  assert.deepEqual(calls(), []);
});

test('a service that does not wait is not asked again at once', async (t) => {
  const { nextWait, waits, next, followed, pass } = await startFollowing(t);
  nextWait().resolve(new Response(null, { status: 304 }));
  await responsesHandled();
  await next().answer({ kind: 'ok', value: [task(1)] });
  await pass();
  assert.equal(await followed, true);
  assert.equal(waits.length, 0);
});

test('without an answer the list is read, so that the page knows that it is offline', async (t) => {
  const { nextWait, waits, next, followed, pass, model } = await startFollowing(t);
  nextWait().resolve(null);
  await responsesHandled();
  const { call, answer } = next();
  assert.match(call, /list/);
  await answer({ kind: 'offline' });
  await pass();
  assert.equal(await followed, true);
  assert.deepEqual([waits.length, model.state.value.offline], [0, true]);
});

test('an answer that may lack a write of this page, or is older than another read, is not shown', async (t) => {
  const { nextWait, next, shown, pass, model, calls } = await startFollowing(t);
  model.create(fields);
  await next().answer({ kind: 'ok', value: task(2, fields) });
  nextWait().resolve(changed());
  await pass();
  assert.deepEqual(calls(), []);
  void model.read();
  const read = next();
  nextWait();
  await pass();
  await read.answer({ kind: 'ok', value: [task(1), task(2, fields)] });
  assert.equal(shown().length, 2);
});

test('an answer is read once the page is idle, and not if the page has written by then', async (t) => {
  const { nextWait, next, pass, model, calls, idle } = await startFollowing(t);
  idle.isNow = false;
  nextWait().resolve(changed());
  await responsesHandled();
  assert.deepEqual(calls(), []);
  idle.waiting.shift()?.();
  await responsesHandled();
  const { call, answer } = next();
  assert.equal(call, 'preloaded list');
  await answer({ kind: 'ok', value: [task(1)] });
  await pass();
  nextWait().resolve(changed());
  await responsesHandled();
  model.create(fields);
  await next().answer({ kind: 'ok', value: task(2, fields) });
  idle.waiting.shift()?.();
  await pass();
  assert.deepEqual(calls(), []);
});

test('the page ends its own wait: then it waits anew, or not at all', async (t) => {
  let isVisible = true;
  const { nextWait, waits, model, followed, calls } = await startFollowing(t, () => isVisible);
  model.endWait();
  await responsesHandled();
  assert.equal(nextWait().signal.aborted, true);
  assert.equal(waits.length, 1);
  isVisible = false;
  model.endWait();
  assert.equal(await followed, true);
  assert.equal(waits.length, 1);
  assert.deepEqual(calls(), [], 'a hidden page asks nothing');
});

test('beside a tab that waits another one does not, and is told so', async () => {
  const ports = { ...lonely, runAlone: async () => false };
  const { model, open, waits } = tasksWithAnswers(undefined, ports);
  await open(task(1));
  assert.equal(await model.follow(() => true), false);
  assert.equal(waits.length, 0);
});
