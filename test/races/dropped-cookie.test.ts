import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { hourMs, startTestApp } from '../app.ts';
import type { Cookie } from '../cookies.ts';
import { setBy } from '../cookies.ts';
import { isRenewal } from '../provider/fault.ts';
import { playClaims, sessionPairs } from '../hostile/session-cookies.ts';

const one = ['q_session'];
const two = ['q_session_chunk_1', 'q_session_chunk_2'];

/** Renewals by the cookies before and after, and the effect of a lost cookie: still signed in, or a new sign-in. */
const renewals = [
  { from: one, to: one, getsInWithout: ['q_session'], signsInAgainWithout: [] },
  { from: two, to: two, getsInWithout: [], signsInAgainWithout: two },
  // A cookie that was not expired is combined with new ones: the session is damaged (decision 006).
  { from: two, to: one, getsInWithout: [], signsInAgainWithout: [...one, ...two] },
  { from: one, to: two, getsInWithout: [], signsInAgainWithout: [...one, ...two] },
];

for (const { from, to, getsInWithout, signsInAgainWithout } of renewals) {
  const what = `a renewal from ${from.length} to ${to.length} cookies`;

  test(`${what}: a browser that loses all of it gets in with the old ones for 60 s, then signs in again`, async (t) => {
    const { clock, old, set, redemptions, browserWith, assertSignsInAgain } = await renew(
      t,
      from,
      to,
    );
    for (const laterMs of [0, 59_999]) {
      clock.advance(laterMs);
      const answer = await browserWith(old).get('/api/auth/me');
      assert.equal(answer.statusCode, 200, `${laterMs} ms later`);
      assert.deepEqual(setBy(answer), set, 'it is told the same again');
    }
    assert.equal(redemptions(), 1);
    clock.advance(1);
    await assertSignsInAgain(old);
  });

  test(`${what}: a browser that loses one of them gets in, or is told so and signs in again`, async (t) => {
    for (const lost of getsInWithout) {
      const { clock, without, redemptions, browserWith } = await renew(t, from, to);
      const browser = browserWith(without(lost));
      for (const laterMs of [0, hourMs]) {
        clock.advance(laterMs);
        assert.equal((await browser.get('/api/auth/me')).statusCode, 200, `${laterMs} ms later`);
      }
      assert.equal(redemptions(), 2);
      assert.deepEqual(
        sessionPairs(browser).map(([name]) => name),
        to,
        'with exactly its own cookies',
      );
    }
    for (const lost of signsInAgainWithout) {
      const { without, redemptions, assertSignsInAgain } = await renew(t, from, to);
      await assertSignsInAgain(without(lost));
      assert.equal(redemptions(), 1);
    }
  });
}

type Cookies = ReadonlyMap<string, Cookie>;

/** A person whose session has just been renewed, with these cookies before and after. */
async function renew(t: TestContext, from: readonly string[], to: readonly string[]) {
  const service = await startTestApp(t);
  const { provider, clock, openBrowser } = service;
  playClaims(service, (from.length - 1) * 3000);
  const browser = await service.signedIn();
  const old: Cookies = new Map(browser.cookies);
  assert.deepEqual([...old.keys()], from);
  clock.advance(hourMs);
  playClaims(service, (to.length - 1) * 3000);
  // Includes expired cookies, with an empty value.
  const set = setBy(await browser.get('/api/auth/me'));
  assert.deepEqual([...browser.cookies.keys()], to);
  assert.deepEqual(setBy(await browser.get('/api/auth/me')), [], 'what was written is read');

  function browserWith(cookies: Cookies) {
    const other = openBrowser();
    for (const [name, cookie] of cookies) other.cookies.set(name, cookie);
    return other;
  }
  return {
    clock,
    old,
    set,
    browserWith,
    redemptions: () => provider.seen.filter(isRenewal).length,
    /** The cookies of a browser that missed one Set-Cookie line of the renewal. */
    without: (lost: string): Cookies => {
      assert.ok(set.some(([name]) => name === lost));
      const held = new Map(old);
      for (const [name] of set.filter(([each]) => each !== lost)) {
        const cookie = browser.cookies.get(name);
        if (cookie === undefined) held.delete(name);
        else held.set(name, cookie);
      }
      return held;
    },
    assertSignsInAgain: async (cookies: Cookies) => {
      const other = browserWith(cookies);
      assert.equal((await other.get('/api/tasks')).statusCode, 401);
      await other.signIn();
      assert.equal((await other.get('/api/tasks')).statusCode, 200);
    },
  };
}
