import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Owner } from '../fair-queue.ts';
import { makeAdmission } from './postgres-admission.ts';

const overloaded = { name: 'StoreError', code: 'overloaded' };

/** Operations that end when the test says so. */
function setUp(limits: Partial<Parameters<typeof makeAdmission>[0]> = {}) {
  const admission = makeAdmission({ poolSize: 4, mostWaiting: 80, waitTimeoutMs: 60_000, ...limits });
  const running: Array<Readonly<{ name: string; end: () => void }>> = [];
  const begun: string[] = [];
  const operate = (owner: Owner, name = String(owner)) =>
    admission.admit(owner, () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      running.push({ name, end: () => resolve(name) });
      begun.push(name);
      return promise;
    });
  /** Ends the operation that runs for longest and lets the next one begin. */
  const endOne = async () => {
    running.shift()?.end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const names = () => running.map(({ name }) => name);
  const endAll = async () => {
    while (running.length > 0) await endOne();
  };
  return { admission, operate, begun, names, endOne, endAll };
}

test('one owner runs on half of the connections at most, so that the first operation of another begins at once', async () => {
  const { operate, names, endAll } = setUp();
  const all = Promise.all(Array.from({ length: 20 }, () => operate('ada')));
  assert.deepEqual(names(), ['ada', 'ada']);
  const others = Promise.all([operate('grace'), operate(null, 'renewal')]);
  assert.deepEqual(names(), ['ada', 'ada', 'grace', 'renewal']);
  await endAll();
  assert.equal((await all).length, 20);
  assert.deepEqual(await others, ['grace', 'renewal']);
});

test('an operation of another owner and one without an owner wait for one turn of each waiting owner', async () => {
  const { operate, begun, endOne, endAll } = setUp();
  const ofTwo = Array.from({ length: 30 }, (_, n) => operate(n % 2 === 0 ? 'ada' : 'bob'));
  assert.deepEqual(begun, ['ada', 'bob', 'ada', 'bob']);
  const others = [operate('grace'), operate(null, 'renewal')];
  for (let ended = 0; ended < 4; ended += 1) await endOne();
  assert.ok(begun.includes('grace') && begun.includes('renewal'), begun.join(' '));
  assert.ok(begun.length <= 8);
  await endAll();
  await Promise.all([...ofTwo, ...others]);
});

test('one pool of a single connection serves everybody in turns', async () => {
  const { operate, begun, endAll } = setUp({ poolSize: 1 });
  const all = [operate('ada'), operate('ada'), operate('ada'), operate('grace'), operate(null, 'check')];
  await endAll();
  await Promise.all(all);
  assert.deepEqual(begun, ['ada', 'ada', 'grace', 'check', 'ada']);
});

test('an operation beyond the share of its owner is refused, and others are admitted', async () => {
  const { operate, endAll } = setUp();
  const ofAda = Array.from({ length: 2 + 20 }, () => operate('ada'));
  await assert.rejects(operate('ada'), overloaded);
  const others = [operate('grace'), operate(null)];
  await endAll();
  assert.equal((await Promise.all([...ofAda, ...others])).length, 24);
});

test('an operation that waits too long is refused, and uses no connection later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { operate, begun, endAll } = setUp({ poolSize: 1, waitTimeoutMs: 1000 });
  const first = operate('ada', 'first');
  const late = [operate('ada', 'late'), operate(null, 'late')].map((one) => assert.rejects(one, overloaded));
  t.mock.timers.tick(1000);
  await Promise.all(late);
  const next = operate('grace', 'next');
  await endAll();
  await Promise.all([first, next]);
  assert.deepEqual(begun, ['first', 'next']);
});

test('an operation that fails gives its connection to the next one', async () => {
  const { admission, operate, endAll } = setUp({ poolSize: 1 });
  const failed = admission.admit('ada', () => Promise.reject(new Error('failed')));
  const next = operate('ada', 'next');
  await assert.rejects(failed, /failed/);
  await endAll();
  assert.equal(await next, 'next');
});

test('closing admits no further operation and waits for the admitted ones, also for those that have not begun', async () => {
  const { admission, operate, endAll } = setUp({ poolSize: 1 });
  const all = [operate('ada'), operate('grace')];
  let closed = false;
  const closing = admission.close().then(() => (closed = true));
  await assert.rejects(operate('ada'), { code: 'unavailable' });
  assert.equal(closed, false);
  await endAll();
  assert.deepEqual(await Promise.all(all), ['ada', 'grace']);
  await closing;
  await admission.close();
});
