import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

import { createApi } from './api.ts';
import { createSend } from './call.ts';
import { takeEarly } from './early.ts';

const source = readFileSync(join(import.meta.dirname, '..', 'public', 'first.js'), 'utf8');
const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What public/first.js asks on a device that remembers this. */
function runFirst(remembered: Record<string, string>, search = '') {
  const asked: { path: string; init: RequestInit }[] = [];
  const dataset: Record<string, string> = {};
  const page = createContext({
    document: { documentElement: { dataset } },
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
  for (const view of ['board', 'month']) assert.deepEqual(runFirst({}, `?view=${view}`).dataset, { view });
  for (const search of ['', '?view=list', '?view=garden']) assert.deepEqual(runFirst({}, search).dataset, {});
});

test('the first questions are asked as the app asks them', async () => {
  const { asked } = runFirst({ 'dueline.session': 'ada@example.org' });
  const own: { path: string; init: RequestInit }[] = [];
  const api = createApi(
    createSend((input, init) => {
      own.push({ path: String(input instanceof Request ? input.url : input), init: init ?? {} });
      return Promise.resolve(new Response());
    }, timeZone),
  );
  await api.me();
  await api.listProviders();
  await api.listTasks();
  const plain = ({ path, init: { signal, headers, ...init } }: (typeof own)[number]) => {
    assert.ok(signal, path);
    const sent = new Headers(headers);
    return JSON.stringify({ path, init, headers: [...sent] });
  };
  assert.deepEqual(asked.map(plain), own.map(plain));
});

test('the list is asked for only where a session is likely', () => {
  assert.deepEqual(
    runFirst({}).asked.map(({ path }) => path),
    ['/api/auth/me', '/api/auth/providers'],
  );
});

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
