import assert from 'node:assert/strict';
import { test } from 'node:test';

import Fastify from 'fastify';
import fc from 'fast-check';

import { makeCompanion } from './companion.ts';
import { makeSessionCookies } from './cookies.ts';
import { makeSealer, sealSession } from './seal.ts';
import { begunSession } from '../../test/begun-session.ts';

const nowSeconds = 1_800_000_000;
const hour = 3600;
const secret = 'a secret of more than thirty-two bytes';
const sealer = makeSealer([secret], 'session');

test('a small session is one q_session cookie with the attributes of the decisions', async () => {
  const { lines } = await write(sessionOf(100));
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? '',
    /^q_session=[\w-]+\.\.[\w.-]+; Max-Age=32400; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test('a large session is only chunks, each with the same attributes', async () => {
  const { lines } = await write(sessionOf(6000));
  assert.deepEqual(lines.map(nameOf), ['q_session_chunk_1', 'q_session_chunk_2', 'q_session_chunk_3']);
  for (const line of lines) {
    assert.match(line, /^\w+=[\w.-]{1,4056}; Max-Age=32400; Path=\/; HttpOnly; SameSite=Lax$/);
  }
});

test('the cookies are Secure when the public scheme is https', async () => {
  const { lines } = await write(sessionOf(100), 'q_session_chunk_1=old', { secure: true });
  assert.equal(lines.length, 2);
  for (const line of lines) assert.match(line, /; HttpOnly; SameSite=Lax; Secure$/);
});

test('the cookie lives as long as the session: the ID token and eight hours, or the ID token alone', async () => {
  const tokens = { idToken: 'i', accessToken: 'a' };
  const short = sealSession(sealer, begunSession(tokens, nowSeconds, hour, 8 * hour));
  assert.match((await write(short)).lines[0] ?? '', /; Max-Age=3600;/);
  const later = await write(sessionOf(100), undefined, { atSeconds: nowSeconds + 1000 });
  assert.match(later.lines[0] ?? '', /; Max-Age=31400;/);
});

for (const [from, to] of [
  [100, 6000],
  [6000, 100],
  [9000, 4000],
  [4000, 9000],
] as const) {
  test(`a session that goes from ${from} to ${to} characters leaves no old cookie behind`, async () => {
    const before = cookieHeader((await write(sessionOf(from))).lines);
    const after = await write(sessionOf(to), `theme=dark; ${before}; q_session_at=x`);
    const jar = new Map(before.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair]));
    jar.set('q_session_at', 'q_session_at=x');
    for (const line of after.lines) {
      if (line.includes('; Max-Age=0;')) jar.delete(nameOf(line));
      else jar.set(nameOf(line), line.slice(0, line.indexOf(';')));
    }
    assert.equal((await read([...jar.values()].join('; ')))?.idToken, 'i'.repeat(to));
    assert.equal(jar.has('q_session_at'), false);
    assert.equal(
      after.lines.some((line) => line.startsWith('theme')),
      false,
    );
  });
}

test('a written session is read again until its end and not a second longer', async () => {
  for (const length of [100, 6000]) {
    const header = cookieHeader((await write(sessionOf(length))).lines);
    assert.equal((await read(header))?.idToken, 'i'.repeat(length));
    assert.equal((await read(header, nowSeconds + 9 * hour - 1))?.idToken, 'i'.repeat(length));
    assert.equal(await read(header, nowSeconds + 9 * hour), null);
  }
});

test('a session that one request has read still ends by the clock for the next', async () => {
  const clock = { nowMs: nowSeconds * 1000 };
  const cookies = makeSessionCookies({
    sealer,
    companion: makeCompanion(() => false),
    nowMs: () => clock.nowMs,
    secure: () => false,
  });
  const app = Fastify();
  app.get('/', async (request) => ({ signedIn: cookies.read(request) !== undefined }));
  const question = { url: '/', headers: { cookie: `q_session=${sessionOf(100).sealed}` } };
  assert.deepEqual((await app.inject(question)).json(), { signedIn: true });
  clock.nowMs += 9 * hour * 1000;
  assert.deepEqual((await app.inject(question)).json(), { signedIn: false });
});

test('chunks in any order among foreign cookies are read', async () => {
  const chunks = cookieHeader((await write(sessionOf(9000))).lines).split('; ');
  const header = ['a=1', ...chunks.toReversed(), 'q_auth_x=2', 'b'].join('; ');
  assert.equal((await read(header))?.idToken.length, 9000);
});

test('a damaged session is no session and no failure', async () => {
  const [one = '', two = '', three = ''] = cookieHeader((await write(sessionOf(6000))).lines).split('; ');
  const whole = cookieHeader((await write(sessionOf(100))).lines);
  const damaged = {
    'a missing first chunk': [two, three],
    'a missing middle chunk': [one, three],
    'a missing last chunk': [one, two],
    'chunks exchanged': [one.replace('chunk_1', 'chunk_2'), two.replace('chunk_2', 'chunk_1'), three],
    'a chunk twice': [one, two, two, three],
    'a chunk twice with other content': [one, two, three, 'q_session_chunk_2=x'],
    'a chunk cut short': [one, two.slice(0, -1), three],
    'a chunk changed': [one, two.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), three],
    'a chunk of another sign-in': [
      one,
      cookieHeader((await write(sessionOf(6000))).lines).split('; ')[1],
      three,
    ],
    'numbers written otherwise': [one, two.replace('chunk_2', 'chunk_02'), three],
    'a broken q_session before good chunks': ['q_session=x', one, two, three],
    'q_session twice': [whole, whole],
    'q_session in quotes': [whole.replace(/=(.*)/, '="$1"')],
    'q_session percent-encoded': [whole.replaceAll('.', '%2E')],
    'an empty q_session': ['q_session='],
    'the name in capitals': [whole.toUpperCase()],
    'another separator': [one, two, three].join(',').split(' '),
    'sealed for another purpose': [`q_session=${makeSealer([secret], 'other').seal('["i","a",null,1,2,3]')}`],
    'no session inside': [`q_session=${sealer.seal('hello')}`],
  };
  for (const [what, cookies] of Object.entries(damaged)) {
    assert.equal(await read(cookies.join('; ')), null, what);
  }
});

test('a session is read after its secret was moved down the list, and is gone after its secret', async () => {
  const header = cookieHeader((await write(sessionOf(100))).lines);
  const newSecret = 'a new secret of more than thirty-two bytes';
  assert.notEqual(await read(header, nowSeconds, makeSealer([newSecret, secret], 'session')), null);
  assert.equal(await read(header, nowSeconds, makeSealer([newSecret], 'session')), null);
});

test('expiring takes every cookie whose name starts with q_session, and no other', async () => {
  const app = appWith({});
  const header =
    'q_session=a; q_session_chunk_1=b; q_session_chunk_99=c; q_sessions=d; q_auth_1=e; f=g; q_session=h';
  const answer = await app.inject({ url: '/expire', headers: { cookie: header } });
  assert.deepEqual(linesOf(answer.headers['set-cookie']), [
    'q_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'q_session_chunk_1=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'q_session_chunk_99=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'q_sessions=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
});

test('expiring sets nothing when no session cookie was sent', async () => {
  const answer = await appWith({}).inject({ url: '/expire', headers: { cookie: 'a=b' } });
  assert.equal(answer.headers['set-cookie'], undefined);
});

test('a session that no browser could send back is not written', async () => {
  const answer = await appWith({ written: sessionOf(25_000) }).inject('/write');
  assert.equal(answer.statusCode, 500);
  assert.equal(answer.headers['set-cookie'], undefined);
});

test('a Cookie header of 30 KB around a session is read', async () => {
  const session = cookieHeader((await write(sessionOf(6000))).lines);
  const foreign = Array.from({ length: 100 }, (_, i) => `foreign_${i}=${'x'.repeat(180)}`).join('; ');
  assert.equal((await read(`${foreign}; ${session}`))?.idToken.length, 6000);
});

test('a random Cookie header is neither a session nor a failure', async () => {
  const app = appWith({});
  const pieces = cookieHeader((await write(sessionOf(6000))).lines).split('; ');
  const bytes = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,60}$/);
  const name = fc.oneof(
    bytes,
    fc.constantFrom('q_session', 'q_session_chunk_1', 'q_session_chunk_2', 'q_session_'),
  );
  const value = fc.oneof(
    bytes,
    fc.constantFrom(...pieces.map((piece) => piece.slice(piece.indexOf('=') + 1))),
  );
  const noise = fc.array(
    fc.oneof(
      bytes,
      fc.tuple(name, value).map((pair) => pair.join('=')),
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(noise, async (cookies) => {
      for (const url of ['/read', '/expire', '/write']) {
        const answer = await app.inject({ url, headers: { cookie: cookies.join(';') } });
        assert.equal(answer.statusCode, 200);
        if (url === '/read') assert.equal(answer.body, 'null');
      }
    }),
    { numRuns: 300 },
  );
});

type Situation = {
  written?: ReturnType<typeof sessionOf>;
  secure?: boolean;
  atSeconds?: number;
  openWith?: typeof sealer;
};

function appWith({
  written = sessionOf(100),
  secure = false,
  atSeconds = nowSeconds,
  openWith = sealer,
}: Situation) {
  const app = Fastify();
  // Half a second past: cookies count whole seconds.
  const nowMs = () => atSeconds * 1000 + 500;
  const cookies = makeSessionCookies({
    sealer: openWith,
    companion: makeCompanion(() => false),
    nowMs,
    secure: () => secure,
  });
  app.get('/write', async (request, reply) => {
    cookies.write(request, reply, written);
    return {};
  });
  app.get('/expire', async (request, reply) => {
    cookies.expire(request, reply);
    return {};
  });
  app.get('/read', async (request, reply) =>
    reply.type('application/json').send(JSON.stringify(cookies.read(request)?.session.tokens ?? null)),
  );
  return app;
}

async function write(written: ReturnType<typeof sessionOf>, cookie = '', situation: Situation = {}) {
  const answer = await appWith({ written, ...situation }).inject({ url: '/write', headers: { cookie } });
  assert.equal(answer.statusCode, 200);
  return { lines: linesOf(answer.headers['set-cookie']) };
}

async function read(cookie: string, atSeconds = nowSeconds, openWith = sealer) {
  const answer = await appWith({ atSeconds, openWith }).inject({ url: '/read', headers: { cookie } });
  assert.equal(answer.statusCode, 200);
  return answer.json<{ idToken: string } | null>();
}

function sessionOf(idTokenLength: number) {
  const tokens = { idToken: 'i'.repeat(idTokenLength), accessToken: 'a', refreshToken: 'r' };
  return sealSession(sealer, begunSession(tokens, nowSeconds, hour, 8 * hour));
}

function linesOf(setCookie: string | string[] | undefined): string[] {
  return [setCookie ?? []].flat();
}

const nameOf = (line: string): string => line.slice(0, line.indexOf('='));

const cookieHeader = (lines: readonly string[]): string =>
  lines.map((line) => line.slice(0, line.indexOf(';'))).join('; ');
