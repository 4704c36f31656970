import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { CurrentUserResponse } from '../../contract/auth.ts';
import type { Outcome } from '../service/api.ts';
import { storageInMemory, refusedStorage } from '../device/storage-fixture.ts';
import { ada, nobody, sessionWith, responsesHandled, signedOut } from './session-fixture.ts';

test('an answer that was under way when the person signed out is not believed', async () => {
  const answers: ((outcome: Outcome<CurrentUserResponse>) => void)[] = [];
  const underWay = () =>
    new Promise<Outcome<CurrentUserResponse>>((resolve) => answers.push(resolve));
  const first = sessionWith([underWay()], storageInMemory(), { signOut: [signedOut] });
  const started = first.session.start();
  await first.session.leave();
  answers[0]?.(ada);
  await Promise.race([started, responsesHandled()]);
  assert.equal(first.session.who.value.kind === 'signed-in', false);
  assert.equal(first.storage.read('session'), null);
});

test('signing out forgets all that is kept of the person, an ended session what nobody was promised', async () => {
  const storage = storageInMemory();
  const names = ['drafts', 'unsent', 'count', 'wrote'];
  const keepAll = () => names.forEach((name) => storage.write(`${name}.ada@example.org`, name));
  const left = () => names.filter((name) => storage.read(`${name}.ada@example.org`) !== null);
  storage.write('drafts.bob@example.org', 'of another');
  keepAll();
  const ended = sessionWith([ada], storage);
  await ended.session.start();
  for (let time = 0; time < 2; time += 1) ended.session.expire(nobody);
  assert.deepEqual([left(), ended.told], [['drafts', 'unsent'], ['left']]);

  keepAll();
  const leaving = sessionWith([ada], storage, { signOut: [signedOut] });
  await leaving.session.start();
  await leaving.session.leave();
  assert.deepEqual(left(), []);
  assert.equal(storage.read('session'), null);
  assert.equal(storage.read('sign-out'), null, 'the service knows');
  assert.deepEqual(leaving.told, ['left', 'signed out']);
  assert.equal(storage.read('drafts.bob@example.org'), 'of another');
});

test('a sign-out by the address of the service forgets that person, and nobody else', async () => {
  for (const [departed, isForgotten] of [
    ['hash of ada', true],
    ['hash of bob', false],
    [undefined, false],
  ] as const) {
    const storage = storageInMemory();
    const texts = {
      session: 'ada@example.org',
      'expected-user.ada@example.org': 'hash of ada',
      'drafts.ada@example.org': 'a draft',
      'drafts.bob@example.org': 'of another',
    };
    for (const [name, text] of Object.entries(texts)) storage.write(name, text);
    const page = sessionWith([nobody], storage, departed === undefined ? {} : { departed });
    await page.session.start();
    assert.equal(storage.read('drafts.ada@example.org'), isForgotten ? null : 'a draft');
    assert.equal(storage.read('session'), isForgotten ? null : 'ada@example.org');
    assert.equal(storage.read('drafts.bob@example.org'), 'of another');
    const { value: who } = page.session.who;
    assert.deepEqual(who, { kind: 'signed-out', ended: !isForgotten });
    assert.equal(page.isDepartureKnown(), departed === 'hash of bob');
  }
});

test('a sign-in ends what the device knows of an earlier sign-out', async () => {
  const storage = storageInMemory();
  const page = sessionWith([ada, nobody], storage, { departed: 'hash of ada' });
  await page.session.start();
  storage.write('expected-user.ada@example.org', 'hash of ada');
  storage.write('drafts.ada@example.org', 'a draft');
  page.session.expire(nobody);
  assert.equal(
    storage.read('drafts.ada@example.org'),
    'a draft',
    'the session has ended by itself',
  );
});

test('a sign-out that leads on to the provider takes the page there', async () => {
  const location = 'https://id.example.com/end';
  const onward = { kind: 'ok', value: { location } } as const;
  const { session, told } = sessionWith([ada], storageInMemory(), { signOut: [onward] });
  await session.start();
  await session.leave();
  assert.deepEqual(told, ['left', location]);
});

test('a sign-out that the service did not hear of is due, and comes before everything else', async () => {
  const storage = storageInMemory();
  const offline = { kind: 'offline' } as const;
  const first = sessionWith([ada], storage, { signOut: [offline] });
  await first.session.start();
  await first.session.leave();
  assert.deepEqual(first.session.who.value, { kind: 'leaving', stuck: true });

  // A request for the person would fail the test.
  const next = sessionWith([], storage, { signOut: [offline, signedOut] });
  await next.session.start();
  assert.deepEqual(next.session.who.value, { kind: 'leaving', stuck: true });
  await next.session.check();
  assert.deepEqual(next.told, ['left', 'signed out']);
  assert.equal(storage.read('sign-out'), null);
});

test('of several tabs one tells the service, and none once that is done', async () => {
  const storage = storageInMemory();
  const a = sessionWith([ada], storage, { signOut: [signedOut] });
  const b = sessionWith([ada], storage);
  await a.session.start();
  await b.session.start();
  // A sign-out request of the second tab would fail the test.
  await Promise.all([a.session.leave(), b.session.check()]);
  assert.deepEqual(
    [a.told, b.told],
    [
      ['left', 'signed out'],
      ['left', 'signed out'],
    ],
  );
  // Another person may have signed in since, so no further sign-out is sent.
  await b.session.check();
});

test('where nothing can be kept the open page remembers that it is due', async () => {
  const { session, told } = sessionWith([], refusedStorage(), {
    signOut: [{ kind: 'offline' }, signedOut],
  });
  await session.leave();
  assert.deepEqual([session.who.value, told], [{ kind: 'leaving', stuck: true }, ['left']]);
  await session.check();
  assert.deepEqual(told, ['left', 'signed out']);
});

test('who has signed out in another tab is signed out here, and what was written meanwhile goes', async () => {
  const storage = storageInMemory();
  const other = sessionWith([ada, { kind: 'expired' }], storage);
  await other.session.start();
  const leaving = sessionWith([ada], storage, { signOut: [signedOut] }).session;
  await leaving.start();
  await leaving.leave();
  assert.equal(other.session.isStill(), false);
  storage.write('count.ada@example.org', '3');
  await other.session.check();
  assert.deepEqual(other.session.who.value, { kind: 'signed-out', ended: false });
  assert.equal(storage.read('count.ada@example.org'), null);
});

test('where the service says that somebody else is there, the page asks who', async () => {
  const bob: Outcome<CurrentUserResponse> = { kind: 'ok', value: { email: 'bob@example.org' } };
  const { session, storage } = sessionWith([ada, bob]);
  storage.write('unsent.ada@example.org', 'hers');
  await session.start();
  session.expire({ kind: 'expired', another: true });
  assert.equal(session.who.value.kind, 'asking', 'what is shown is closed first');
  await responsesHandled();
  assert.deepEqual(session.who.value, { kind: 'signed-in', user: { email: 'bob@example.org' } });
  assert.equal(storage.read('unsent.ada@example.org'), 'hers', 'kept for Ada');
});

test('a sign-in that the provider does not renew keeps the page for whom it remembers', async () => {
  const unrenewed: Outcome<CurrentUserResponse> = {
    kind: 'refused',
    status: 503,
    code: 'provider_unavailable',
    detail: '',
    requestId: null,
    errors: [],
  };
  const storage = storageInMemory();
  await sessionWith([ada], storage).session.start();
  const answers = [unrenewed, ada];
  const { session } = sessionWith(answers, storage);
  await session.start();
  assert.equal(session.who.value.kind, 'signed-in');
  await session.check();
  assert.equal(answers.length, 0, 'asked again');
  const stranger = sessionWith([unrenewed]).session;
  await stranger.start();
  assert.deepEqual(stranger.who.value, { kind: 'unknown', fault: unrenewed });
});

test('a tab whose sign-out is stuck goes on when another tab has completed it', async () => {
  const storage = storageInMemory();
  const stuck = sessionWith([ada], storage, { signOut: [{ kind: 'offline' }] });
  await stuck.session.start();
  await stuck.session.leave();
  await sessionWith([], storage, { signOut: [signedOut] }).session.start();
  // Another sign-out request would fail the test.
  await stuck.session.check();
  assert.deepEqual(stuck.told, ['left', 'signed out']);
});

test('a tab that looks while it signs out goes on once', async () => {
  const { session, told } = sessionWith([ada], storageInMemory(), { signOut: [signedOut] });
  await session.start();
  await Promise.all([session.leave(), session.check()]);
  assert.deepEqual(told, ['left', 'signed out']);
});
