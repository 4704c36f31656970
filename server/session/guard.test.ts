import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Question } from '../../test/session.ts';
import {
  appWith,
  ask,
  begunSession,
  hour,
  outageGraceSeconds,
  renewed,
  sealer,
  sessionOf,
  signedInSeconds,
} from '../../test/session.ts';
import { sealSession } from './seal.ts';
import type { RenewSession, SealedSession } from './session.ts';

const expirySeconds = signedInSeconds + hour;
const current = sessionOf('old');
const withoutRefreshToken = sealSession(
  sealer,
  begunSession({ idToken: 'short', accessToken: 'a' }, signedInSeconds, hour, 8 * hour),
);

/** What comes of a renewal after `session.longest` was lowered. */
const overdue = sealSession(sealer, {
  ...renewed.session,
  expiresAtSeconds: signedInSeconds,
  endsAtSeconds: signedInSeconds,
});

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

test('a request from the expiry on, until the last second of the eight hours, renews and sets the cookie', async () => {
  for (const [url, laterSeconds] of [
    ['/api/tasks', 0],
    ['/api/auth/login', 0],
    ['/api/tasks', 8 * hour - 1],
  ] as const) {
    const atSeconds = expirySeconds + laterSeconds;
    const { answer, renewals } = await ask({ url, cookie: cookieOf(current), atSeconds });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, 'new');
    const lifetime = 32_400 - laterSeconds;
    assert.equal(
      answer.headers['set-cookie'],
      `q_session=${renewed.sealed}; Max-Age=${lifetime}; Path=/; HttpOnly; SameSite=Lax`,
    );
    assert.deepEqual(
      renewals.map(({ sealed }) => sealed),
      [current.sealed],
    );
  }
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
  test(`with ${what} a request gets 401, a script 499, and the login endpoint redirects to the provider`, async () => {
    const { answer, signIns } = await ask(situation);
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.json<{ code: string }>().code, 'not_authorized');
    assert.equal(answer.headers['www-authenticate'], 'OIDC');
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(signIns, 0);

    for (const url of ['/api/tasks', '/api/auth/login'])
      for (const requestedWith of ['JavaScript', 'XMLHttpRequest']) {
        const script = await ask({ ...situation, url, requestedWith });
        const { statusCode, statusMessage, headers, body } = script.answer;
        const { location, 'www-authenticate': challenge, 'cache-control': cached } = headers;
        assert.deepEqual(
          { statusCode, statusMessage, challenge, cached, location, body, signIns: script.signIns },
          {
            statusCode: 499,
            statusMessage: 'Sign-In Needed',
            challenge: 'OIDC',
            cached: 'no-store',
            location: undefined,
            body: '',
            signIns: 0,
          },
        );
        assert.equal(headers['set-cookie'], undefined);
      }

    const login = await ask({ ...situation, url: '/api/auth/login' });
    assert.equal(login.answer.statusCode, 302);
    assert.equal(login.answer.headers.location, 'https://idp.example/authorize');
    assert.equal(login.answer.headers['set-cookie'], 'q_auth_state=x');
    for (const { headers } of [answer, login.answer]) assert.equal(headers['cache-control'], 'no-store');
    assert.equal(login.signIns, 1);
  });
}

test('a script is one of exactly two values of X-Requested-With', async () => {
  for (const requestedWith of ['javascript', 'JAVASCRIPT', 'xmlhttprequest', 'fetch', 'JavaScript, x', '']) {
    assert.equal((await ask({ requestedWith })).answer.statusCode, 401, requestedWith);
    const { answer } = await ask({ requestedWith, url: '/api/auth/login' });
    assert.equal(answer.statusCode, 302, requestedWith);
  }
});

test('a route without its guard refuses with 401, also after a request that had a session', async () => {
  const app = appWith({});
  const headers = { cookie: cookieOf(current) };
  assert.equal((await app.inject({ url: '/api/tasks', headers })).statusCode, 200);
  for (const sent of [headers, {}])
    assert.equal((await app.inject({ url: '/api/unguarded', headers: sent })).statusCode, 401);
});

const outage: RenewSession = async () => ({ kind: 'unavailable', reason: 'timeout', retryAfterSeconds: 7 });

test('in an outage requests are served with the present identity until the grace is over', async () => {
  for (const atSeconds of [expirySeconds, expirySeconds + outageGraceSeconds - 1]) {
    for (const url of ['/api/tasks', '/api/auth/login']) {
      const { answer, renewals } = await ask({ url, cookie: cookieOf(current), atSeconds, renew: outage });
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.body, 'old');
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.equal(renewals.length, 1);
    }
  }
});

test('in an outage beyond the grace a request gets 503 with Retry-After and keeps its cookie', async () => {
  const atSeconds = expirySeconds + outageGraceSeconds;
  const asScript = { requestedWith: 'JavaScript' };
  for (const question of [{}, asScript, { ...asScript, url: '/api/auth/login' }]) {
    const { answer, signIns } = await ask({
      cookie: cookieOf(current),
      atSeconds,
      renew: outage,
      ...question,
    });
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.json<{ code: string }>().code, 'provider_unavailable');
    assert.equal(answer.headers['retry-after'], '7');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(signIns, 0);
  }
});

test('an outage does not lengthen a session beyond its end', async () => {
  const { answer, renewals } = await ask({
    cookie: cookieOf(current),
    atSeconds: expirySeconds + 8 * hour,
    renew: outage,
    graceSeconds: 24 * hour,
  });
  assert.equal(answer.statusCode, 401);
  assert.equal(renewals.length, 0);
});

test('a renewal that fails unexpectedly is an error and costs no cookie', async () => {
  const renew: RenewSession = () => Promise.reject(new Error('planted'));
  const { answer } = await ask({ cookie: cookieOf(current), atSeconds: expirySeconds, renew });
  assert.equal(answer.statusCode, 500);
  assert.equal(answer.headers['set-cookie'], undefined);
});

function cookieOf({ sealed }: SealedSession): string {
  return `q_session=${sealed}`;
}
