import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import { joinCookies, splitIntoCookies } from '../../server/session/cookies.ts';
import { makeSealer, openSession, sealSession } from '../../server/session/seal.ts';
import type { Session } from '../../server/session/session.ts';
import { codeOf } from '../answer.ts';
import type { Overrides } from '../app.ts';
import { hourMs, startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';

export { hourMs };

/** A service for tests of its requests to the provider. */
export async function startProviderTest(t: TestContext, overrides: Overrides = {}) {
  const service = await startTestApp(t, overrides);
  const { config, logged, takeErrors } = service;
  const [declared] = config.auth.providers;
  const sealer = makeSealer(
    config.session.secrets,
    `session ${declared?.issuer} ${declared?.clientId}`,
  );

  /** Another browser with the same cookies. */
  function copyOf({ cookies }: Browser): Browser {
    const copy = service.openBrowser();
    for (const [name, cookie] of cookies) copy.cookies.set(name, cookie);
    return copy;
  }

  /** The session in the cookies of a browser. */
  function sessionOf({ cookies }: Pick<Browser, 'cookies'>): Session {
    const sealed = joinCookies([...cookies].map(([name, { value }]) => ({ name, value })));
    return openSession(sealer, sealed ?? '')?.session ?? assert.fail('there is no session');
  }

  return {
    ...service,
    copyOf,
    /** The result of a sign-in, or of this callback: `signed_in` or the code of the problem. */
    finish: async (browser: Browser, callback?: string) => {
      const answer = await browser.get(callback ?? (await browser.begin()));
      return answer.statusCode === 302 ? 'signed_in' : codeOf(answer);
    },
    /** The result of a request with a renewal: during an outage the session is `kept`. */
    renew: async (browser: Browser) => {
      const { statusCode, headers, body } = await browser.get('/api/auth/me');
      if (statusCode === 401) return 'refused';
      assert.equal(statusCode, 200, body);
      return headers['set-cookie'] === undefined ? 'kept' : 'renewed';
    },
    sessionOf,
    /** Another browser with this session, whose refresh token is another. */
    withRefreshToken: (browser: Browser, refreshToken: string) => {
      const copy = copyOf(browser);
      const session = sessionOf(browser);
      const changed = { ...session, tokens: { ...session.tokens, refreshToken } };
      const [cookie] = splitIntoCookies(sealSession(sealer, changed).sealed);
      const kept = copy.cookies.get(cookie?.name ?? '');
      assert.ok(cookie && kept);
      copy.cookies.set(cookie.name, { ...kept, value: cookie.value });
      return copy;
    },
    /** The state of the provider in readiness; the service stays ready with any state. */
    providerState: async () => {
      const answer = await service.app.inject('/health/ready');
      assert.equal(answer.statusCode, 200);
      return answer.json().provider;
    },
    /** All log lines except those of responses, as text. Errors among them are expected. */
    told: () => {
      takeErrors();
      return logged.filter(({ msg }) => msg !== 'answered').map((line) => JSON.stringify(line));
    },
  };
}

/** The same with a signed-in browser whose ID token has just expired. */
export async function expire(t: TestContext, overrides?: Overrides) {
  const door = await startProviderTest(t, overrides);
  const current = await door.signedIn();
  door.clock.advance(hourMs);
  return { ...door, current };
}
