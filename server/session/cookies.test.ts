import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readCookies } from '../http/cookie.ts';
import { joinCookies, makeSessionCookies, splitIntoCookies } from './cookies.ts';
import { makeSealer, sealSession } from './seal.ts';
import { beginSession, recordSignIn } from './session.ts';

const nowMs = Date.UTC(2026, 9, 1, 12);
const limits = { extensionSeconds: 8 * 3600, longestSeconds: null };
const sealer = makeSealer(['a secret of more than thirty-two bytes'], 'session');
const origin = { scheme: 'http', host: 'localhost', href: 'http://localhost' } as const;

test('a text of 4056 characters is q_session, and a longer one is only chunks, numbered from 1', () => {
  const namesFor = (length: number) => splitIntoCookies('a'.repeat(length)).map(({ name }) => name);
  assert.deepEqual(namesFor(4056), ['q_session']);
  assert.deepEqual(namesFor(4057), ['q_session_chunk_1', 'q_session_chunk_2']);
});

test('at most 16 chunks are read, ordered as numbers and not as text', () => {
  const chunks = Array.from('abcdefghijklmnopq', (letter, index) => ({
    name: `q_session_chunk_${index + 1}`,
    value: letter.repeat(4056),
  }));
  const read = chunks.slice(0, 16).map(({ value }) => value);
  assert.equal(joinCookies(chunks.toReversed()), read.join(''));
  assert.equal(joinCookies(chunks.toSpliced(1, 1)), read[0], 'a chunk after a gap is not read');
});

/** The sealed text of a session over http that has just begun, with this ID token. */
function sealedWith(idToken: string): string {
  const circumstances = { companion: null, clientAuthentication: 'client_secret_basic' };
  const signIn = recordSignIn(nowMs, 3600, limits, circumstances);
  const session = beginSession({ idToken, accessToken: 'a' }, signIn, nowMs / 1000, 3600, limits);
  return sealSession(sealer, session).sealed;
}

/** Session cookies whose sealer records each text that it opens. */
function countingCookies() {
  const opened: string[] = [];
  const open = (sealed: string) => {
    opened.push(sealed);
    return sealer.open(sealed);
  };
  const cookies = makeSessionCookies({
    sealer: { ...sealer, open },
    nowMs: () => nowMs,
    identify: (idToken) => ({ email: idToken, name: null, pictureUrl: null }),
    namesOf: () => ({}),
  });
  const read = (sealed: string) =>
    cookies.read({ origin, cookies: readCookies(`q_session=${sealed}`) });
  return { opened, read };
}

test('a session is decrypted once, and a text with its tag and anything else changed does not open', () => {
  const { opened, read } = countingCookies();
  const sealed = sealedWith('i');
  assert.ok(read(sealed));
  assert.equal(read(sealed), read(sealed));
  assert.deepEqual(opened, [sealed]);
  for (let at = 0; at < sealed.length - 22; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    assert.equal(read(changed), undefined);
  }
});

test('at most 1000 sessions are kept, and the oldest leaves first', () => {
  const { opened, read } = countingCookies();
  const sessions = Array.from({ length: 1001 }, (_, i) => sealedWith(`${i}`));
  const first = sessions[0] ?? '';
  const second = sessions[1] ?? '';
  const last = sessions[1000] ?? '';
  for (const sealed of [...sessions.slice(0, 1000), ...sessions.slice(0, 1000), last, second])
    read(sealed);
  assert.equal(opened.length, 1001);
  read(first);
  assert.equal(opened.length, 1002);
});
