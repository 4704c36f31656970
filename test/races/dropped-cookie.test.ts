import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import type { Cookie } from '../cookies.ts';
import { setBy } from '../cookies.ts';
import { sessionPairs } from '../hostile/session-cookies.ts';

const hourMs = 60 * 60 * 1000;
const [one, two] = [['q_session'], ['q_session_chunk_1', 'q_session_chunk_2']];

/** What a renewal sets and expires, by the form of the session before and after, and who gets in when it is lost. */
const renewals = [
  { from: one, to: one, getsInWithout: ['q_session'], signsInAgainWithout: [] },
  { from: two, to: two, getsInWithout: [], signsInAgainWithout: two },
  // What was not expired is together with what was set, which is damage (decision 006).
  { from: two, to: one, getsInWithout: [], signsInAgainWithout: [...one, ...two] },
  { from: one, to: two, getsInWithout: [], signsInAgainWithout: [...one, ...two] },
];

for (const { from, to, getsInWithout, signsInAgainWithout } of renewals) {
  const what = `a renewal from ${from.length} to ${to.length} cookies`;

  test(`${what}: a browser that loses all of it gets in with the old ones for 60 s, then signs in again`, async (t) => {
    const renewed = await renew(t, from, to);
    const { service, old, set, redemptions } = renewed;
    for (const laterMs of [0, 59_999]) {
      service.clock.advance(laterMs);
      const browser = browserWith(service, old);
      const answer = await browser.get('/api/auth/me');
      assert.equal(answer.statusCode, 200, `${laterMs} ms later`);
      assert.deepEqual(setBy(answer), set, 'it is told the same again');
    }
    assert.equal(redemptions(), 1);
    service.clock.advance(1);
    await assertSignsInAgain(renewed, old);
  });

  test(`${what}: a browser that loses one of them gets in, or is told so and signs in again`, async (t) => {
    for (const lost of getsInWithout) {
      const renewed = await renew(t, from, to);
      const browser = browserWith(renewed.service, without(renewed, lost));
      for (const laterMs of [0, hourMs]) {
        renewed.service.clock.advance(laterMs);
        assert.equal((await browser.get('/api/auth/me')).statusCode, 200, `${laterMs} ms later`);
      }
      assert.equal(renewed.redemptions(), 2);
      assert.deepEqual(namesOf(browser), to, 'with exactly its own cookies');
    }
    for (const lost of signsInAgainWithout) {
      const renewed = await renew(t, from, to);
      await assertSignsInAgain(renewed, without(renewed, lost));
      assert.equal(renewed.redemptions(), 1);
    }
  });
}

const namesOf = (browser: Browser) => sessionPairs(browser).map(([name]) => name);

type Renewed = Readonly<{
  service: TestApp;
  old: ReadonlyMap<string, Cookie>;
  /** What the answer of the renewal set, expired cookies with an empty value. */
  set: ReturnType<typeof setBy>;
  redemptions: () => number;
}>;

/** Someone whose session has just been renewed and had these cookies before and after. */
async function renew(t: TestContext, from: readonly string[], to: readonly string[]): Promise<Renewed> {
  const service = await startTestApp(t);
  const { provider, clock } = service;
  const playSize = ({ length }: readonly string[]) =>
    provider.play({ claims: (said) => ({ ...said, groups: 'g'.repeat((length - 1) * 3_000) }) });
  playSize(from);
  const browser = await service.signedIn();
  const old = new Map(browser.cookies);
  assert.deepEqual(namesOf(browser), from);
  clock.advance(hourMs);
  playSize(to);
  const set = setBy(await browser.get('/api/auth/me'));
  assert.deepEqual(namesOf(browser), to);
  const redemptions = () =>
    provider.seen.filter(({ form }) => form.get('grant_type') === 'refresh_token').length;
  return { service, old, set, redemptions };
}

/** What a browser holds that missed one line of the renewal's answer. */
function without({ service, old, set }: Renewed, lost: string): Map<string, Cookie> {
  assert.ok(
    set.some(([name]) => name === lost),
    `${lost} is not among what is set`,
  );
  const cookies = new Map(old);
  for (const [name, value] of set.filter(([each]) => each !== lost)) {
    if (value === '') cookies.delete(name);
    else cookies.set(name, { value, path: '/', expiresAtMs: service.clock.nowMs() + 9 * hourMs });
  }
  return cookies;
}

function browserWith(service: TestApp, cookies: ReadonlyMap<string, Cookie>): Browser {
  const browser = service.openBrowser();
  for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
  return browser;
}

async function assertSignsInAgain({ service }: Renewed, cookies: ReadonlyMap<string, Cookie>): Promise<void> {
  const browser = browserWith(service, cookies);
  assert.equal((await browser.get('/api/tasks')).statusCode, 401);
  await browser.signIn();
  assert.equal((await browser.get('/api/tasks')).statusCode, 200);
  await browserWith(service, cookies).signIn();
}
