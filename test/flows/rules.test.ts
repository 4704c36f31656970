import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { pathOf } from '../answer.ts';
import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { emptyFolder } from '../folder.ts';
import { fail, failures } from '../provider/failures.ts';
import { faults } from '../provider/faults.ts';
import { ada } from '../provider/provider.ts';
import { assertProblem, faultsOf, fields } from './task-fields.ts';

const grace = { sub: 'grace', email: 'grace@example.com', name: 'Grace Murray' };

test('rule 1: providers lists every declared provider, usable or not, and needs no authentication', async (t) => {
  const { config, openBrowser } = await startTestApp(t);
  const answer = await openBrowser().get('/api/auth/providers');
  assert.equal(answer.statusCode, 200);
  const issuer = config.auth.providers[0]?.issuer;
  const provider = {
    id: 'test',
    label: 'Test',
    available: true,
    loginUrl: '/api/auth/login',
    issuer,
  };
  assert.deepEqual(answer.json(), { enabled: true, providers: [provider] });
});

test('rule 2: login without a session answers 302 to the authorization address, redirect_uri built from Host', async (t) => {
  const { provider, openBrowser } = await startTestApp(t);
  for (const host of ['tasks.example.com', 'localhost:8080', '127.0.0.1:9999']) {
    const answer = await openBrowser().get('/api/auth/login', { ...navigation, host });
    assert.equal(answer.statusCode, 302);
    const address = new URL(String(answer.headers.location));
    assert.equal(address.origin, new URL(provider.issuer).origin);
    assert.equal(address.searchParams.get('redirect_uri'), `http://${host}/api/auth/callback`);
  }
});

test('rule 2: login with a session answers 303 to the post-login address', async (t) => {
  const { signedIn } = await startTestApp(t, { config: { auth: { postLoginPath: '/home?x=1' } } });
  const answer = await (await signedIn()).get('/api/auth/login', navigation);
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers.location, '/home?x=1');
});

test('rule 3: the callback exchanges the code, sets the session cookie and redirects (302) to the post-login address', async (t) => {
  const { provider, openBrowser } = await startTestApp(t, {
    config: { auth: { postLoginPath: '/home' } },
  });
  const browser = openBrowser();
  const answer = await browser.signIn();
  assert.equal(answer.statusCode, 302);
  assert.equal(answer.headers.location, '/home');
  assert.equal(provider.count('token'), 1);
  assert.deepEqual([...browser.cookies.keys()], ['q_session'], 'the state is spent');
  const line = [answer.headers['set-cookie'] ?? []]
    .flat()
    .find((each) => each.startsWith('q_session'));
  assert.match(line ?? '', /^q_session=[\w.-]+; Max-Age=32400; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('rule 4: logout expires every cookie whose name starts with q_session, then answers 303', async (t) => {
  const { signedIn, provider } = await startTestApp(t);
  const browser = await signedIn();
  for (const name of ['q_session_chunk_7', 'q_session_chunk_99', 'q_session_other', 'theme'])
    browser.cookies.set(name, { value: 'x', path: '/', expiresAtMs: Infinity });
  const asked = provider.seen.length;

  const answer = await browser.get('/api/auth/logout', navigation);
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers.location, '/');
  assert.deepEqual([...browser.cookies.keys()], ['theme']);
  for (const line of [answer.headers['set-cookie'] ?? []].flat())
    assert.match(line, /^q_session[^=]*=; Max-Age=0; Path=\//);
  assert.equal(provider.seen.length, asked, 'it does not log out at the provider');
  const again = await browser.get('/api/auth/logout');
  assert.deepEqual(
    [again.statusCode, again.headers['set-cookie']],
    [303, undefined],
    'it needs no session',
  );
});

test('rule 5: me returns the identity; without a picture claim, the avatar that the service has confirmed', async (t) => {
  const asked: string[] = [];
  const { signedIn } = await startTestApp(t, {
    config: { avatars: { enabled: true } },
    outside: async (input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return new Response(null, { status: 200 });
    },
  });
  const ofAda = (await (await signedIn(ada)).get('/api/auth/me')).json();
  assert.equal(ofAda.pictureUrl, ada.picture);
  assert.deepEqual(asked, [], 'the picture claim wins');
  const browser = await signedIn(grace);
  const first = (await browser.get('/api/auth/me')).json();
  assert.equal(first.email, grace.email);
  assert.match(first.pictureUrl, /^https:\/\/avatars\.example\.com\/[0-9a-f]{64}/);
  assert.deepEqual(asked, [first.pictureUrl]);
  await browser.get('/api/auth/me');
  assert.equal(asked.length, 1, 'the avatar lookup result is cached by email address');
});

test('rule 11: a callback that fails sets no session, spends the state, and leads a person back to the page', async (t) => {
  const config = { auth: { postLoginPath: '/app?x=1' } };
  const { provider, openBrowser } = await startTestApp(t, { config });
  const deny = (error?: string) => (location: string) => provider.deny(location, error);
  // The ID token is signed with a key that is not published yet.
  provider.play(faults.unknownKid);
  for (const [comeBack, outcome, status, code] of [
    [deny(), 'cancelled', 401, 'sign_in_cancelled'],
    [deny('server_error'), 'failed', 401, 'sign_in_failed'],
    [(location: string) => provider.authorize(location), 'later', 503, 'provider_unavailable'],
  ] as const) {
    for (const headers of [navigation, {}]) {
      const browser = openBrowser();
      const answer = await browser.get(pathOf(comeBack(await browser.login())), headers);
      if (headers === navigation) {
        assert.equal(answer.statusCode, 303);
        assert.equal(answer.headers.location, `/app?x=1&signin=${outcome}`);
      } else assertProblem(answer, status, code);
      assert.equal(browser.cookies.size, 0);
    }
  }
  provider.play(fail('token', failures.unreachable));
  const browser = openBrowser();
  const answer = await browser.get(await browser.begin(), navigation);
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '1'], 'an outage');
});

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

test('rule 7: create answers 400 for a blank description and a due date in the past, both at once', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const answer = await browser.post('/api/tasks', {
    ...fields,
    description: ' ',
    dueDate: '2026-09-30',
  });
  assert.deepEqual(faultsOf(answer), ['/description blank', '/dueDate in_the_past']);
  const mixed = { description: '  ', dueDate: '2026-09-30', importance: 'x' };
  assert.deepEqual(faultsOf(await browser.post('/api/tasks', mixed)), [
    '/description blank',
    '/dueDate in_the_past',
    '/importance not_allowed',
    '/state required',
  ]);
  assert.deepEqual((await browser.get('/api/tasks')).json(), []);
  assert.equal(
    (await browser.post('/api/tasks', { ...fields, dueDate: '2026-10-01' })).statusCode,
    201,
  );
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
    ['../../etc/localtime', '2026-10-02'],
  ] as const) {
    const headers = zone === undefined ? {} : { 'time-zone': zone };
    const create = (dueDate: string) => browser.post('/api/tasks', { ...fields, dueDate }, headers);
    const dayBefore = first
      .replace(/\d$/, (day) => String(Number(day) - 1))
      .replace('10-00', '09-30');
    assert.deepEqual(faultsOf(await create(dayBefore)), ['/dueDate in_the_past'], zone);
    assert.equal((await create(first)).statusCode, 201, zone);
  }
});

test('rule 8: replace replaces every field of the task in the path, whatever id the body has, and returns it as updated', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const { id } = (await browser.post('/api/tasks', fields)).json();
  const after = { description: 'Sleep', dueDate: '2027-01-01', importance: 'LOW', state: 'DONE' };
  const answer = await browser.put(`/api/tasks/${id}`, { ...after, id: id + 1 });
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.json(), { id, ...after });
  assert.deepEqual((await browser.get('/api/tasks')).json(), [{ id, ...after }]);
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
    const foreign = await send(id);
    const absent = await send(missing);
    assertProblem(foreign, 404, 'task_not_found');
    const withoutRequestId = (body: string) => body.replace(/"requestId":"[^"]*"/, '');
    assert.equal(withoutRequestId(foreign.body), withoutRequestId(absent.body));
    const changing = { 'x-request-id': '', date: '' };
    assert.deepEqual({ ...foreign.headers, ...changing }, { ...absent.headers, ...changing });
  }
  assert.equal(
    (await (await signedIn(ada)).get('/api/tasks')).json().length,
    1,
    'it is still there',
  );
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
  const answer = await browser.put(`/api/tasks/${id}`, {
    ...fields,
    dueDate: '2020-02-29',
    state: 'DONE',
  });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.json().dueDate, '2020-02-29');
});

test('a task holds its owner, created-at and updated-at; the user record is made at sign-in, without name and picture', async (t) => {
  const path = join(emptyFolder(t), 'tasks.db');
  const store = openSqliteStore(path);
  const { signedIn, clock } = await startTestApp(t, { store });
  const database = new DatabaseSync(path, { readOnly: true });
  const read = (query: string) => ({ ...database.prepare(query).get() });

  const startMs = clock.nowMs();
  const browser = await signedIn(ada);
  const user = { email: ada.email, created_at_ms: startMs };
  assert.deepEqual(read('SELECT email, created_at_ms FROM users'), user);

  clock.advance(60_000);
  const { id } = (await browser.post('/api/tasks', fields, { 'idempotency-key': 'k' })).json();
  clock.advance(60_000);
  await browser.put(`/api/tasks/${id}`, { ...fields, state: 'DONE' });
  const columns = 'tasks.id, email, tasks.created_at_ms, updated_at_ms';
  const task = read(`SELECT ${columns} FROM tasks JOIN users ON users.id = owner`);
  const times = { created_at_ms: startMs + 60_000, updated_at_ms: startMs + 120_000 };
  assert.deepEqual(task, { id, email: ada.email, ...times });

  // The same after a renewal.
  clock.advance(60 * 60 * 1000);
  const { name, pictureUrl } = (await browser.get('/api/auth/me')).json();
  assert.deepEqual([name, pictureUrl], [ada.name, ada.picture]);
  const kept = ['', '-wal'].map((end) => readFileSync(path + end, 'latin1')).join('');
  assert.ok(kept.includes('ada@example.com'));
  for (const hidden of ['Ada Byron', 'people.example.com'])
    assert.ok(!kept.includes(hidden), hidden);
  database.close();
  await store.close();
});
