import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { Door } from '../../test/provider/door.ts';
import { makeSharedRenewals, openDoor, renewedOf } from '../../test/provider/door.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { lists } from '../../test/provider/faults.ts';

async function expireTwo(t: TestContext, options?: Parameters<typeof openDoor>[1], ...played: Fault[]) {
  const door = await openDoor(t, options);
  door.provider.play(...played);
  const [ada, bob] = [await door.openBrowser().signIn(), await door.openBrowser().signIn()];
  door.clock.advance(3_600_000);
  return { ...door, ada, bob };
}

/** Expects one attempt after each pause, and none before. */
async function assertPauses({ clock, provider }: Door, attempt: () => Promise<void>): Promise<void> {
  for (const pauseSeconds of [1, 2, 4, 8, 16, 30, 30]) {
    const counted = provider.count('token');
    clock.advance(pauseSeconds * 1_000 - 1);
    await attempt();
    assert.equal(provider.count('token'), counted, `asked before ${pauseSeconds} s had passed`);
    clock.advance(1);
    await attempt();
    assert.equal(provider.count('token'), counted + 1, `not asked once after ${pauseSeconds} s`);
  }
}

test('a provider in trouble is asked by one renewal at a time, with pauses of 1 s doubling to 30 s', async (t) => {
  const door = await openDoor(t);
  const { openBrowser, provider, signIn, clock } = door;
  const people = await Promise.all(Array.from({ length: 5 }, () => openBrowser().signIn()));
  clock.advance(3_600_000);
  provider.play(fail('token', failures.unreachable));
  const attempt = async () => {
    const renewals = await Promise.all(people.map((person) => signIn.renew(person)));
    assert.ok(renewals.every(({ kind }) => kind === 'unavailable'));
  };
  await attempt();
  assert.equal(provider.count('token'), 10, 'five codes, and five who came together');
  await assertPauses(door, attempt);
  provider.play();
  clock.advance(30_000);
  for (const person of people) renewedOf(await signIn.renew(person));
});

test('Retry-After of the provider is heeded, and told at a sign-in too', async (t) => {
  const { ada, provider, signIn, clock, openBrowser } = await expireTwo(t);
  provider.play(fail('token', failures.status503));
  const outcome = { kind: 'unavailable', reason: 'token_endpoint_503', retryAfterSeconds: 20 };
  for (const time of ['at once', 'in the pause']) assert.deepEqual(await signIn.renew(ada), outcome, time);
  const browser = openBrowser();
  assert.equal((await browser.get(provider.authorize(await browser.login()))).retryAfterSeconds, 20);
  provider.play();
  clock.advance(20_000);
  renewedOf(await signIn.renew(ada));
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

test('a refusal shows that the provider is well again', async (t) => {
  const { ada, bob, provider, signIn, clock } = await expireTwo(t);
  provider.play(fail('token', failures.unreachable));
  await signIn.renew(ada);
  clock.advance(1_000);
  provider.play(fail('token', failures.invalidGrant));
  assert.equal((await signIn.renew(ada)).kind, 'refused');
  provider.play();
  renewedOf(await signIn.renew(bob));
});

test('during a pause nothing is claimed in the store', async (t) => {
  const shared = makeSharedRenewals();
  let claims = 0;
  const claimRenewal: typeof shared.claimRenewal = (...row) => {
    claims += 1;
    return shared.claimRenewal(...row);
  };
  const { ada, provider, signIn } = await expireTwo(t, { shared: { ...shared, claimRenewal } });
  provider.play(fail('token', failures.unreachable));
  await signIn.renew(ada);
  const before = claims;
  assert.equal((await signIn.renew(ada)).kind, 'unavailable');
  assert.equal(claims, before);
});
