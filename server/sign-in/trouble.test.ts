import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import type { Browser } from '../../test/browser.ts';
import type { Fault, Seen } from '../../test/provider/fault.ts';
import { isRenewal } from '../../test/provider/fault.ts';
import { expire, hourMs, startProviderTest } from '../../test/provider/kit.ts';
import type { Failure } from '../../test/provider/failures.ts';
import { fail, failures, hold, refusing } from '../../test/provider/failures.ts';
import { faults } from '../../test/provider/faults.ts';

/** A service with `count` healthy people, and one with whose refresh token the provider fails. */
async function startWithBadSession(t: TestContext, count: number, failure: Failure) {
  const service = await startProviderTest(t, { provider: { idTokenSeconds: 30 } });
  const { provider, signedIn, sessionOf } = service;
  const bad = await signedIn();
  const healthy = await Promise.all(Array.from({ length: count }, () => signedIn()));
  const { refreshToken } = sessionOf(bad).tokens;
  const isBad = ({ form }: Pick<Seen, 'form'>) => form.get('refresh_token') === refreshToken;
  provider.play(fail(isBad, failure));
  return { ...service, bad, healthy, badRequests: () => provider.seen.filter(isBad).length };
}

const page403: Failure = async () => new Response('<h1>Blocked</h1>', { status: 403 });

for (const [what, failure] of [
  ['500', failures.status500],
  ['a timeout', failures.unreachable],
  ['429', refusing('slow_down', 429)],
  ['the 403 page of a firewall', page403],
] as const)
  for (const count of [1, 2, 20])
    test(`a session that is answered with ${what} stops the renewal of none of ${count} others`, async (t) => {
      const service = await startWithBadSession(t, count, failure);
      const { bad, healthy, badRequests, renew, clock } = service;
      clock.advance(30_000);
      for (let seconds = 0; seconds < 61; seconds += 1) {
        for (let times = 0; times < 3; times += 1) assert.equal(await renew(bad), 'kept');
        const isExpiry = seconds % 30 === 0;
        for (const browser of isExpiry ? healthy : healthy.slice(0, 1))
          assert.equal(await renew(browser), isExpiry ? 'renewed' : 'kept', `${seconds} s`);
        clock.advance(1_000);
      }
      // At 0, 1, 3, 7, 15 and 31 s, and once more when the first success of another person ends the pause. A refused client is
      // tried in two ways.
      const most = failure === page403 ? 14 : 7;
      assert.ok(badRequests() >= 6 && badRequests() <= most, `${badRequests()} requests in 60 s`);
      service.told();
    });

test('three sessions that always fail hold up nobody after the first success', async (t) => {
  const { signedIn, provider, renew, clock, sessionOf } = await startProviderTest(t, {
    provider: { idTokenSeconds: 30 },
  });
  const bad = await Promise.all([signedIn(), signedIn(), signedIn()]);
  const ada = await signedIn();
  const tokens = new Set(bad.map((each) => sessionOf(each).tokens.refreshToken));
  const isBad = ({ form }: Seen) => tokens.has(form.get('refresh_token') ?? '');
  provider.play(fail(isBad, failures.status500));
  clock.advance(30_000);
  for (const each of bad) assert.equal(await renew(each), 'kept');
  assert.equal(await renew(ada), 'kept', 'three failures in a row look like an outage');
  clock.advance(1_000);
  assert.equal(await renew(ada), 'renewed', 'the first trial');
  for (let seconds = 0; seconds < 90; seconds += 1) {
    clock.advance(1_000);
    for (const each of bad) assert.equal(await renew(each), 'kept');
    assert.equal(await renew(ada), (seconds + 1) % 30 === 0 ? 'renewed' : 'kept');
  }
});

test('a refresh token of another client ends its session, and is asked about once a minute for all', async (t) => {
  for (const [status, error] of [
    [401, 'unauthorized_client'],
    [400, 'invalid_client'],
  ] as const) {
    const service = await startProviderTest(t);
    const { signedIn, provider, renew, clock, sessionOf, told } = service;
    const old = await Promise.all(Array.from({ length: 20 }, () => signedIn()));
    const ada = await signedIn();
    const { refreshToken } = sessionOf(ada).tokens;
    const isOld = ({ form }: Seen) =>
      isRenewal({ form }) && form.get('refresh_token') !== refreshToken;
    clock.advance(hourMs);
    provider.play(fail(isOld, refusing(error, status)));
    const codes = () => provider.seen.filter(({ form }) => form.has('code')).length;
    const signIns = codes();
    const [first, second, ...others] = old;
    assert.ok(first && second);
    assert.deepEqual(await Promise.all([first, second].map(renew)), ['refused', 'refused']);
    assert.equal(await renew(ada), 'renewed');
    clock.advance(59_999);
    for (const browser of others.slice(0, 9)) assert.equal(await renew(browser), 'refused');
    assert.equal(codes() - signIns, 1, error);
    clock.advance(1);
    for (const browser of others.slice(9)) assert.equal(await renew(browser), 'refused');
    assert.equal(codes() - signIns, 2, error);
    assert.match(told().join(), new RegExp(`"reason":"token_endpoint_${status}_${error}"`));
  }
});

/** Asks for every person, and returns the number of people whose session was renewed; all others keep theirs. */
async function renewAll(people: readonly Browser[], renew: (browser: Browser) => Promise<string>) {
  const outcomes = await Promise.all(people.map(renew));
  assert.ok(!outcomes.includes('refused'));
  return outcomes.filter((outcome) => outcome === 'renewed').length;
}

const outages: ReadonlyArray<readonly [what: string, count: number, fault: Fault]> = [
  ['is not reachable', 1_000, fail('token', failures.unreachable)],
  ['answers 500', 20, fail('token', failures.status500)],
  ['answers 429', 20, fail('token', refusing('slow_down', 429))],
  ['refuses the client', 20, faults.refusesClients],
];

for (const [what, count, fault] of outages)
  test(`while the provider ${what}, ${count} sessions make one trial a second at most, and the first success opens the way for all`, async (t) => {
    const service = await startProviderTest(t);
    const { signedIn, provider, renew, clock, told } = service;
    const people = await Promise.all(Array.from({ length: 20 }, () => signedIn()));
    const [first] = people;
    assert.ok(first);
    const others = Array.from({ length: count - 20 }, (_, at) =>
      service.withRefreshToken(first, `another token ${at}`),
    );
    const sessions = [...others, ...people];
    clock.advance(hourMs);
    provider.play(fault);
    const renewals = () => new Set(provider.seen.map(({ form }) => form.get('refresh_token'))).size;
    // Three failures show an outage.
    for (const browser of sessions.slice(0, 3)) assert.equal(await renew(browser), 'kept');
    let counted = provider.seen.filter(isRenewal).length;
    const trialsAtMs: number[] = [];
    for (let ms = 0; ms < 20_000; ms += 250) {
      clock.advance(250);
      const from = (ms / 250) * 10;
      const asking = Array.from({ length: 10 }, (_, at) => sessions[(from + at) % count]);
      assert.equal(
        await renewAll(
          asking.filter((each) => each !== undefined),
          renew,
        ),
        0,
      );
      const sent = provider.seen.filter(isRenewal).length;
      if (sent > counted) trialsAtMs.push(ms);
      counted = sent;
    }
    const pausesMs = trialsAtMs.slice(1).map((ms, at) => ms - (trialsAtMs[at] ?? 0));
    assert.ok(trialsAtMs.length > 4);
    assert.ok(Math.min(...pausesMs) >= 1_000, `pauses of ${pausesMs.join(', ')} ms`);
    assert.ok(Math.max(...pausesMs) <= 5_000, `pauses of ${pausesMs.join(', ')} ms`);
    assert.equal(await renewAll(sessions, renew), 0);
    assert.ok(renewals() <= 4 + trialsAtMs.length, 'a trial is one token');

    provider.play();
    clock.advance(5_000);
    assert.equal(await renew(first), 'renewed');
    assert.equal(await renewAll(people.slice(1), renew), people.length - 1);
    told();
  });

test('a trial that is under way is the only one', async (t) => {
  const { signedIn, provider, renew, clock } = await startProviderTest(t);
  const people = await Promise.all(Array.from({ length: 5 }, () => signedIn()));
  clock.advance(hourMs);
  provider.play(fail('token', failures.status500));
  for (const browser of people.slice(0, 3)) await renew(browser);
  clock.advance(1_000);
  const token = hold('token');
  provider.play(token.fault);
  const [trial, other] = people.slice(3);
  assert.ok(trial && other);
  const renewal = renew(trial);
  await token.reached;
  clock.advance(4_000);
  assert.equal(await renew(other), 'kept');
  token.release();
  assert.equal(await renewal, 'renewed');
  assert.equal(await renew(other), 'renewed');
});

test('a token that fails pauses 1 s, doubling to 30 s, and not longer after the clock was set back', async (t) => {
  const { current, provider, renew, clock } = await expire(t);
  provider.play(fail('token', failures.status500));
  assert.equal(await renew(current), 'kept');
  for (const pauseSeconds of [1, 2, 4, 8, 16, 30, 30]) {
    const counted = provider.count('token');
    clock.advance(pauseSeconds * 1_000 - 1);
    assert.equal(await renew(current), 'kept');
    assert.equal(provider.count('token'), counted, `asked before ${pauseSeconds} s had passed`);
    clock.advance(1);
    assert.equal(await renew(current), 'kept');
    assert.equal(provider.count('token'), counted + 1, `not asked after ${pauseSeconds} s`);
  }
  provider.play();
  clock.advance(-60_000);
  assert.equal(await renew(current), 'renewed');
});
