import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import type { Fault, Seen } from '../../test/provider/fault.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { lists } from '../../test/provider/faults.ts';

/** Answers the refresh token of one person so, and everybody else's well. */
const limiting = (refreshToken: string | undefined, refuse: () => Response): Fault => ({
  respond: ({ form }: Seen, good) =>
    refreshToken !== undefined && form.get('refresh_token') === refreshToken ? refuse() : good(),
});

const tooMany = (retryAfter?: string) => () =>
  Response.json(
    {},
    { status: 429, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) },
  );

async function expireTwo(t: TestContext, options?: Parameters<typeof openDoor>[1], ...played: Fault[]) {
  const door = await openDoor(t, options);
  door.provider.play(...played);
  const [ada, bob] = [await door.openBrowser().signIn(), await door.openBrowser().signIn()];
  door.clock.advance(3_600_000);
  return { ...door, ada, bob, adasToken: ada.session.tokens.refreshToken };
}

test("a 429 pauses the renewal that it answered, and nobody else's", async (t) => {
  for (const refuse of [tooMany('20'), () => Response.json({ error: 'slow_down' }, { status: 400 })]) {
    const { ada, bob, adasToken, provider, signIn } = await expireTwo(t);
    provider.play(limiting(adasToken, refuse));
    assert.equal((await signIn.renew(ada)).kind, 'unavailable');
    assert.deepEqual(signIn.providerState(), { state: 'reachable' });
    assert.equal((await signIn.renew(bob)).kind, 'renewed');
    const before = provider.count('token');
    assert.equal((await signIn.renew(ada)).kind, 'unavailable');
    assert.equal(provider.count('token'), before, 'not asked during the pause');
  }
});

test('a renewal that is limited is tried after 1 s, doubling to 30 s, or when the provider says', async (t) => {
  const { ada, adasToken, provider, signIn, clock } = await expireTwo(t);
  provider.play(limiting(adasToken, tooMany()));
  await signIn.renew(ada);
  for (const pauseSeconds of [1, 2, 4, 8, 16, 30, 30]) {
    const counted = provider.count('token');
    clock.advance(pauseSeconds * 1_000 - 1);
    assert.deepEqual(await signIn.renew(ada), {
      kind: 'unavailable',
      reason: 'token_endpoint_429',
      retryAfterSeconds: 1,
    });
    assert.equal(provider.count('token'), counted, `asked before ${pauseSeconds} s had passed`);
    clock.advance(1);
    await signIn.renew(ada);
    assert.equal(provider.count('token'), counted + 1, `not asked after ${pauseSeconds} s`);
  }
  provider.play(limiting(adasToken, tooMany('45')));
  clock.advance(30_000);
  assert.deepEqual(await signIn.renew(ada), {
    kind: 'unavailable',
    reason: 'token_endpoint_429',
    retryAfterSeconds: 45,
  });
  provider.play();
  clock.advance(44_999);
  assert.deepEqual(await signIn.renew(ada), {
    kind: 'unavailable',
    reason: 'token_endpoint_429',
    retryAfterSeconds: 1,
  });
  clock.advance(1);
  assert.equal((await signIn.renew(ada)).kind, 'renewed');
});

test('Retry-After of the provider is told in whole seconds, and never more than a minute', async (t) => {
  for (const [said, told] of [
    ['0.2', 1],
    ['1.5', 2],
    ['86400', 60],
    ['Thu, 01 Oct 2026 13:00:10 GMT', 10],
  ] as const) {
    const { ada, adasToken, provider, signIn, openBrowser } = await expireTwo(t);
    provider.play(limiting(adasToken, tooMany(said)));
    assert.deepEqual(await signIn.renew(ada), {
      kind: 'unavailable',
      reason: 'token_endpoint_429',
      retryAfterSeconds: told,
    });

    provider.play({ respond: ({ endpoint }, good) => (endpoint === 'token' ? tooMany(said)() : good()) });
    const browser = openBrowser();
    const answer = await browser.get(provider.authorize(await browser.login()));
    assert.equal(answer.retryAfterSeconds, told);
  }
});

test('one renewal asks a failing provider, also when each way to authenticate is refused late', async (t) => {
  const credentials = { clientId: 'two words', clientSecret: 'plain' };
  const listed = lists('client_secret_basic', 'client_secret_post');
  const { ada, bob, provider, signIn, clock } = await expireTwo(t, { credentials }, listed);
  let answer = () => new Response(null, { status: 503 });
  provider.play(listed, { respond: ({ endpoint }, good) => (endpoint === 'token' ? answer() : good()) });
  await signIn.renew(ada);
  clock.advance(1_000);
  const counted = provider.count('token');
  const others: unknown[] = [];
  answer = () => {
    clock.advance(4_900);
    others.push(signIn.renew(bob));
    return Response.json({ error: 'invalid_client' }, { status: 401 });
  };
  assert.equal((await signIn.renew(ada)).kind, 'unavailable');
  await Promise.all(others);
  assert.equal(provider.count('token'), counted + 3);
  assert.equal(others.length, 3);
});

test('a pause ends when the clock is set back', async (t) => {
  const { openBrowser, provider, clock } = await openDoor(t);
  provider.play(fail('discovery', failures.unreachable));
  assert.equal((await openBrowser().get('/api/auth/login')).status, 503);
  provider.play();
  clock.advance(-3_600_000);
  await openBrowser().signIn();
});
