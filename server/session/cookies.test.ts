import assert from 'node:assert/strict';
import { test } from 'node:test';

import { contextWith, cookiesWith, sealer, sessionOf } from '../../test/session.ts';
import { joinCookies } from './cookies.ts';

test('at most 16 chunks are read, ordered as numbers and not as text', () => {
  const chunks = Array.from('abcdefghijklmnopq', (letter, index) => ({
    name: `q_session_chunk_${index + 1}`,
    value: letter.repeat(4056),
  }));
  const read = chunks.slice(0, 16).map(({ value }) => value);
  assert.equal(joinCookies(chunks.toReversed()), read.join(''));
});

/** A sealer that counts how often it opens a text. */
function countingCookies() {
  const opened: string[] = [];
  const open = (sealed: string) => {
    opened.push(sealed);
    return sealer.open(sealed);
  };
  const cookies = cookiesWith({ ...sealer, open });
  return { opened, read: (sealed: string) => cookies.read(contextWith(`q_session=${sealed}`)) };
}

test('a session is decrypted once, and a text with its tag and anything else changed does not open', () => {
  const { opened, read } = countingCookies();
  const { sealed } = sessionOf('i');
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
  const sessions = Array.from({ length: 1001 }, (_, i) => sessionOf(`${i}`).sealed);
  const [first = '', second = '', last = ''] = [sessions[0], sessions[1], sessions[1000]];
  for (const sealed of [...sessions.slice(0, 1000), ...sessions.slice(0, 1000), last, second]) read(sealed);
  assert.equal(opened.length, 1001);
  read(first);
  assert.equal(opened.length, 1002);
});
