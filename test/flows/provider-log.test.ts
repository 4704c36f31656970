import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import { fail, failures } from '../provider/failures.ts';

const hourMs = 60 * 60 * 1000;

/** The lines that are not about a request that was answered, and not about what went well. */
const told = ({ logged }: TestApp) =>
  logged
    .filter(({ msg }) => msg !== 'answered')
    .map(({ level, msg, reason, requestId }) => [level, msg, reason, requestId]);

test('what a provider fails at or refuses is one log line of a sign-in, and of a renewal one with the id of the request that began it', async (t) => {
  const away = ['renewal not possible now, the session is kept', 'sign-in not possible now'] as const;
  const refused = ['renewal refused, the session ends', 'sign-in failed'] as const;
  for (const [level, reason, [ofRenewal, ofSignIn], failure] of [
    ['warn', 'unreachable', away, failures.unreachable],
    ['error', 'invalid_client', away, failures.invalidClient],
    ['info', 'token_endpoint_400_invalid_grant', refused, failures.invalidGrant],
  ] as const) {
    const service = await startTestApp(t);
    const [browser, other] = [await service.signedIn(), service.openBrowser()];
    service.clock.advance(hourMs + 10 * 60 * 1000);
    service.provider.play(fail('token', failure));
    const answers = await Promise.all(Array.from({ length: 3 }, () => browser.get('/api/auth/me')));
    const signIn = await other.get(await other.begin());
    const [renewal, began] = [answers[0], signIn].map((answer) => answer?.json<{ requestId: string }>().requestId); // prettier-ignore
    assert.deepEqual(told(service), [
      [level, ofRenewal, reason, renewal],
      [level, ofSignIn, reason, began],
    ]);
    service.takeErrors();
  }
});
