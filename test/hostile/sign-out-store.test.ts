import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Revocation } from '../../server/store/store.ts';
import { StoreError } from '../../server/store/store.ts';
import { defaultHost } from '../browser.ts';
import { ask, bob, withCopy } from './session-cookies.ts';

test('while the store is unavailable a sign-out holds in its process, and in all once it is back', async (t) => {
  const { service, other, browser, copy, failing } = await withFailingStore(t);
  for (const app of [service.app, other]) assert.equal(await ask(app, copy), 200);
  failing.note = true;
  const answer = await browser.get('/api/auth/logout');
  assert.equal(answer.statusCode, 303);
  assert.equal(browser.cookies.size, 0);
  assert.equal(await ask(service.app, copy), 401, 'here at once');

  service.clock.advance(2001);
  assert.equal(await ask(other, copy), 200, 'not known there');
  failing.note = false;
  assert.equal(await ask(service.app, copy), 401);
  await written(failing);
  service.clock.advance(2001);
  assert.equal(await ask(other, copy), 401);
  assert.equal(service.takeErrors().length, 1, 'told once');
});

test('a process that stops writes the sign-outs that the store has not taken yet', async (t) => {
  const { service, other, browser, copy, failing } = await withFailingStore(t);
  failing.note = true;
  await browser.at(other).get('/api/auth/logout');
  assert.equal(service.takeErrors().length, 1);
  failing.note = false;
  await other.close();
  assert.equal(await ask(await service.anotherProcess(), copy), 401);
});

test('a sign-out waits two seconds for a store that hangs, and is known here at once', async (t) => {
  const { service, browser, copy, failing } = await withFailingStore(t);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  failing.noting = released;
  const answer = browser.get('/api/auth/logout');
  await service.clock.untilWaiting(2000);
  assert.equal(await ask(service.app, copy), 401);
  service.clock.advance(2000);
  assert.equal((await answer).statusCode, 303);
  release();
  await written(failing);
});

test('a store that does not say whether a session has ended delays its sign-out by a second', async (t) => {
  const { service, browser, copy, failing } = await withFailingStore(t);
  failing.listing = new Promise(() => undefined);
  const answer = browser.get('/api/auth/logout');
  await service.clock.untilWaiting(1000);
  service.clock.advance(1000);
  assert.equal((await answer).statusCode, 303);
  assert.equal(browser.cookies.size, 0);
  assert.equal(failing.noted, 1);
  assert.equal(await ask(service.app, copy), 401);
});

test('known sign-outs stay in force while the store is unavailable, and other sessions go on', async (t) => {
  const { service, other, browser, copy, failing } = await withFailingStore(t);
  const bystander = await service.signedIn(bob);
  await browser.get('/api/auth/logout');
  assert.equal(await ask(other, copy), 401);
  assert.equal((await bystander.at(other).get('/api/auth/me')).statusCode, 200);
  failing.list = true;
  for (let minutes = 0; minutes < 50; minutes += 1) {
    service.clock.advance(60_000);
    assert.equal(await ask(other, copy), 401);
    assert.equal((await bystander.at(other).get('/api/auth/me')).statusCode, 200);
  }
  failing.list = false;
});

test('a process that has never asked about a session answers it with 503 while the store is unavailable', async (t) => {
  const { service, other: young, copy, failing } = await withFailingStore(t);
  failing.list = true;
  assert.equal(await ask(young, copy), 503);
  const answer = await young.inject({
    url: '/api/tasks',
    headers: { host: defaultHost, cookie: copy },
  });
  assert.equal(answer.json<{ code: string }>().code, 'store_unavailable');
  assert.ok(Number(answer.headers['retry-after']) > 0);
  assert.equal(service.takeErrors().length, 1, 'one fault, one line');
  assert.equal(answer.headers['set-cookie'], undefined, 'the session is kept');
  assert.equal(await ask(young, ''), 401, 'who brings no cookie is told so');
  failing.list = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  failing.listing = promise;
  failing.listed = 0;
  const slow = ask(young, copy);
  while (failing.listed === 0) await nextTurn();
  service.clock.advance(1000);
  await nextTurn();
  resolve();
  assert.equal(await slow, 200, 'a slow store is waited for');
});

test('a store that hangs delays one request by a second and signs nobody out', async (t) => {
  const { service, copy, failing } = await withFailingStore(t);
  assert.equal(await ask(service.app, copy), 200);
  failing.listing = new Promise(() => undefined);
  service.clock.advance(2001);
  const first = ask(service.app, copy);
  await service.clock.untilWaiting(1000);
  service.clock.advance(1000);
  assert.equal(await first, 200);
  assert.equal(await ask(service.app, copy), 200, 'nobody else waits for the same question');
});

/** A service whose store fails on revocations when a test sets it to. */
async function withFailingStore(t: TestContext) {
  const begun = await withCopy(t);
  const { store } = begun.service;
  const { noteRevocation, findRevocation } = store;
  const failing = {
    note: false,
    noting: Promise.resolve(),
    list: false,
    listing: Promise.resolve(),
    listed: 0,
    noted: 0,
  };
  const away = () => Promise.reject(new StoreError('unavailable', 'away'));
  t.mock.method(store, 'noteRevocation', async (ending: Revocation) => {
    if (failing.note) return away();
    await failing.noting;
    await noteRevocation(ending);
    failing.noted += 1;
  });
  t.mock.method(store, 'findRevocation', async (subjects: readonly string[]) => {
    failing.listed += 1;
    await failing.listing;
    return failing.list ? away() : findRevocation(subjects);
  });
  return { ...begun, failing };
}

/** Resolves when the one revocation of the test is in the store. */
async function written(failing: Readonly<{ noted: number }>): Promise<void> {
  for (let turn = 0; failing.noted === 0; turn += 1) {
    assert.ok(turn < mostTurns, 'the revocation is not written');
    await nextTurn();
  }
}

/** More than a write takes: a revocation that never comes must fail its test, not the whole run. */
const mostTurns = 10_000;
