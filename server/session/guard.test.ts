import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Question } from '../../test/guarded.ts';
import {
  appWith,
  ask,
  cookieOf,
  current,
  expirySeconds,
  hour,
  renewed,
  sealer,
  signedInSeconds,
  withoutRefreshToken,
} from '../../test/guarded.ts';
import { sealSession } from './seal.ts';

/** What comes of a renewal after `session.longest` was lowered. */
const overdue = sealSession(sealer, {
  ...renewed.session,
  expiresAtSeconds: signedInSeconds,
  endsAtSeconds: signedInSeconds,
});

const scripts = ['JavaScript', 'XMLHttpRequest'];
const gone = 'q_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax';

test('a fresh session passes, is not renewed and sets no cookie', async () => {
  for (const url of ['/api/tasks', '/api/auth/login']) {
    const { answer, renewals } = await ask({ url, cookie: cookieOf(current), atSeconds: expirySeconds - 1 });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, 'old');
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(answer.headers['cache-control'], undefined);
    assert.equal(renewals.length, 0);
  }
});

test('the first request after the expiry renews silently, and extends the cookie lifetime', async () => {
  for (const url of ['/api/tasks', '/api/auth/login']) {
    const { answer, renewals } = await ask({ url, cookie: cookieOf(current), atSeconds: expirySeconds });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, 'new');
    assert.equal(
      answer.headers['set-cookie'],
      `q_session=${renewed.sealed}; Max-Age=32400; Path=/; HttpOnly; SameSite=Lax`,
    );
    assert.deepEqual(renewals, [current]);
  }
});

test('a session renews until the last second of its eight hours', async () => {
  const { answer } = await ask({ cookie: cookieOf(current), atSeconds: expirySeconds + 8 * hour - 1 });
  assert.equal(answer.body, 'new');
});

test('the renewed session is set even when the answer is an error', async () => {
  const { answer } = await ask({ url: '/api/fails', cookie: cookieOf(current), atSeconds: expirySeconds });
  assert.equal(answer.statusCode, 404);
  assert.match(String(answer.headers['set-cookie']), /^q_session=\w+/);
});

const noSession: Record<string, Partial<Question>> = {
  'no cookie': { cookie: '' },
  'a damaged cookie': { cookie: 'q_session=noise' },
  'a session past its eight hours': { cookie: cookieOf(current), atSeconds: expirySeconds + 8 * hour },
  'an expired session without a refresh token': {
    cookie: cookieOf(withoutRefreshToken),
    atSeconds: expirySeconds,
  },
  'a session whose renewal the provider refuses': {
    cookie: cookieOf(current),
    atSeconds: expirySeconds,
    renew: async () => ({ kind: 'refused', reason: 'token_endpoint_400' }),
  },
  'a session that somebody has ended while it was renewed': {
    cookie: cookieOf(current),
    atSeconds: expirySeconds,
    endedMeanwhile: true,
  },
  'a session that is past its end when it has been renewed': {
    cookie: cookieOf(current),
    atSeconds: expirySeconds,
    renew: async () => ({ kind: 'renewed', renewed: overdue }),
  },
};

for (const [what, situation] of Object.entries(noSession)) {
  const expired = situation.cookie === '' ? undefined : gone;

  test(`with ${what} a request gets 401 and its session cookies are expired`, async () => {
    const { answer, signIns } = await ask(situation);
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.json<{ code: string }>().code, 'not_authorized');
    assert.equal(answer.headers['www-authenticate'], 'OIDC');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['set-cookie'], expired);
    assert.equal(signIns, 0);
  });

  test(`with ${what} the login endpoint redirects to the provider`, async () => {
    const { answer, signIns } = await ask({ ...situation, url: '/api/auth/login' });
    assert.equal(answer.statusCode, 302);
    assert.equal(answer.headers.location, 'https://idp.example/authorize');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.deepEqual(answer.headers['set-cookie'], expired ? [expired, 'q_auth_state=x'] : 'q_auth_state=x');
    assert.equal(signIns, 1);
  });

  for (const url of ['/api/tasks', '/api/auth/login']) {
    for (const script of scripts) {
      test(`with ${what} a script (${script}) at ${url} gets 499 and is never redirected`, async () => {
        const { answer, signIns } = await ask({ ...situation, url, requestedWith: script });
        assert.equal(answer.statusCode, 499);
        assert.equal(answer.statusMessage, 'Sign-In Needed');
        assert.equal(answer.headers['www-authenticate'], 'OIDC');
        assert.equal(answer.headers['cache-control'], 'no-store');
        assert.equal(answer.headers.location, undefined);
        assert.equal(answer.headers['set-cookie'], expired);
        assert.equal(answer.body, '');
        assert.equal(signIns, 0);
      });
    }
  }
}

test('a script is one of exactly two values of X-Requested-With', async () => {
  for (const requestedWith of ['javascript', 'JAVASCRIPT', 'xmlhttprequest', 'fetch', 'JavaScript, x', '']) {
    assert.equal((await ask({ requestedWith })).answer.statusCode, 401, requestedWith);
    const { answer } = await ask({ requestedWith, url: '/api/auth/login' });
    assert.equal(answer.statusCode, 302, requestedWith);
  }
});

test('invalid and left-over chunks are expired with the refusal', async () => {
  const { answer } = await ask({ cookie: 'q_session_chunk_1=a; b=c; q_session_chunk_7=d; q_session_at=e' });
  assert.equal(answer.statusCode, 401);
  assert.deepEqual(
    [answer.headers['set-cookie'] ?? []].flat().map((line) => line.slice(0, line.indexOf('; Path'))),
    ['q_session_chunk_1=; Max-Age=0', 'q_session_chunk_7=; Max-Age=0', 'q_session_at=; Max-Age=0'],
  );
});

test('a request without a session is refused before its body is read', async () => {
  const { answer } = await ask({ method: 'POST', payload: '{not json' });
  assert.equal(answer.statusCode, 401);
});

test('a route without its guard refuses with 401', async () => {
  const { answer } = await ask({ url: '/api/unguarded', cookie: cookieOf(current) });
  assert.equal(answer.statusCode, 401);
});

test('one request never sees the session of another', async () => {
  const app = appWith({});
  const headers = { cookie: cookieOf(current) };
  assert.equal((await app.inject({ url: '/api/tasks', headers })).statusCode, 200);
  assert.equal((await app.inject('/api/unguarded')).statusCode, 401);
});
