import assert from 'node:assert/strict';
import { test } from 'node:test';

import Fastify from 'fastify';

import { Problem } from '../request/problems.ts';
import { makeCompanion } from './companion.ts';
import { makeSessionCookies } from './cookies.ts';
import { makeGuards, sessionOf } from './guard.ts';
import { makeSealer, openSession, sealSession } from './seal.ts';
import type { RenewSession, SealedSession } from './session.ts';
import { begunSession } from '../../test/begun-session.ts';

const hour = 3600;
const signedInSeconds = 1_800_000_000;
const expirySeconds = signedInSeconds + hour;
const outageGraceSeconds = 600;
const sealer = makeSealer(['a secret of more than thirty-two bytes'], 'session');
const current = seal('old');
const renewed = sealSession(sealer, begunSession(tokensOf('new'), expirySeconds, hour, 8 * hour));
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
    renew: async () => ({ kind: 'refused' }),
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

const outage: RenewSession = async () => ({ kind: 'unavailable', retryAfterSeconds: 7 });

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

test('in an outage beyond the grace the login endpoint begins a new sign-in, and the old cookies stay', async () => {
  const { answer, signIns } = await ask({
    url: '/api/auth/login',
    cookie: cookieOf(current),
    atSeconds: expirySeconds + outageGraceSeconds,
    renew: outage,
  });
  assert.equal(answer.statusCode, 302);
  assert.equal(answer.headers.location, 'https://idp.example/authorize');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['set-cookie'], 'q_auth_state=x');
  assert.equal(signIns, 1);
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

type Question = {
  url: string;
  method: 'GET' | 'POST';
  payload: string;
  cookie: string;
  requestedWith: string;
  atSeconds: number;
  renew: RenewSession;
  endedMeanwhile: boolean;
  graceSeconds: number;
};

async function ask(question: Partial<Question>) {
  const { url = '/api/tasks', method = 'GET', cookie = '', requestedWith, payload } = question;
  const renewals: SealedSession[] = [];
  const renew: RenewSession = (session, log) => {
    renewals.push(session);
    return question.renew ? question.renew(session, log) : Promise.resolve({ kind: 'renewed', renewed });
  };
  let signIns = 0;
  const app = appWith({ ...question, renew }, () => (signIns += 1));
  const answer = await app.inject({
    method,
    url,
    headers: {
      ...(cookie === '' ? {} : { cookie }),
      ...(requestedWith === undefined ? {} : { 'x-requested-with': requestedWith }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return { answer, renewals, signIns };
}

function appWith(situation: Partial<Question>, onSignIn: () => void = () => {}) {
  const { atSeconds = signedInSeconds, graceSeconds = outageGraceSeconds } = situation;
  // Half a second past: the phases of a session count whole seconds.
  const nowMs = () => atSeconds * 1000 + 500;
  const guards = makeGuards({
    cookies: makeSessionCookies({
      sealer,
      companion: makeCompanion(() => false),
      nowMs,
      secure: () => false,
    }),
    endings: { hasEnded: async () => false, isKnownEnded: () => situation.endedMeanwhile ?? false },
    renew: situation.renew ?? (async () => ({ kind: 'renewed', renewed })),
    beginSignIn: async (_request, reply) => {
      onSignIn();
      return reply.header('set-cookie', 'q_auth_state=x').redirect('https://idp.example/authorize', 302);
    },
    outageGraceSeconds: graceSeconds,
    nowMs,
  });
  const app = Fastify();
  app.decorateRequest('session', null);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Problem)) return reply.code(500).send({});
    return reply
      .code(error.status)
      .headers(
        error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) },
      )
      .send({ code: error.code });
  });
  app.all('/api/tasks', { onRequest: guards.refuse }, async (request) => sessionOf(request).tokens.idToken);
  app.get(
    '/api/auth/login',
    { onRequest: guards.redirect },
    async (request) => sessionOf(request).tokens.idToken,
  );
  app.get('/api/fails', { onRequest: guards.refuse }, async () => {
    throw new Problem('task_not_found');
  });
  app.get('/api/unguarded', async (request) => sessionOf(request).tokens.idToken);
  return app;
}

function tokensOf(name: string) {
  return { idToken: name, accessToken: 'a', refreshToken: 'r' };
}

function seal(name: string): SealedSession {
  const { sealed } = sealSession(sealer, begunSession(tokensOf(name), signedInSeconds, hour, 8 * hour));
  const opened = openSession(sealer, sealed);
  assert.ok(opened);
  return opened;
}

function cookieOf({ sealed }: SealedSession): string {
  return `q_session=${sealed}`;
}
