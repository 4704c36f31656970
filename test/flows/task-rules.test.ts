import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { ada } from '../provider/provider.ts';
import { assertProblem, faultsOf, fields } from './task-fields.ts';

const grace = { sub: 'grace', email: 'grace@example.com', name: 'Grace Murray' };

test('rule 6: the list has only the caller’s tasks, ordered by dueDate, then by id', async (t) => {
  const { signedIn } = await startTestApp(t);
  const mine = await signedIn(ada);
  const other = await signedIn(grace);
  const ids: number[] = [];
  for (const dueDate of ['2027-03-01', '2026-12-24', '2027-03-01', '2026-10-01', '9999-12-31'])
    ids.push((await mine.post('/api/tasks', { ...fields, dueDate })).json().id);
  await other.post('/api/tasks', { ...fields, description: 'hers' });

  const list = (await mine.get('/api/tasks')).json();
  assert.deepEqual(
    list.map(({ id }: { id: number }) => id),
    [ids[3], ids[1], ids[0], ids[2], ids[4]],
  );
  assert.equal((await other.get('/api/tasks')).json().length, 1);
});

test('rule 7: create makes the caller the owner and answers 201 with the created task', async (t) => {
  const { signedIn } = await startTestApp(t);
  const mine = await signedIn(ada);
  const answer = await mine.post('/api/tasks', fields);
  assert.equal(answer.statusCode, 201);
  assert.deepEqual(answer.json(), { id: answer.json().id, ...fields });
  assert.deepEqual((await (await signedIn(grace)).get('/api/tasks')).json(), []);
  assert.equal((await (await signedIn(ada)).get('/api/tasks')).json().length, 1, 'in another browser too');
});

test('rule 7: create answers 400 for a blank description and a due date in the past, both at once', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const answer = await browser.post('/api/tasks', { ...fields, description: ' ', dueDate: '2026-09-30' });
  assert.deepEqual(faultsOf(answer), ['/description blank', '/dueDate in_the_past']);
  const mixed = { description: '  ', dueDate: '2026-09-30', importance: 'x' };
  assert.deepEqual(faultsOf(await browser.post('/api/tasks', mixed)), [
    '/description blank',
    '/dueDate in_the_past',
    '/importance not_allowed',
    '/state required',
  ]);
  assert.deepEqual((await browser.get('/api/tasks')).json(), []);
  assert.equal((await browser.post('/api/tasks', { ...fields, dueDate: '2026-10-01' })).statusCode, 201);
});

test('"past" is before today in the caller’s Time-Zone, or in the service’s when none is named', async (t) => {
  // 2026-10-01 23:30 UTC: the second of October in Auckland and on Kiritimati, the first everywhere to the west.
  const startMs = Date.UTC(2026, 9, 1, 23, 30);
  const config = { tasks: { timeZone: 'Pacific/Auckland' } };
  const browser = await (await startTestApp(t, { startMs, config })).signedIn();
  for (const [zone, first] of [
    [undefined, '2026-10-02'],
    ['America/Los_Angeles', '2026-10-01'],
    ['Pacific/Kiritimati', '2026-10-02'],
    ['Mars/Olympus', '2026-10-02'],
    ['-11:00', '2026-10-02'],
    ['', '2026-10-02'],
  ] as const) {
    const headers = zone === undefined ? {} : { 'time-zone': zone };
    const create = (dueDate: string) => browser.post('/api/tasks', { ...fields, dueDate }, headers);
    const dayBefore = first.replace(/\d$/, (day) => String(Number(day) - 1)).replace('10-00', '09-30');
    assert.deepEqual(faultsOf(await create(dayBefore)), ['/dueDate in_the_past'], zone);
    assert.equal((await create(first)).statusCode, 201, zone);
  }
});

test('rule 8: replace replaces every field of a task owned by the caller and returns the task as updated', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const { id } = (await browser.post('/api/tasks', fields)).json();
  const after = { description: 'Sleep', dueDate: '2027-01-01', importance: 'LOW', state: 'DONE' };
  const answer = await browser.put(`/api/tasks/${id}`, after);
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.json(), { id, ...after });
  assert.deepEqual((await browser.get('/api/tasks')).json(), [{ id, ...after }]);
});

test('rule 8: replace answers 400 when a field fails validation and leaves the task as it was', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const { id } = (await browser.post('/api/tasks', fields)).json();
  const answer = await browser.put(`/api/tasks/${id}`, { ...fields, description: '', state: 'GONE' });
  assert.deepEqual(faultsOf(answer), ['/description blank', '/state not_allowed']);
  assert.deepEqual((await browser.get('/api/tasks')).json(), [{ id, ...fields }]);
});

test('rules 8 and 9: a task owned by someone else is indistinguishable from a missing one', async (t) => {
  const { signedIn } = await startTestApp(t);
  const { id } = (await (await signedIn(ada)).post('/api/tasks', fields)).json();
  const other = await signedIn(grace);
  const missing = id + 1000;
  for (const send of [
    (which: number) => other.put(`/api/tasks/${which}`, fields),
    (which: number) => other.delete(`/api/tasks/${which}`),
  ]) {
    const [foreign, absent] = [await send(id), await send(missing)];
    assertProblem(foreign, 404, 'task_not_found');
    const withoutRequestId = (body: string) => body.replace(/"requestId":"[^"]*"/, '');
    assert.equal(withoutRequestId(foreign.body), withoutRequestId(absent.body));
    const changing = { 'x-request-id': '', date: '' };
    assert.deepEqual({ ...foreign.headers, ...changing }, { ...absent.headers, ...changing });
  }
  assert.equal((await (await signedIn(ada)).get('/api/tasks')).json().length, 1, 'it is still there');
});

test('rule 9: delete answers 204 without a body, then 404', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const { id } = (await browser.post('/api/tasks', fields)).json();
  const answer = await browser.delete(`/api/tasks/${id}`);
  assert.equal(answer.statusCode, 204);
  assert.equal(answer.body, '');
  assertProblem(await browser.delete(`/api/tasks/${id}`), 404, 'task_not_found');
  assert.deepEqual((await browser.get('/api/tasks')).json(), []);
});

test('rule 10: a due date in the past is accepted on replace, or an overdue task could never be finished', async (t) => {
  const { signedIn, clock } = await startTestApp(t);
  const browser = await signedIn();
  const { id } = (await browser.post('/api/tasks', fields)).json();
  clock.advance(7 * 60 * 60 * 1000);
  const answer = await browser.put(`/api/tasks/${id}`, { ...fields, dueDate: '2020-02-29', state: 'DONE' });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.json().dueDate, '2020-02-29');
});
