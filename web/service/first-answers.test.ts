import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createApi } from './api.ts';
import { readFirstAnswers } from './first-answers.ts';

const pageWith = (text: string | null) => ({
  querySelector: () => (text === null ? null : { textContent: text }),
});
const me = { status: 200, etag: null, body: '{"email":"ada@example.org"}' };
const list = { status: 200, etag: 'W/"none"', body: '[]' };

test('the responses in the page are read as if they had been requested', async () => {
  const written = { '/api/auth/me': me, '/api/tasks': list };
  const first = readFirstAnswers(pageWith(JSON.stringify(written)));
  const sent: (string | null)[] = [];
  const api = createApi({
    fetch(_path, init) {
      sent.push(new Headers(init?.headers).get('If-None-Match'));
      return Promise.resolve(new Response(null, { status: 304 }));
    },
    timeZone: () => 'UTC',
    holds: () => true,
  });
  assert.deepEqual(await api.me(first.me), { kind: 'ok', value: { email: 'ada@example.org' } });
  assert.deepEqual(await api.listTasks(first.tasks), { kind: 'ok', value: [] });
  assert.deepEqual(sent, []);
  assert.deepEqual(await api.listTasks(), { kind: 'ok', value: [] });
  assert.deepEqual(sent, ['W/"none"'], 'the next request has the tag of the list in the page');

  const nobody = { '/api/auth/me': { status: 499, etag: null, body: '' } };
  const signedOut = readFirstAnswers(pageWith(JSON.stringify(nobody)));
  assert.deepEqual(await api.me(signedOut.me), { kind: 'expired' });
});

test('a page without responses has none, nor has one with something else in their place', () => {
  for (const text of [null, '', '\n{}\n', '{"/api/auth/me":{"status":"200"}}'])
    assert.deepEqual(Object.values(readFirstAnswers(pageWith(text))).filter(Boolean), []);
});
