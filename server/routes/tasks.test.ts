import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { assertProblem, faultsOf, fields } from '../../test/flows/task-fields.ts';
import { ada } from '../../test/provider/provider.ts';
import { makeDateIn } from './tasks.ts';

const grace = { ...ada, sub: 'grace', email: 'grace@example.com' };

test('a person who has as many tasks as the deployment allows gets 409 too_many_tasks', async (t) => {
  const { signedIn } = await startTestApp(t, { config: { tasks: { mostPerPerson: 2 } } });
  const browser = await signedIn(ada);
  const key = { 'idempotency-key': 'a-key' };
  const first = await browser.post('/api/tasks', fields, key);
  await browser.post('/api/tasks', fields);
  for (const headers of [{}, { 'idempotency-key': 'a-new-key' }]) {
    const refused = await browser.post('/api/tasks', fields, headers);
    assertProblem(refused, 409, 'too_many_tasks');
    assert.match(refused.json<{ detail: string }>().detail, /\b2\b/);
  }
  const repeated = await browser.post('/api/tasks', fields, key);
  assert.deepEqual(repeated.json(), first.json(), 'a create that comes again answers its task');
});

test('what makes the tasks of a person larger than the deployment allows gets 409 tasks_too_large', async (t) => {
  const { signedIn } = await startTestApp(t, { config: { tasks: { mostBytesPerPerson: 1200 } } });
  const browser = await signedIn(ada);
  const long = { ...fields, description: 'x'.repeat(250) };
  const created = await Promise.all(
    Array.from({ length: 3 }, () => browser.post('/api/tasks', long)),
  );
  const { id } = created[0]?.json<{ id: number }>() ?? { id: 0 };
  const longer = { ...fields, description: '\u{1F600}'.repeat(255) };
  for (const refused of [
    await browser.post('/api/tasks', long),
    await browser.put(`/api/tasks/${id}`, longer),
  ]) {
    assertProblem(refused, 409, 'tasks_too_large');
    assert.match(refused.json<{ detail: string }>().detail, /\b1200\b/);
  }
});

test('a condition that no task can meet gets 412 and changes nothing, and one that each task meets passes', async (t) => {
  const { signedIn } = await startTestApp(t);
  const browser = await signedIn(ada);
  const { id } = (await browser.post('/api/tasks', fields)).json<{ id: number }>();
  const before = await browser.get('/api/tasks');
  const tag = { 'if-match': String(before.headers.etag) };
  for (const headers of [
    tag,
    { 'if-match': '"a", "b"' },
    { 'if-match': '' },
    { 'if-none-match': '*' },
  ]) {
    const changed = { ...fields, description: 'Changed' };
    for (const refused of [
      await browser.put(`/api/tasks/${id}`, changed, headers),
      await browser.delete(`/api/tasks/${id}`, headers),
    ])
      assertProblem(refused, 412, 'precondition_failed');
  }
  assert.equal((await browser.get('/api/tasks')).body, before.body);
  assert.equal(
    (await browser.put(`/api/tasks/${id}`, fields, { 'if-match': '*' })).statusCode,
    200,
  );
  assert.equal(
    (await browser.delete(`/api/tasks/${id}`, { 'if-none-match': '"a"' })).statusCode,
    204,
  );
});

test('a person who has used 20,000 Idempotency-Keys gets 429 too_many_keys until the next is free', async (t) => {
  const { signedIn, store, clock } = await startTestApp(t);
  const browser = await signedIn(ada);
  const all = { idempotency: { key: 'all of them', bodyHash: 'hash' }, mostKeys: 1 };
  await store.createTask('ada@example.com', fields, clock.nowMs(), all);
  const refused = await browser.post('/api/tasks', fields, { 'idempotency-key': 'one-more' });
  assertProblem(refused, 429, 'too_many_keys');
  assert.match(refused.json<{ detail: string }>().detail, /20000 .* 4\.32 s/);
  assert.equal(refused.headers['retry-after'], '5');
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
    ['with a new key', today, { 'idempotency-key': 'another' }],
    ['with another state', { ...today, state: 'DONE' }, key],
    ['with another date', { ...today, dueDate: '2026-09-30' }, key],
  ] as const) {
    const answer = await browser.post('/api/tasks', body, headers);
    assert.deepEqual(faultsOf(answer), ['/dueDate in_the_past'], what);
  }
  await browser.delete(`/api/tasks/${first.json<{ id: number }>().id}`);
  assert.equal((await browser.post('/api/tasks', today, key)).statusCode, 410, 'after a delete');
  const ofAnother = await (await signedIn(grace)).post('/api/tasks', today, key);
  assert.equal(ofAnother.statusCode, 400, 'the key of someone else');
});

const lateInLondonMs = Date.UTC(2026, 9, 1, 22, 30);

test('a zone that is named again, in letters of either size, needs no new calendar, and neither does our own', (t) => {
  const dateIn = makeDateIn('Europe/Berlin');
  dateIn('America/New_York', lateInLondonMs);
  dateIn(undefined, lateInLondonMs);
  const calendar = t.mock.method(Intl, 'DateTimeFormat');
  const dates = ['America/New_York', 'AMERICA/new_york', undefined, ['UTC', 'UTC']].map((zone) =>
    dateIn(zone, lateInLondonMs),
  );
  assert.deepEqual(dates, ['2026-10-01', '2026-10-01', '2026-10-02', '2026-10-02']);
  assert.equal(calendar.mock.callCount(), 0);
});
