import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { CurrentUserResponse } from '../../contract/auth.ts';
import type { Fault, Outcome, Preloaded } from '../service/api.ts';
import { storageInMemory } from '../device/storage-fixture.ts';
import { ada, nobody, sessionWith, responsesHandled, signedOut } from './session-fixture.ts';

const begunBy = (session: string | null): Preloaded => ({
  session,
  me: Promise.resolve(new Response()),
  tasks: Promise.resolve(new Response()),
});

test('the first answer is that of the request that the page began with, and no other one is made', async () => {
  for (const remembered of ['ada@example.org', null, 'bob@example.org']) {
    const storage = storageInMemory();
    if (remembered !== null) storage.write('session', remembered);
    const preloaded = begunBy(remembered);
    const { session, requests } = sessionWith([ada], storage, { preloaded });
    await session.start();
    await session.check();
    assert.deepEqual(requests, ['preloaded']);
    const who = session.who.value;
    const isHers = remembered === 'ada@example.org';
    assert.equal(
      who.kind === 'signed-in' && who.preloaded,
      isHers ? preloaded.tasks : undefined,
      `${remembered}`,
    );
  }
});

test('requests that were begun before another tab signed somebody in or out do not count', async () => {
  for (const [then, now] of [
    ['ada@example.org', null],
    [null, 'ada@example.org'],
    ['bob@example.org', 'ada@example.org'],
  ]) {
    const storage = storageInMemory();
    if (now) storage.write('session', now);
    const { session, requests } = sessionWith([ada], storage, { preloaded: begunBy(then ?? null) });
    await session.start();
    assert.deepEqual(requests, ['asked'], `${then} ${now}`);
    assert.deepEqual(session.who.value, { kind: 'signed-in', user: ada.value });
  }
});

test('the preloaded list is only for the person who was asked after with it', async () => {
  const storage = storageInMemory();
  const bob = { kind: 'ok', value: { email: 'bob@example.org' } } as const;
  let answer: (outcome: Outcome<CurrentUserResponse>) => void = () => undefined;
  const firstAnswer = new Promise<Outcome<CurrentUserResponse>>((resolve) => (answer = resolve));
  const { session } = sessionWith([firstAnswer, bob], storage, { preloaded: begunBy(null) });
  const started = session.start();
  // Another tab signs somebody in.
  storage.write('session', 'bob@example.org');
  answer(ada);
  await started;
  assert.deepEqual(session.who.value, { kind: 'signed-in', user: bob.value });
});

test('whoever is leaving is not asked after any more', async () => {
  const { session } = sessionWith([ada], storageInMemory(), {
    preloaded: begunBy(null),
    signOut: [signedOut],
  });
  await session.start();
  await session.leave();
  // A request would fail the test.
  await session.check();
  assert.equal(session.who.value.kind, 'leaving');
});

test('401 on the very first visit is no ended session; after a session it is', async () => {
  const { session, storage } = sessionWith([{ kind: 'expired' }]);
  await session.start();
  assert.deepEqual(session.who.value, { kind: 'signed-out', ended: false });

  const second = sessionWith([ada], storage).session;
  await second.start();
  assert.equal(second.who.value.kind, 'signed-in');

  const third = sessionWith([{ kind: 'expired' }], storage).session;
  await third.start();
  assert.deepEqual(third.who.value, { kind: 'signed-out', ended: true });
});

test('whoever signs out on purpose is not told that the session has ended', async () => {
  const { session, storage } = sessionWith([ada], storageInMemory(), { signOut: [signedOut] });
  await session.start();
  await session.leave();
  const next = sessionWith([{ kind: 'expired' }], storage).session;
  await next.start();
  assert.deepEqual(next.who.value, { kind: 'signed-out', ended: false });
});

test('a session that ends on the open page shows the ways in again', async () => {
  const { session } = sessionWith([ada]);
  await session.start();
  session.expire(nobody);
  await responsesHandled();
  assert.deepEqual(session.who.value, { kind: 'signed-out', ended: true });
});

test('the sign-in page opens the list when another tab has signed somebody in', async () => {
  const storage = storageInMemory();
  const { session } = sessionWith([ada, nobody, ada], storage);
  await session.start();
  session.expire(nobody);
  await session.check();
  assert.deepEqual(session.who.value, { kind: 'signed-out', ended: true });
  await session.check();
  assert.deepEqual(session.who.value, { kind: 'signed-in', user: ada.value });
});

test('403 keeps its code, and an outage is not taken for being signed out', async () => {
  const refused = (status: number): Fault => ({
    kind: 'refused',
    status,
    code: 'email_missing',
    detail: '',
    requestId: null,
    errors: [],
  });
  const first = sessionWith([refused(403)]).session;
  await first.start();
  assert.deepEqual(first.who.value, { kind: 'refused', code: 'email_missing' });
  const second = sessionWith([refused(503)]).session;
  await second.start();
  assert.equal(second.who.value.kind, 'unknown');
});

test('without a connection the page opens for whoever was here last, and asks as soon as there is one', async () => {
  const storage = storageInMemory();
  await sessionWith([ada], storage).session.start();
  const { session } = sessionWith([{ kind: 'offline' }, { kind: 'offline' }, ada], storage);
  await session.start();
  assert.deepEqual(session.who.value, { kind: 'signed-in', user: { email: 'ada@example.org' } });
  await session.check();
  await session.check();
  // The service has named the person: another request would fail the test.
  await session.check();
  assert.equal(session.who.value.kind, 'signed-in');

  const stranger = sessionWith([{ kind: 'offline' }, nobody]).session;
  await stranger.start();
  assert.equal(stranger.who.value.kind, 'unknown');
  await stranger.check();
  assert.equal(stranger.who.value.kind, 'signed-out');
});

test('a browser in which someone else has signed in is no longer this page’s', async () => {
  const storage = storageInMemory();
  const { session } = sessionWith([ada], storage);
  assert.equal(session.isStill(), true);
  await session.start();
  assert.equal(session.isStill(), true);
  await sessionWith([{ kind: 'ok', value: { email: 'bob@example.org' } }], storage).session.start();
  assert.equal(session.isStill(), false);
});

test('who signs in in another tab is signed in here, and what is kept of the person before stays', async () => {
  const bob = { kind: 'ok', value: { email: 'bob@example.org' } } as const;
  const { session, storage } = sessionWith([ada, bob]);
  await session.start();
  storage.write('unsent.ada@example.org', 'hers');
  storage.write('session', 'bob@example.org');
  await session.check();
  assert.deepEqual(session.who.value, { kind: 'signed-in', user: bob.value });
  assert.equal(storage.read('unsent.ada@example.org'), 'hers');
});

test('on a first visit the page asks once: nobody has been here', async () => {
  const { session, requests } = sessionWith([nobody]);
  await session.start();
  await session.check();
  assert.deepEqual(
    [requests, session.who.value],
    [['asked'], { kind: 'signed-out', ended: false }],
  );
});

test('a person whom the service names again is the very one of before, so that the tasks stay open', async () => {
  const storage = storageInMemory();
  storage.write('session', 'ada@example.org');
  const { session } = sessionWith([{ kind: 'offline' }, ada], storage);
  await session.start();
  const before = session.who.value;
  await session.check();
  assert.equal(session.who.value, before);
});
