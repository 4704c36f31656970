import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { mostOfPerson } from '../../server/routes/change-waits.ts';
import { revocationOfEmail, subjectOfEmail } from '../../server/session/revocations.ts';
import type { Store } from '../../server/store/store.ts';
import { blockedMs, StoreError } from '../../server/store/store.ts';
import type { Overrides } from '../app.ts';
import { hourMs, startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { defaultHost } from '../browser.ts';
import type { Cleanup } from '../folder.ts';
import { listen, requestText } from '../hostile/wire.ts';
import { bob } from '../hostile/session-cookies.ts';

const fields = {
  description: 'Pay the rent',
  dueDate: '2026-11-01',
  importance: 'LOW',
  state: 'TODO',
};
const tickMs = 250;
/** More than any answer takes: a request that does not wait must fail its test, not the whole run. */
const mostTurns = 2000;

/** A signed-in person, and the requests of this person that wait with the current tag. */
async function startWaiting(t: Cleanup, overrides?: Overrides) {
  const service = await startTestApp(t, overrides);
  const { app, clock } = service;
  const browser = await service.signedIn();
  const tag = async () => String((await browser.get('/api/tasks')).headers['etag']);
  const metric = async () => {
    const { body } = await app.inject({ url: '/metrics', headers: { host: defaultHost } });
    return Number(/^dueline_waiting_requests (\d+)$/m.exec(body)?.[1]);
  };
  const untilSize = async (size: number) => {
    for (let turn = 0; (await metric()) !== size; turn += 1) {
      assert.ok(turn < mostTurns, `${size} requests do not wait`);
      await nextTurn();
    }
  };
  return {
    ...service,
    browser,
    tag,
    untilSize,
    /** Sends a request that waits, and resolves when it does. `answer` is its response. */
    begin: async (by: Browser = browser, seconds = 25, held?: string) => {
      const before = await metric();
      const headers = { prefer: `wait=${seconds}`, 'if-none-match': held ?? (await tag()) };
      const answer = by.get('/api/tasks', headers);
      await untilSize(before + 1);
      return { answer };
    },
    /** Lets the time pass in ticks, as a clock does. */
    pass: async (ms: number) => {
      for (let passedMs = 0; passedMs < ms; passedMs += tickMs) {
        clock.advance(tickMs);
        for (let turn = 0; turn < 5; turn += 1) await nextTurn();
      }
    },
  };
}

test('with Prefer: wait the list is held until a write of the owner, then answered with the change', async (t) => {
  const { browser, signedIn, begin } = await startWaiting(t);
  const device = await signedIn();
  const other = await signedIn(bob);
  const { id } = (await device.post('/api/tasks', fields)).json();
  for (const write of [
    () => device.post('/api/tasks', fields),
    () => device.put(`/api/tasks/${id}`, { ...fields, state: 'DONE' }),
    () => device.delete(`/api/tasks/${id}`),
  ]) {
    const { answer } = await begin();
    await other.post('/api/tasks', fields);
    assert.ok((await write()).statusCode < 300);
    const { statusCode, headers, body } = await answer;
    assert.equal(statusCode, 200);
    assert.equal(headers['preference-applied'], 'wait');
    assert.equal(body, (await browser.get('/api/tasks')).body);
  }
});

test('without a change the answer is 304 within the time asked for, which is 25 s at most', async (t) => {
  const { begin, pass, untilSize, clock, logged } = await startWaiting(t);
  for (const [asked, shortestMs, longestMs] of [
    [25, 20_000, 25_000],
    [600, 20_000, 25_000],
    [2, 1500, 2000],
  ] as const) {
    const startMs = clock.nowMs();
    const { answer } = await begin(undefined, asked);
    await pass(shortestMs - tickMs);
    await untilSize(1);
    await pass(longestMs - shortestMs + tickMs);
    const { statusCode, headers, body } = await answer;
    assert.equal(statusCode, 304);
    assert.equal(body, '');
    assert.equal(headers['preference-applied'], 'wait');
    assert.match(String(headers['etag']), /^W\/"/);
    assert.ok(clock.nowMs() - startMs <= longestMs, `${asked} s`);
    const line = logged.findLast((each) => each['status'] === 304);
    assert.ok(Number(line?.['waitedMs']) >= shortestMs - 500, 'the log tells the wait');
    assert.ok(Number(line?.['ms']) < shortestMs, 'apart from the time of the service');
  }
});

test('without Prefer, without the current tag, and for other values nothing waits', async (t) => {
  const { browser, tag } = await startWaiting(t);
  const held = await tag();
  for (const headers of [
    { 'if-none-match': held },
    { 'if-none-match': held, prefer: 'respond-async' },
    { 'if-none-match': held, prefer: 'wait=0' },
    { 'if-none-match': held, prefer: 'wait=soon' },
    { prefer: 'wait=25' },
    { prefer: 'wait=25', 'if-none-match': '*' },
    { prefer: 'wait=25', 'if-none-match': `${held}, "other"` },
  ]) {
    const { statusCode, headers: answered } = await browser.get('/api/tasks', headers);
    assert.ok([200, 304].includes(statusCode));
    assert.equal(answered['preference-applied'], undefined, JSON.stringify(headers));
  }
  const other = await browser.get('/api/tasks', { prefer: 'wait=25', 'if-none-match': '"1.1"' });
  assert.equal(other.statusCode, 200, 'a change that the client does not have yet');
  assert.equal(other.headers['preference-applied'], 'wait');
});

test('a tag to which a proxy has added its coding, strong or weak, waits as the tag itself', async (t) => {
  const { begin, tag, signedIn } = await startWaiting(t);
  const device = await signedIn();
  for (const [from, to] of [
    [/"$/, '-gzip"'],
    [/"$/, ';br"'],
    [/^W\//, ''],
  ] as const) {
    const { answer } = await begin(undefined, 25, (await tag()).replace(from, to));
    await device.post('/api/tasks', fields);
    assert.equal((await answer).statusCode, 200);
  }
});

test('a person has at most eight waiting requests in a process, and further ones are answered at once', async (t) => {
  const { app, browser, signedIn, begin, tag, untilSize } = await startWaiting(t);
  const waiting = [];
  for (let number = 0; number < mostOfPerson; number += 1) waiting.push(await begin());
  const headers = { prefer: 'wait=25', 'if-none-match': await tag() };
  const ninth = await browser.get('/api/tasks', headers);
  assert.equal(ninth.statusCode, 304);
  assert.equal(ninth.headers['preference-applied'], undefined);
  const other = await signedIn(bob);
  const held = String((await other.get('/api/tasks')).headers['etag']);
  const another = await begin(other, 25, held);
  await browser.post('/api/tasks', fields);
  for (const { answer } of waiting) assert.equal((await answer).statusCode, 200);
  await untilSize(1);
  await app.close();
  assert.equal((await another.answer).statusCode, 304);
});

test('a sign-out ends the waits of its session at once, in another process within two seconds, and no list is sent', async (t) => {
  const { anotherProcess, signedIn, begin, pass, tag, app } = await startWaiting(t);
  const other = await anotherProcess();
  for (const signOutAt of [app, other]) {
    const device = await signedIn();
    const elsewhere = await signedIn();
    const script = await begin(device);
    const stays = await begin(elsewhere);
    await device.at(signOutAt).get('/api/auth/logout');
    if (signOutAt === other) await pass(1500);
    const { statusCode, headers, body } = await script.answer;
    assert.equal(statusCode, 401, body);
    assert.equal(headers['set-cookie'], undefined);
    await elsewhere.post('/api/tasks', fields);
    assert.equal((await stays.answer).statusCode, 200, 'another session of the person goes on');
    assert.ok(await tag());
  }
});

test('a script learns with 499 that its session has ended', async (t) => {
  const { signedIn, browser, untilSize, tag } = await startWaiting(t);
  const device = await signedIn();
  const answer = device.get('/api/tasks', {
    prefer: 'wait=25',
    'if-none-match': await tag(),
    'x-requested-with': 'JavaScript',
  });
  await untilSize(1);
  await device.get('/api/auth/logout');
  assert.equal((await answer).statusCode, 499);
  assert.equal((await browser.get('/api/tasks')).statusCode, 200);
});

test('a block and an erasure by a command end the waits of the person within two seconds', async (t) => {
  for (const { change, status, code } of [
    {
      change: { endedAtMs: blockedMs, untilMs: blockedMs },
      status: 403,
      code: 'email_blocked',
    },
    { change: {}, status: 401, code: 'not_authorized' },
  ]) {
    const { begin, pass, store, clock, browser } = await startWaiting(t);
    const { answer } = await begin();
    const { email } = (await browser.get('/api/auth/me')).json();
    const revocation = revocationOfEmail(email, clock.nowMs(), 0);
    assert.equal(revocation.subject, subjectOfEmail(email));
    await store.noteRevocation({ ...revocation, ...change });
    await pass(1500);
    const { statusCode, json } = await answer;
    assert.deepEqual([statusCode, json().code], [status, code]);
  }
});

test('a wait ends when the ID token expires, and the next request renews the session as every request does', async (t) => {
  const { begin, pass, clock, browser, provider, tag } = await startWaiting(t);
  const held = await tag();
  clock.advance(hourMs - 5000);
  const { answer } = await begin(browser, 25, held);
  await pass(5000);
  const first = await answer;
  assert.equal(first.statusCode, 304);
  assert.equal(provider.count('token'), 1, 'nothing is renewed during a wait');
  clock.advance(1000);
  const renewing = await browser.get('/api/tasks', { prefer: 'wait=25', 'if-none-match': held });
  assert.equal(renewing.statusCode, 304);
  assert.equal(provider.count('token'), 2);
  assert.ok(renewing.headers['set-cookie'], 'the new cookie comes at once');
  assert.equal(renewing.headers['preference-applied'], undefined);
});

test('a stop of the service answers the waits at once with 304, and closes their connections', async (t) => {
  const { app, browser, tag, untilSize } = await startWaiting(t, {
    config: { http: { trustedProxies: ['loopback'] } },
  });
  const held = await tag();
  const { open } = await listen(app);
  const { socket, answer } = await open();
  socket.write(waitingRequest(browser, held));
  await untilSize(1);
  const stopped = app.close();
  const { status, headers } = await answer();
  assert.equal(status, 304);
  assert.equal(headers['connection'], 'close');
  assert.equal(headers['preference-applied'], 'wait');
  await stopped;
});

test('a client that goes away ends its wait, and leaves nothing behind', async (t) => {
  const { app, browser, tag, untilSize, pass, clock } = await startWaiting(t);
  const held = await tag();
  const { open } = await listen(app);
  for (let round = 0; round < 3; round += 1) {
    const { socket } = await open();
    socket.write(waitingRequest(browser, held));
    await untilSize(1);
    socket.destroy();
    await untilSize(0);
  }
  await pass(2 * tickMs);
  assert.equal(clock.waiting(), 0, 'no timer runs without a waiting request');
});

test('a change between the read of the version and the wait is not missed', async (t) => {
  let isWritten = false;
  const service = await startWaiting(t);
  const { store, browser, signedIn, tag } = service;
  const device = await signedIn();
  const held = await tag();
  const list = store.list;
  t.mock.method(store, 'list', async (...call: Parameters<Store['list']>) => {
    const before = await list(...call);
    if (!isWritten) {
      isWritten = true;
      await device.post('/api/tasks', fields);
    }
    return before;
  });
  const answer = await browser.get('/api/tasks', { prefer: 'wait=25', 'if-none-match': held });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.json().length, 1);
});

test('while the store fails a wait lasts as long as asked for, and the failure is logged by the store alone', async (t) => {
  const { begin, pass, store } = await startWaiting(t);
  const { answer } = await begin();
  t.mock.method(store, 'findVersions', async () => {
    throw new StoreError('unavailable', 'away');
  });
  await pass(25_000);
  assert.equal((await answer).statusCode, 304);
});

function waitingRequest(browser: Browser, held: string): string {
  const headers = [
    `host: ${defaultHost}`,
    `cookie: ${browser.cookieHeader('/')}`,
    `if-none-match: ${held}`,
    'prefer: wait=25',
  ];
  return requestText('GET /api/tasks', headers).replace('connection: close\r\n', '');
}
