import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cacheOpened } from './opened.ts';
import { makeSealer, openSession, sealSession } from './seal.ts';
import type { SealedSession } from './session.ts';
import { begunSession } from '../../test/begun-session.ts';

const sealer = makeSealer(['a secret of more than thirty-two bytes'], 'session');

test('a session that was opened once is taken from the cache', () => {
  const { open, opened } = countingOpen();
  const { sealed } = seal('i');
  const first = open(sealed);
  assert.equal(first?.session.tokens.idToken, 'i');
  assert.equal(open(sealed), first);
  assert.deepEqual(opened, [sealed]);
});

test('a text with the tag of an opened session and anything else changed does not open', () => {
  const { open } = countingOpen();
  const { sealed } = seal('i');
  open(sealed);
  for (let at = 0; at < sealed.length - 22; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    assert.equal(open(changed), undefined);
  }
  assert.equal(open(sealed.slice(-22)), undefined);
  assert.equal(open(`A${sealed}`), undefined);
  assert.equal(open(sealed)?.session.tokens.idToken, 'i');
});

test('a text that does not open is not cached and removes no entry', () => {
  const { open, opened } = countingOpen();
  const { sealed } = seal('i');
  open(sealed);
  for (let i = 0; i < 6000; i += 1) assert.equal(open(`noise ${i}`), undefined);
  open(sealed);
  assert.equal(opened.filter((text) => text === sealed).length, 1);
  assert.equal(open('noise 1'), undefined);
});

test('at most 1000 sessions are cached, and the oldest is removed first', () => {
  const { open, opened } = countingOpen();
  const sessions = Array.from({ length: 1001 }, (_, i) => seal(`${i}`).sealed);
  for (const sealed of sessions.slice(0, 1000)) open(sealed);
  for (const sealed of sessions.slice(0, 1000)) open(sealed);
  assert.equal(opened.length, 1000);
  open(sessions[1000] ?? '');
  open(sessions[1] ?? '');
  assert.equal(opened.length, 1001);
  open(sessions[0] ?? '');
  assert.equal(opened.length, 1002);
});

test('an expired session is removed from the cache when another one is opened', () => {
  const { open, opened, clock } = countingOpen();
  const [first, second, third] = [seal('1'), seal('2'), seal('3', 2000)];
  open(first.sealed);
  open(second.sealed);
  clock.nowSeconds = first.session.expiresAtSeconds;
  // Until then requests that still have its cookie find it.
  open(first.sealed);
  assert.equal(opened.length, 2);
  open(third.sealed);
  open(third.sealed);
  assert.equal(opened.length, 3);
  for (const { sealed } of [first, second]) open(sealed);
  assert.equal(opened.length, 5);
});

function countingOpen() {
  const opened: string[] = [];
  const clock = { nowSeconds: 1000 };
  const open = cacheOpened(
    (sealed) => {
      opened.push(sealed);
      return openSession(sealer, sealed);
    },
    () => clock.nowSeconds,
  );
  return { open, opened, clock };
}

function seal(idToken: string, nowSeconds = 1000): SealedSession {
  return sealSession(sealer, begunSession({ idToken, accessToken: 'a' }, nowSeconds, 3600, 0));
}
