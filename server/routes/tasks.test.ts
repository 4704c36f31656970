import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { LightMyRequestResponse } from 'fastify';

import { startTestApp } from '../../test/app.ts';
import { ada } from '../../test/provider/provider.ts';

const fields = { description: 'Feed the cat', dueDate: '2026-10-02', importance: 'HIGH', state: 'TODO' };
const grace = { ...ada, sub: 'grace', email: 'grace@example.com' };

test("a due date is past before today in the caller's zone, or in ours when the caller names none", async (t) => {
  const startMs = Date.UTC(2026, 9, 1, 22, 30);
  const { signedIn } = await startTestApp(t, { startMs, config: { tasks: { timeZone: 'Europe/Berlin' } } });
  const browser = await signedIn();
  const rows = [
    [undefined, '2026-10-01', 400],
    [undefined, '2026-10-02', 201],
    ['America/New_York', '2026-09-30', 400],
    ['America/New_York', '2026-10-01', 201],
    ['Pacific/Kiritimati', '2026-10-01', 400],
    ['Pacific/Kiritimati', '2026-10-02', 201],
    ['No/Where', '2026-10-01', 400],
    ['-11:00', '2026-10-01', 400],
    ['', '2026-10-01', 400],
  ] as const;
  for (const [zone, dueDate, status] of rows) {
    const headers = zone === undefined ? undefined : { 'time-zone': zone };
    const answer = await browser.post('/api/tasks', { ...fields, dueDate }, headers);
    assert.equal(answer.statusCode, status, `${zone} ${dueDate}`);
    if (status === 400) {
      assert.deepEqual(
        answer.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code),
        ['in_the_past'],
      );
    }
  }
});

test('a due date in the past is refused on create and accepted on replace', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const { id } = (await browser.post('/api/tasks', fields)).json<{ id: number }>();
  const overdue = { ...fields, dueDate: '0001-01-01', state: 'DONE' };
  assert.equal((await browser.post('/api/tasks', overdue)).statusCode, 400);
  const replaced = await browser.put(`/api/tasks/${id}`, overdue);
  assert.equal(replaced.statusCode, 200);
  assert.deepEqual(replaced.json(), { id, ...overdue });
});

test('the list is ordered by dueDate, then by id', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  for (const dueDate of ['9999-12-31', '2026-10-03', '2026-10-02', '2026-10-03']) {
    await browser.post('/api/tasks', { ...fields, dueDate });
  }
  const ids = (await browser.get('/api/tasks')).json<{ id: number }[]>().map(({ id }) => id);
  assert.deepEqual(ids, [3, 2, 4, 1]);
});

test("another user's task cannot be told from a missing one", async (t) => {
  const { signedIn } = await startTestApp(t);
  const owner = await signedIn(ada);
  const other = await signedIn(grace);
  const { id } = (await owner.post('/api/tasks', fields)).json<{ id: number }>();
  assert.deepEqual((await other.get('/api/tasks')).json(), []);
  const pairs = [
    [await other.put(`/api/tasks/${id}`, fields), await other.put('/api/tasks/4711', fields)],
    [await other.delete(`/api/tasks/${id}`), await other.delete('/api/tasks/4711')],
  ] as const;
  for (const [foreign, missing] of pairs) {
    assert.equal(foreign.statusCode, 404);
    assert.equal(withoutRequestId(foreign), withoutRequestId(missing));
  }
  assert.equal((await owner.get('/api/tasks')).json<unknown[]>().length, 1);
});

test('a person who has as many tasks as the deployment allows gets 409 too_many_tasks, and others create', async (t) => {
  const { signedIn } = await startTestApp(t, { config: { tasks: { mostPerPerson: 2 } } });
  const browser = await signedIn(ada);
  const key = { 'idempotency-key': 'a-key' };
  const first = await browser.post('/api/tasks', fields, key);
  const { id } = (await browser.post('/api/tasks', fields)).json<{ id: number }>();
  for (const headers of [{}, { 'idempotency-key': 'a-new-key' }]) {
    const refused = await browser.post('/api/tasks', fields, headers);
    assert.equal(refused.statusCode, 409);
    assert.match(String(refused.headers['content-type']), /^application\/problem\+json/);
    assert.equal(refused.json<{ code: string }>().code, 'too_many_tasks');
    assert.match(refused.json<{ detail: string }>().detail, /\b2\b/);
  }
  const repeated = await browser.post('/api/tasks', fields, key);
  assert.equal(repeated.statusCode, 201);
  assert.deepEqual(repeated.json(), first.json(), 'a create that comes again answers its task');
  assert.equal((await browser.put(`/api/tasks/${id}`, fields)).statusCode, 200, 'and tasks can be changed');
  assert.equal((await (await signedIn(grace)).post('/api/tasks', fields)).statusCode, 201);

  assert.equal((await browser.delete(`/api/tasks/${id}`)).statusCode, 204);
  assert.equal((await browser.post('/api/tasks', fields)).statusCode, 201);
  assert.equal((await browser.get('/api/tasks')).json<unknown[]>().length, 2);
});

test('what makes the tasks of a person larger than the deployment allows gets 409 tasks_too_large', async (t) => {
  const { signedIn } = await startTestApp(t, { config: { tasks: { mostBytesPerPerson: 1200 } } });
  const browser = await signedIn(ada);
  const long = { ...fields, description: 'x'.repeat(250) };
  const created = await Promise.all(Array.from({ length: 3 }, () => browser.post('/api/tasks', long)));
  const { id } = created[0]?.json<{ id: number }>() ?? { id: 0 };
  const longer = { ...fields, description: '\u{1F600}'.repeat(255) };
  for (const refused of [
    await browser.post('/api/tasks', long),
    await browser.put(`/api/tasks/${id}`, longer),
  ]) {
    assert.equal(refused.statusCode, 409);
    assert.equal(refused.json<{ code: string }>().code, 'tasks_too_large');
    assert.match(refused.json<{ detail: string }>().detail, /\b1200\b/);
  }
  assert.equal((await browser.put(`/api/tasks/${id}`, fields)).statusCode, 200);
  assert.equal((await browser.delete(`/api/tasks/${id}`)).statusCode, 204);
});

test('the same Idempotency-Key answers the same task again, with another body 422', async (t) => {
  const { signedIn, clock } = await startTestApp(t);
  const browser = await signedIn();
  const key = { 'idempotency-key': 'a-key' };
  const first = await browser.post('/api/tasks', fields, key);
  const again = await browser.post('/api/tasks', { unknown: 1, ...fields }, key);
  assert.equal(again.statusCode, 201);
  assert.deepEqual(again.json(), first.json());
  const reused = await browser.post('/api/tasks', { ...fields, state: 'DONE' }, key);
  assert.equal(reused.statusCode, 422);
  assert.equal(reused.json<{ code: string }>().code, 'idempotency_key_reused');
  assert.equal(
    (await (await signedIn(grace)).post('/api/tasks', { ...fields, state: 'DONE' }, key)).statusCode,
    201,
  );
  assert.equal((await browser.get('/api/tasks')).json<unknown[]>().length, 1);
  clock.advance(24 * 60 * 60 * 1000);
  await browser.signIn();
  const nextDay = await browser.post('/api/tasks', fields, key);
  assert.equal(nextDay.statusCode, 201, nextDay.body);
  assert.notEqual(nextDay.json<{ id: number }>().id, first.json<{ id: number }>().id);
});

test('a create repeated after its due date has passed answers the same task again', async (t) => {
  const { signedIn, clock } = await startTestApp(t, { startMs: Date.UTC(2026, 9, 1, 23, 30) });
  const browser = await signedIn();
  const today = { ...fields, dueDate: '2026-10-01' };
  const key = { 'idempotency-key': 'a-key' };
  const first = await browser.post('/api/tasks', today, key);
  assert.equal(first.statusCode, 201, first.body);
  clock.advance(45 * 60 * 1000);

  const again = await browser.post('/api/tasks', { unknown: 1, ...today }, key);
  assert.equal(again.statusCode, 201, again.body);
  assert.deepEqual(again.json(), first.json());
  assert.equal((await browser.get('/api/tasks')).json<unknown[]>().length, 1);

  for (const [what, body, headers] of [
    ['without its key', today, {}],
    ['with a new key', today, { 'idempotency-key': 'another' }],
    ['with another body', { ...today, state: 'DONE' }, key],
  ] as const) {
    const answer = await browser.post('/api/tasks', body, headers);
    assert.equal(answer.statusCode, 400, what);
    assert.deepEqual(codesOf(answer), ['in_the_past'], what);
  }
  const faulty = await browser.post('/api/tasks', { ...today, state: 'LATE' }, key);
  assert.deepEqual(codesOf(faulty).toSorted(), ['in_the_past', 'not_allowed']);
  const ofAnother = await (await signedIn(grace)).post('/api/tasks', today, key);
  assert.equal(ofAnother.statusCode, 400, 'the key of someone else');
});

test('an Idempotency-Key is 1 to 255 visible characters', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  for (const key of ['', 'a b', 'ä', 'x'.repeat(256)]) {
    const answer = await browser.post('/api/tasks', fields, { 'idempotency-key': key });
    assert.equal(answer.statusCode, 400, key);
    assert.equal(answer.json<{ code: string }>().code, 'bad_request');
  }
  for (const key of ['!', '"quoted"', 'x'.repeat(255)]) {
    assert.equal((await browser.post('/api/tasks', fields, { 'idempotency-key': key })).statusCode, 201, key);
  }
});

const codesOf = (answer: LightMyRequestResponse) =>
  answer.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code);

const withoutRequestId = ({ statusCode, headers, body }: LightMyRequestResponse) =>
  JSON.stringify({ statusCode, headers, body })
    .replace(/"requestId[^,}]*/, '')
    .replace(/"date":"[^"]*"/, '');
