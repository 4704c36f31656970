import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { task as taskOf } from '../sync/answers-fixture.ts';
import { createApi } from './api.ts';

const task = taskOf(7);
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

/** An api that gets `answers` in order, and its requests. */
function apiOver(...answers: (Response | Error)[]) {
  const requests: { url: string; init: RequestInit }[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    requests.push({ url: input instanceof Request ? input.url : String(input), init: init ?? {} });
    const answer = answers.shift() ?? new Error('asked too often');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const parts = { fetch, holds: () => true };
  return {
    api: createApi(parts),
    apiOf: (owner: string) => createApi({ ...parts, owner }),
    requests,
  };
}

test('every call says that a script sends it and follows no redirect, and a write names the zone', async () => {
  const { api, requests } = apiOver(json([task]), json(task, 201));
  await api.listTasks();
  await api.createTask(task, 'key');
  const { url, init } = requests[0] ?? assert.fail('no request');
  const headers = new Headers(init.headers);
  assert.equal(url, '/api/tasks');
  assert.equal(headers.get('X-Requested-With'), 'JavaScript');
  assert.equal(init.redirect, 'manual');
  assert.equal(headers.get('Time-Zone'), null);
  assert.equal(
    new Headers(requests[1]?.init.headers).get('Time-Zone'),
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
});

test('a request waits only for the change of a list that the page has, and ends with its signal', async () => {
  const changed = json([task], 200, { ETag: 'W/"2"' });
  const { api, requests } = apiOver(
    json([task], 200, { ETag: 'W/"1"' }),
    changed,
    new Error('off'),
  );
  const { signal } = new AbortController();
  assert.equal(await api.awaitChange(signal), null);
  assert.equal(requests.length, 0);
  await api.listTasks();
  assert.equal(await api.awaitChange(signal), changed);
  const { url, init } = requests[1] ?? assert.fail('no request');
  const headers = new Headers(init.headers);
  assert.deepEqual([init.method, url], ['GET', '/api/tasks']);
  assert.deepEqual([headers.get('Prefer'), headers.get('If-None-Match')], ['wait=25', 'W/"1"']);
  assert.equal(init.signal, signal);
  assert.equal(await api.awaitChange(signal), null, 'without an answer');
});

test('a request that was begun before is not made again, unless it has failed', async () => {
  const begun = (response: Response | null) => Promise.resolve(response);
  const { api, requests } = apiOver(
    new Response(null, { status: 304 }),
    json({ email: 'ada@example.org' }),
    json([task]),
  );
  assert.deepEqual(await api.listTasks(begun(json([task], 200, { ETag: 'W/"1"' }))), {
    kind: 'ok',
    value: [task],
  });
  assert.deepEqual(await api.me(begun(new Response(null, { status: 499 }))), { kind: 'expired' });
  assert.equal((await api.listTasks(begun(json([{ id: 'x' }])))).kind, 'mismatch');
  assert.equal(requests.length, 0);

  assert.deepEqual(await api.listTasks(), { kind: 'ok', value: [task] });
  assert.equal(new Headers(requests[0]?.init.headers).get('If-None-Match'), 'W/"1"');
  assert.equal((await api.me(begun(null))).kind, 'ok');
  assert.equal((await api.listTasks(begun(json({}, 503)))).kind, 'ok');
});

test('a create carries its Idempotency-Key, and a write may outlive the page', async () => {
  const { api, requests } = apiOver(
    json(task, 201),
    json(task),
    new Response(null, { status: 204 }),
    json([task]),
  );
  assert.deepEqual(await api.createTask(task, 'key-1'), { kind: 'ok', value: task });
  await api.replaceTask('7', task);
  assert.deepEqual(await api.deleteTask('7'), { kind: 'ok', value: null });
  await api.listTasks();
  assert.equal(new Headers(requests[0]?.init.headers).get('Idempotency-Key'), 'key-1');
  assert.equal(requests[2]?.url, '/api/tasks/7');
  assert.deepEqual(
    requests.map(({ init }) => init.keepalive),
    [true, true, true, false],
  );
});

test('401, 499 and an opaque redirect all mean that the session has ended', async () => {
  const redirect = new Response(null);
  Object.defineProperty(redirect, 'type', { value: 'opaqueredirect' });
  const { api } = apiOver(json({}, 401), new Response(null, { status: 499 }), redirect);
  for (let each = 0; each < 3; each += 1) assert.deepEqual(await api.me(), { kind: 'expired' });
});

test('no answer, and an answer that breaks off, mean that the service is out of reach', async () => {
  const broken = new Response(
    new ReadableStream({
      pull: (controller) => controller.error(new Error('reset')),
    }),
  );
  const { api } = apiOver(new TypeError('failed to fetch'), broken);
  assert.deepEqual(await api.me(), { kind: 'offline' });
  assert.deepEqual(await api.me(), { kind: 'offline' });
});

test('a gateway that did not reach the service, and a limit on requests, are no refusal of the service', async () => {
  const problem = {
    type: 'about:blank',
    title: 'The task store cannot be reached',
    status: 503,
    code: 'x',
  };
  const gateway = [502, 429].map((status) => new Response('Of the gateway', { status }));
  const limited = json({ ...problem, status: 429, code: 'too_many_requests' }, 429);
  const { api } = apiOver(...gateway, limited, json(problem, 503));
  assert.deepEqual(await api.me(), { kind: 'offline' });
  assert.deepEqual(await api.me(), { kind: 'offline' });
  assert.deepEqual(await api.me(), { kind: 'offline' });
  assert.equal((await api.me()).kind, 'refused');
});

test('a 2xx body that fails its published schema names the request, the schema and the place', async () => {
  const { api } = apiOver(json([task, { ...task, importance: 'URGENT' }]), new Response('<html>'));
  assert.deepEqual(await api.listTasks(), {
    kind: 'mismatch',
    request: 'GET /api/tasks',
    schema: 'TaskListResponse',
    path: '/1/importance',
  });
  const page = await api.listTasks();
  assert.equal(page.kind, 'mismatch');
});

test('a problem document comes back with its code and its faults; any other refusal with its status', async () => {
  const errors = [{ pointer: '/dueDate', code: 'in_the_past', detail: 'is before today' }];
  const said = { status: 400, code: 'validation_failed', errors };
  const problem = { type: 'about:blank', title: 'A field failed', ...said };
  const { api } = apiOver(json(problem, 400), new Response('oops', { status: 500 }));
  const refused = await api.createTask(task, 'key');
  assert.deepEqual(refused, {
    kind: 'refused',
    ...said,
    detail: 'A field failed',
    requestId: null,
  });
  const other = await api.createTask(task, 'key');
  assert.equal(other.kind === 'refused' && other.status, 500);
});

test('a list that has not changed is not sent again', async () => {
  const { api, requests } = apiOver(
    json([task], 200, { ETag: '"a"' }),
    new Response(null, { status: 304 }),
  );
  await api.listTasks();
  assert.deepEqual(await api.listTasks(), { kind: 'ok', value: [task] });
  assert.equal(new Headers(requests[1]?.init.headers).get('If-None-Match'), '"a"');
});

test('a page whose browser has become someone else’s neither sends nor hears anything', async () => {
  let mine = true;
  const sent: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (path) => {
    sent.push(path);
    mine = false;
    return json([task]);
  };
  const api = createApi({ fetch, holds: () => mine });
  assert.deepEqual(await api.listTasks(), { kind: 'expired', another: true });
  assert.deepEqual(await api.listTasks(), { kind: 'expired', another: true });
  assert.deepEqual(sent, ['/api/tasks']);
});

test('every call of one person’s page names whom it means, by a hash; the question who is there does not', async () => {
  const { api, apiOf, requests } = apiOver(
    json([task], 200, { ETag: '"a"' }),
    new Response(null, { status: 304 }),
    json(task, 201),
    json({ email: 'ada@example.org' }),
  );
  const own = apiOf('ada@example.org');
  await own.listTasks();
  await own.listTasks();
  await own.createTask(task, 'key');
  await api.me();
  const named = requests.map(({ init }) => new Headers(init.headers).get('Expected-User'));
  const hash = createHash('sha256').update('ada@example.org').digest('base64url');
  assert.deepEqual(named, [hash, hash, hash, null]);
  assert.equal(new Headers(requests[1]?.init.headers).get('If-None-Match'), '"a"');
});

test('what is known of one person’s list is not told of another’s', async () => {
  const { apiOf, requests } = apiOver(json([task], 200, { ETag: '"a"' }), json([]));
  await apiOf('ada@example.org').listTasks();
  await apiOf('bob@example.org').listTasks();
  assert.equal(new Headers(requests[1]?.init.headers).get('If-None-Match'), null);
});

test('a refusal because somebody else is signed in is no answer to whom the page is for', async () => {
  const another = {
    type: 'about:blank',
    title: 'Another person',
    status: 403,
    code: 'another_user',
  };
  const { api } = apiOver(json(another, 403), json({ ...another, code: 'cross_site' }, 403));
  assert.deepEqual(await api.listTasks(), { kind: 'expired', another: true });
  assert.equal((await api.listTasks()).kind, 'refused');
});

test('a sign-out is done when the service redirects, and still due when it does not answer', async () => {
  const redirect = new Response(null);
  Object.defineProperty(redirect, 'type', { value: 'opaqueredirect' });
  const onward = { location: 'https://id.example.com/end' };
  const { api, requests } = apiOver(redirect, json(onward), new TypeError('failed to fetch'), json({}, 503), json('a gateway')); // prettier-ignore
  assert.deepEqual(await api.signOut(), { kind: 'ok', value: null });
  assert.deepEqual(await api.signOut(), { kind: 'ok', value: onward });
  assert.equal((await api.signOut()).kind, 'offline');
  for (const _ of ['503', 'a gateway']) assert.notEqual((await api.signOut()).kind, 'ok');
  assert.equal(requests[0]?.url, '/api/auth/logout');
});
