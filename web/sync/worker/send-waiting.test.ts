import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { fields, task } from '../answers-fixture.ts';
import { deleteListCache, readHandover } from '../person-cache.ts';
import { nextTaskKey } from '../send-write.ts';
import { workerWithQueue, owner, waiting } from './worker-fixture.ts';
import type { Answer } from './worker-fixture.ts';

const mine = { ...fields, description: 'mine' };
const made = task(7, { description: 'new' });
const create = waiting('k1', 'k1', { kind: 'create', fields });
const list = (...tasks: object[]) => Response.json(tasks);

test('a create goes under its key, and what follows on its row with the id that it brought', async () => {
  const follows = waiting(
    'k2',
    'k1',
    { kind: 'replace', fields: mine },
    { status: 'queued', tried: false },
  );
  const answers = [
    list(),
    Response.json(made, { status: 201 }),
    Response.json({ ...made, ...mine }),
  ];
  const { requests, bodies, expected, send, handover } = await workerWithQueue(
    [create, follows],
    answers,
  );
  await send();
  assert.deepEqual(requests, ['GET /api/tasks', 'POST /api/tasks k1', 'PUT /api/tasks/7']);
  assert.deepEqual(bodies, [fields, mine]);
  assert.deepEqual([...expected], [createHash('sha256').update(owner).digest('base64url')]);
  const { writes, sent } = await handover();
  assert.deepEqual(writes, []);
  assert.deepEqual(sent, [
    { kind: 'accepted', key: 'k1', task: made },
    { kind: 'accepted', key: 'k2', task: { ...made, ...mine } },
  ]);
  await send();
  assert.equal(requests.length, 3, 'nothing waits any more');
});

test('a task that was changed elsewhere asks on the page; what is refused stays; all else goes', async () => {
  const writes = [
    waiting('k1', '1', { kind: 'replace', fields: mine }),
    waiting('k2', '2', { kind: 'replace', fields: mine }, { known: [task(2)] }),
    waiting('k3', '3', { kind: 'delete' }, { known: [task(3)] }),
    waiting('k4', '4', { kind: 'delete' }, { known: [task(4)] }),
  ];
  const theirs = task(1, { description: 'theirs' });
  const refusal = Response.json({ code: 'invalid' }, { status: 400 });
  const answers = [list(theirs, task(2), task(4)), refusal, new Response(null, { status: 204 })];
  const { requests, send, handover } = await workerWithQueue(writes, answers);
  await send();
  assert.deepEqual(requests, ['GET /api/tasks', 'PUT /api/tasks/2', 'DELETE /api/tasks/4']);
  const { writes: left, sent } = await handover();
  assert.deepEqual(
    left.map(({ key, status }) => `${key} ${status}`),
    ['k1 conflict', 'k2 failed'],
  );
  // The third task was deleted already.
  assert.deepEqual(sent, [
    { kind: 'accepted', key: 'k3', task: null },
    { kind: 'accepted', key: 'k4', task: null },
  ]);
});

test('a create that has arrived is not sent again, and one that was never sent goes', async () => {
  const untried = waiting(
    'k2',
    'k2',
    { kind: 'create', fields: mine },
    { tried: false, status: 'queued' },
  );
  const second = { id: 8, ...mine };
  const answers = [list(made), Response.json(second, { status: 201 })];
  const { requests, send, handover } = await workerWithQueue([create, untried], answers);
  await send();
  assert.deepEqual(requests, ['GET /api/tasks', 'POST /api/tasks k2']);
  assert.deepEqual((await handover()).sent, [
    { kind: 'accepted', key: 'k1', task: made },
    { kind: 'accepted', key: 'k2', task: second },
  ]);
});

const deleted = () =>
  Response.json(
    { type: 'about:blank', title: 'Deleted', status: 410, code: 'task_deleted' },
    { status: 410 },
  );

test('a create whose task another device has deleted since is done', async () => {
  const { send, handover } = await workerWithQueue([create], [list(), deleted()]);
  await send();
  const { writes, sent } = await handover();
  assert.deepEqual([writes, sent], [[], [{ kind: 'accepted', key: 'k1', task: null }]]);
});

test('a next task that was deleted is made anew, under the same key when that is sent again', async () => {
  const key = nextTaskKey('1', '2026-11-21');
  const next = waiting(key, key, { kind: 'create', fields });
  const answers: Answer[] = [
    list(),
    deleted(),
    'offline',
    list(),
    deleted(),
    Response.json(made, { status: 201 }),
  ];
  const { requests, send, handover } = await workerWithQueue([next], answers);
  await assert.rejects(send(), /does not work/);
  await send();
  const once = ['GET /api/tasks', `POST /api/tasks ${key}`, `POST /api/tasks ${key}~`];
  assert.deepEqual(requests, [...once, ...once]);
  const { writes, sent } = await handover();
  assert.deepEqual([writes, sent], [[], [{ kind: 'accepted', key, task: made }]]);
});

test('where nobody is signed in, or somebody else, nothing is sent', async () => {
  const problem = {
    type: 'about:blank',
    title: 'Another person',
    status: 403,
    code: 'another_user',
  };
  const another = Response.json(problem, { status: 403 });
  for (const answer of [
    another,
    new Response(null, { status: 401 }),
    new Response(null, { status: 499 }),
  ]) {
    const { requests, send, handover } = await workerWithQueue([create], [answer]);
    await send();
    assert.deepEqual([requests, (await handover()).writes.length], [['GET /api/tasks'], 1]);
  }
});

test('without the service it fails, so that the browser repeats it, and goes on where it was', async () => {
  const second = waiting('k2', '2', { kind: 'delete' }, { known: [task(2)] });
  const answers: Answer[] = [
    'offline',
    list(task(2)),
    Response.json(made, { status: 201 }),
    'offline',
    list(task(2), made),
    new Response(null, { status: 204 }),
  ];
  const { requests, send, handover } = await workerWithQueue([create, second], answers);
  await assert.rejects(send(), /does not work/);
  await assert.rejects(send(), /does not work/);
  await send();
  assert.deepEqual(requests.slice(-2), ['GET /api/tasks', 'DELETE /api/tasks/2']);
  assert.deepEqual(
    (await handover()).sent.map(({ key }) => key),
    ['k1', 'k2'],
  );
});

test('what the service fails to do is tried again by the browser, after all else has gone', async () => {
  const second = waiting('k2', '2', { kind: 'delete' }, { known: [task(2)] });
  const broken = Response.json({ code: 'internal' }, { status: 500 });
  const gone = new Response(null, { status: 204 });
  const answers = [list(task(2)), broken, gone, list(), Response.json(made, { status: 201 })];
  const { requests, send, handover } = await workerWithQueue([create, second], answers);
  await assert.rejects(send(), /does not work/);
  assert.deepEqual(requests, ['GET /api/tasks', 'POST /api/tasks k1', 'DELETE /api/tasks/2']);
  await send();
  assert.deepEqual((await handover()).writes, []);
});

test('a response that is not understood stops it, until a page has understood', async () => {
  for (const answers of [
    [Response.json({})],
    [list(task(2)), Response.json({}, { status: 201 })],
  ]) {
    const second = waiting('k2', '2', { kind: 'delete' }, { known: [task(2)] });
    const { requests, send, handover } = await workerWithQueue([create, second], [...answers]);
    await send();
    assert.deepEqual([requests.length, (await handover()).writes.length], [answers.length, 2]);
  }
});

test('a page that opens meanwhile goes on: the request under way ends', async () => {
  const second = waiting('k2', '2', { kind: 'delete' }, { known: [task(2)] });
  const answers: Answer[] = [list(task(2)), Response.json(made, { status: 201 }), 'never'];
  const meanwhile = { 3: () => void setImmediate(openPage) };
  const { requests, ended, send, handover, openPage } = await workerWithQueue(
    [create, second],
    answers,
    meanwhile,
  );
  await send();
  assert.deepEqual(ended, ['a page']);
  assert.deepEqual(requests.slice(1), ['POST /api/tasks k1', 'DELETE /api/tasks/2']);
  const { writes, sent } = await handover();
  assert.deepEqual(
    [writes.map(({ key }) => key), sent],
    [['k2'], [{ kind: 'accepted', key: 'k1', task: made }]],
  );
});

test('after a sign-out nothing more is sent, and nothing of the person comes back', async () => {
  for (const during of [1, 2]) {
    const second = waiting('k2', 'k2', { kind: 'create', fields: mine });
    const answers = [list(), Response.json(made, { status: 201 })];
    const { caches, requests, send } = await workerWithQueue([create, second], answers, {
      [during]: () => void deleteListCache(caches),
    });
    await send();
    assert.deepEqual([requests.length, await readHandover(caches)], [during, null]);
    await send();
    assert.equal(requests.length, during);
  }
});
