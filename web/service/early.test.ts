import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

import { createApi } from './api.ts';
import { createSend } from './call.ts';
import { cameWithPage, isEarly, takeEarly } from './early.ts';

const source = readFileSync(join(import.meta.dirname, '..', 'first.js'), 'utf8');
const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What first.js asks on a device that remembers this, of a page with which this came. */
function runFirst(remembered: Record<string, string>, { search = '', came = {} } = {}) {
  const asked: { path: string; init: RequestInit }[] = [];
  const dataset: Record<string, string> = {};
  const page = createContext({
    document: {
      documentElement: { dataset },
      querySelector: (selector: string) =>
        selector === '#first-answers' ? { textContent: JSON.stringify(came) } : null,
    },
    Response,
    setTimeout: (run: () => void) => run(),
    location: { search },
    URLSearchParams,
    localStorage: { getItem: (name: string) => remembered[name] ?? null },
    fetch: (path: string, init: RequestInit) => {
      asked.push({ path, init });
      return Promise.resolve(new Response('{"enabled":false,"providers":[]}'));
    },
    AbortSignal,
  });
  runInContext(source, page);
  return { asked, dataset, page };
}

test('the view that the address asks for is known before the first paint, an unknown one is the list', () => {
  for (const view of ['board', 'month'])
    assert.deepEqual(runFirst({}, { search: `?view=${view}` }).dataset, { view });
  for (const search of ['', '?view=list', '?view=garden'])
    assert.deepEqual(runFirst({}, { search }).dataset, {});
});

test('the first questions are asked as the app asks them', async () => {
  const { asked } = runFirst({ 'dueline.session': 'ada@example.org' });
  asked.push(...runFirst({}).asked);
  const own: { path: string; init: RequestInit }[] = [];
  const api = createApi(
    createSend((input, init) => {
      own.push({ path: String(input instanceof Request ? input.url : input), init: init ?? {} });
      return Promise.resolve(new Response());
    }, timeZone),
  );
  await api.me();
  await api.listTasks();
  await api.me();
  await api.listProviders();
  const plain = ({ path, init: { signal, headers, ...init } }: (typeof own)[number]) => {
    assert.ok(signal, path);
    const sent = new Headers(headers);
    return JSON.stringify({ path, init, headers: [...sent] });
  };
  assert.deepEqual(asked.map(plain), own.map(plain));
});

test('the list is asked for where a session is likely, the ways to sign in elsewhere', () => {
  const pathsOf = (...args: Parameters<typeof runFirst>) => runFirst(...args).asked.map(({ path }) => path);
  const remembered = { 'dueline.session': 'ada@example.org' };
  assert.deepEqual(pathsOf({}), [me, '/api/auth/providers']);
  assert.deepEqual(pathsOf(remembered), [me, '/api/tasks']);
  // What came with the page knows better than what is remembered.
  assert.deepEqual(pathsOf({}, { came: { [me]: ada } }), ['/api/tasks']);
  assert.deepEqual(pathsOf(remembered, { came: { [me]: nobody } }), ['/api/auth/providers']);
  assert.deepEqual(pathsOf({}, { came: { [me]: ada, '/api/tasks': list } }), []);
});

test('while a sign-out is due nothing is asked, and what came is not looked at', () => {
  const { asked, page } = runFirst(
    { 'dueline.session': 'ada@example.org', 'dueline.sign-out': 'due' },
    { came: { [me]: ada, '/api/tasks': list } },
  );
  assert.deepEqual(asked, []);
  assert.equal(page['earlyAnswers']?.size, 0);
});

test('what came with the page is read as if it had been asked for', async (t) => {
  t.after(() => (globalThis.earlyAnswers = undefined));
  const { page } = runFirst({}, { came: { [me]: ada, '/api/tasks': list } });
  globalThis.earlyAnswers = page['earlyAnswers'];
  assert.deepEqual([me, '/api/tasks', '/api/auth/providers'].map(cameWithPage), [true, true, false]);
  assert.deepEqual([me, '/api/tasks', '/api/auth/providers'].map(isEarly), [true, true, false]);
  const later: (string | null)[] = [];
  const api = createApi(
    createSend(
      takeEarly((_input, init) => {
        later.push(new Headers(init?.headers).get('If-None-Match'));
        return Promise.resolve(new Response(null, { status: 304 }));
      }),
      timeZone,
    ),
  );
  assert.deepEqual(await api.me(), { kind: 'ok', value: { email: 'ada@example.org' } });
  assert.deepEqual(await api.listTasks(), { kind: 'ok', value: [] });
  assert.deepEqual(await api.listTasks(), { kind: 'ok', value: [] });
  assert.deepEqual(later, ['W/"none"'], 'the tag of the list that came is sent with the next question');

  globalThis.earlyAnswers = runFirst({}, { came: { [me]: nobody } }).page['earlyAnswers'];
  assert.deepEqual(await api.me(), { kind: 'expired' });
});

const me = '/api/auth/me';
const ada = { status: 200, etag: null, body: '{"email":"ada@example.org"}' };
const nobody = { status: 499, etag: null, body: '' };
const list = { status: 200, etag: 'W/"none"', body: '[]' };

test('a chosen look is there before the first paint; any other text is none', () => {
  assert.deepEqual(runFirst({ 'dueline.theme': 'dark', 'dueline.density': 'compact' }).dataset, {
    theme: 'dark',
    density: 'compact',
  });
  assert.deepEqual(runFirst({ 'dueline.theme': 'pink' }).dataset, {});
});

test('an early answer is taken once; whatever else is asked is asked', async () => {
  const answer = new Response('early');
  globalThis.earlyAnswers = new Map([['/api/auth/me', Promise.resolve(answer)]]);
  const fetch = takeEarly(() => Promise.resolve(new Response('late')));
  const textOf = async (path: string, method: string) => (await fetch(path, { method })).text();
  assert.equal(await textOf('/api/tasks', 'GET'), 'late');
  assert.equal(await textOf('/api/auth/me', 'DELETE'), 'late');
  assert.equal(await textOf('/api/auth/me', 'GET'), 'early');
  assert.equal(await textOf('/api/auth/me', 'GET'), 'late');
  globalThis.earlyAnswers = undefined;
});
