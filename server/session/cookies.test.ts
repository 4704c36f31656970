import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  begunSession,
  contextWith,
  cookieHeader,
  cookiesAt,
  hour,
  linesSet,
  nameOf,
  sealer,
  secret,
  sessionOf,
  signedInSeconds,
} from '../../test/session.ts';
import { makeSealer, sealSession, writeSession } from './seal.ts';
import type { SealedSession } from './session.ts';

const small = sessionOf('i'.repeat(100));
const large = sessionOf('i'.repeat(6000));

function write(written: SealedSession, atSeconds = signedInSeconds) {
  const cookies = cookiesAt(() => atSeconds);
  return linesSet((reply) => cookies.write(contextWith(''), reply, written));
}

const headerOf = (written: SealedSession) => cookieHeader(write(written));

test('a session is one cookie, or only chunks, each with the attributes of the decisions', () => {
  const attributes = String.raw`; Max-Age=32400; Path=\/; HttpOnly; SameSite=Lax`;
  const [line = '', ...others] = write(small);
  assert.match(line, new RegExp(String.raw`^q_session=[\w-]+\.\.[\w.-]+${attributes}$`));
  assert.deepEqual(others, []);
  const chunks = write(large);
  assert.deepEqual(chunks.map(nameOf), ['q_session_chunk_1', 'q_session_chunk_2', 'q_session_chunk_3']);
  for (const chunk of chunks) assert.match(chunk, new RegExp(String.raw`^\w+=[\w.-]{1,4056}${attributes}$`));
});

test('the cookie lives as long as the session: the ID token and eight hours, or the ID token alone', () => {
  const short = begunSession({ idToken: 'i', accessToken: 'a' }, signedInSeconds, hour, 8 * hour);
  assert.match(write(sealSession(sealer, short))[0] ?? '', /; Max-Age=3600;/);
  assert.match(write(small, signedInSeconds + 1000)[0] ?? '', /; Max-Age=31400;/);
});

test('a written session is read again until its end and not a second longer', () => {
  const clock = { nowSeconds: signedInSeconds };
  const cookies = cookiesAt(() => clock.nowSeconds);
  for (const session of [small, large]) {
    const context = contextWith(headerOf(session));
    for (const [seconds, idToken] of [
      [0, session.session.tokens.idToken],
      [9 * hour - 1, session.session.tokens.idToken],
      [9 * hour, undefined],
    ] as const) {
      clock.nowSeconds = signedInSeconds + seconds;
      assert.equal(cookies.read(context)?.session.tokens.idToken, idToken, `after ${seconds} s`);
    }
  }
});

test('a seal of another purpose, and one around something else, hold no session', () => {
  const other = makeSealer([secret], 'other').seal(writeSession(small.session));
  for (const sealed of [other, sealer.seal('"hello"'), sealer.seal('["i","a",null,1,2,3]')])
    assert.equal(cookiesAt().read(contextWith(`q_session=${sealed}`)), undefined);
});

/** A sealer that counts how often it opens a text. */
function countingCookies() {
  const clock = { nowSeconds: signedInSeconds };
  const opened: string[] = [];
  const open = (sealed: string) => {
    opened.push(sealed);
    return sealer.open(sealed);
  };
  const cookies = cookiesAt(() => clock.nowSeconds, { ...sealer, open });
  return { opened, clock, read: (sealed: string) => cookies.read(contextWith(`q_session=${sealed}`)) };
}

test('a session is decrypted once, and a text with its tag and anything else changed does not open', () => {
  const { opened, read: readSealed } = countingCookies();
  const { sealed } = small;
  assert.ok(readSealed(sealed));
  assert.equal(readSealed(sealed), readSealed(sealed));
  assert.deepEqual(opened, [sealed]);
  for (let at = 0; at < sealed.length - 22; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    assert.equal(readSealed(changed), undefined);
  }
  for (let i = 0; i < 2000; i += 1) assert.equal(readSealed(`noise ${i}`), undefined);
  assert.ok(readSealed(sealed));
  assert.equal(opened.filter((text) => text === sealed).length, 1);
});

test('at most 1000 sessions are kept, the oldest leaves first, and an expired one leaves for the next', () => {
  const { opened, clock, read: readSealed } = countingCookies();
  const sessions = Array.from({ length: 1001 }, (_, i) => sessionOf(`${i}`).sealed);
  const [first = '', second = '', last = ''] = [sessions[0], sessions[1], sessions[1000]];
  for (const sealed of [...sessions.slice(0, 1000), ...sessions.slice(0, 1000), last, second])
    readSealed(sealed);
  assert.equal(opened.length, 1001);
  readSealed(first);
  assert.equal(opened.length, 1002);
  clock.nowSeconds += hour;
  // Until another one is opened, requests that still have the cookie of an expired session find it.
  readSealed(last);
  assert.equal(opened.length, 1002);
  readSealed(sessionOf('next', clock.nowSeconds).sealed);
  readSealed(last);
  assert.equal(opened.length, 1004);
});
