import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { createApi } from './service/api.ts';

const source = readFileSync(join(import.meta.dirname, 'first.js'), 'utf8');

type Request = Readonly<{ path: string; headers: Readonly<Record<string, string>> }>;
type Init = Readonly<Record<string, unknown>>;

/** Runs first.js on a device with these texts; returns the look that it sets and its requests. */
async function run(remembered: Record<string, string>, { search = '', nobody = false } = {}) {
  const dataset: Record<string, string> = nobody ? { nobody: '' } : {};
  const requests: Request[] = [];
  const inits: Init[] = [];
  const context = {
    document: {
      documentElement: { dataset },
      addEventListener: (_: string, tell: () => void) => tell(),
    },
    location: { search },
    URLSearchParams,
    Response,
    AbortSignal,
    requestAnimationFrame: (draw: () => void) => draw(),
    setTimeout: (call: () => void) => call(),
    addEventListener: () => undefined,
    localStorage: { getItem: (name: string) => remembered[name] ?? null },
    fetch(path: string, init: { headers: Request['headers'] }) {
      inits.push(init);
      requests.push({ path, headers: init.headers });
      return path === '/api/auth/me'
        ? Promise.reject(new TypeError('away'))
        : Promise.resolve(new Response());
    },
  };
  const preloaded: unknown = runInNewContext(`${source};globalThis.preloaded`, context);
  if (preloaded === undefined)
    return { look: dataset, requests, inits, me: undefined, tasks: undefined };
  assert.ok(
    typeof preloaded === 'object' &&
      preloaded !== null &&
      'me' in preloaded &&
      'tasks' in preloaded,
  );
  const [me, tasks] = await Promise.all([preloaded.me, preloaded.tasks]);
  return { look: dataset, requests, inits, me, tasks };
}

test('a chosen look, and the view that the address asks for, are known before the first paint', async () => {
  const chosen = await run(
    { 'dueline.theme': 'dark', 'dueline.density': 'compact' },
    { search: '?view=month' },
  );
  assert.deepEqual(chosen.look, { theme: 'dark', density: 'compact', view: 'month' });
  const board = await run({}, { search: '?view=board' });
  assert.deepEqual(board.look, { theme: '', density: '', view: 'board' });
  assert.deepEqual((await run({})).look, { theme: '', density: '', view: '' });
});

const known = {
  'dueline.session': 'ada@example.org',
  'dueline.expected-user.ada@example.org': 'hash of ada',
};

test('the first requests begin with the page, the one for the tasks only for whom the device remembers', async () => {
  const asScript = {
    Accept: 'application/json, application/problem+json',
    'X-Requested-With': 'JavaScript',
  };
  const me = { path: '/api/auth/me', headers: asScript };
  const tasks = { path: '/api/tasks', headers: { ...asScript, 'Expected-User': 'hash of ada' } };
  const begun = await run(known);
  assert.deepEqual(plain(begun.requests), [me, tasks]);
  assert.equal(begun.me, null, 'a request that failed has no response');
  assert.ok(begun.tasks instanceof Response);
  for (const remembered of [
    {},
    { 'dueline.session': 'ada@example.org' },
    { ...known, 'dueline.session': 'bob' },
  ]) {
    const other = await run(remembered);
    assert.deepEqual([plain(other.requests), other.tasks], [[me], null]);
  }
});

test('the first requests are those that the page itself sends', async () => {
  const { requests, inits } = await run(known);
  const sent: Init[] = [];
  const fetch: typeof globalThis.fetch = (_path, init) => {
    sent.push({ ...init });
    return Promise.resolve(new Response(null, { status: 499 }));
  };
  const api = createApi({ fetch, holds: () => true });
  await api.me();
  await api.listTasks();
  const comparable = (init: Init, more: Readonly<Record<string, string>> = {}) => {
    const { headers, signal, method = 'GET', keepalive = false, ...rest } = init;
    assert.ok(signal instanceof AbortSignal);
    const entries = headers instanceof Headers ? [...headers] : Object.entries(headers ?? {});
    return {
      ...rest,
      method,
      keepalive,
      headers: [...new Headers([...entries, ...Object.entries(more)])],
    };
  };
  const owner = { 'Expected-User': 'hash of ada' };
  assert.deepEqual(
    requests.map(({ path }) => path),
    ['/api/auth/me', '/api/tasks'],
  );
  assert.deepEqual(
    inits.map((init) => comparable(init)),
    sent.map((init, index) => comparable(init, index === 1 ? owner : {})),
  );
});

test('a page that the service has marked begins no request: nobody is signed in', async () => {
  const { requests, me, tasks } = await run(known, { nobody: true });
  assert.deepEqual([requests, me instanceof Response && me.status, tasks], [[], 499, null]);
});

test('no request begins before a sign-out that is due', async () => {
  const { requests, me } = await run({ ...known, 'dueline.sign-out': 'due' });
  assert.deepEqual([requests, me], [[], undefined]);
});

test('code that does not come is requested again, then the page, seven times in a row at most', async () => {
  class HTMLScriptElement {
    src = '/assets/index-abc.js';
  }
  const requests: string[] = [];
  const history = { state: 0, replaceState: (state: number) => void (history.state = state) };
  let reloads = 0;
  const failToLoad = async () => {
    runInNewContext(source, {
      document: { documentElement: { dataset: { nobody: '' } }, addEventListener: () => undefined },
      location: { search: '', reload: () => void (reloads += 1) },
      URLSearchParams,
      Response,
      HTMLScriptElement,
      history,
      localStorage: { getItem: () => null },
      setTimeout: (call: () => void) => call(),
      addEventListener: (type: string, tell: (event: object) => void) =>
        type === 'error' && tell({ target: new HTMLScriptElement() }),
      fetch: (path: string) => {
        requests.push(path);
        return Promise.resolve(new Response('', { status: 404 }));
      },
    });
    await new Promise(setImmediate);
  };
  await failToLoad();
  assert.deepEqual([requests, reloads], [Array(5).fill('/assets/index-abc.js'), 1]);
  for (let time = 0; time < 7; time += 1) await failToLoad();
  assert.equal(reloads, 7);
  await failToLoad();
  assert.equal(reloads, 8, 'a person who loads the page again begins anew');
});

/** Copies objects of the other context, whose prototypes are not those of this one. */
const plain = (requests: readonly Request[]): unknown => JSON.parse(JSON.stringify(requests));
