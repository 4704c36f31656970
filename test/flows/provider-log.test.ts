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

test('a failing provider is one log line of a sign-in, and of a renewal the line of the request that began it', async (t) => {
  for (const [level, reason, fault] of [
    ['warn', 'unreachable', fail('token', failures.unreachable)],
    ['error', 'invalid_client', fail('token', failures.invalidClient)],
  ] as const) {
    const service = await startTestApp(t);
    const [browser, other] = [await service.signedIn(), service.openBrowser()];
    service.clock.advance(hourMs + 10 * 60 * 1000);
    service.provider.play(fault);
    const answers = await Promise.all(Array.from({ length: 3 }, () => browser.get('/api/auth/me')));
    const signIn = await other.get(await other.begin());
    const [renewal] = answers.map((answer) => answer.json<{ requestId: string }>().requestId);
    assert.deepEqual(told(service), [
      [level, 'renewal not possible now, the session is kept', reason, renewal],
      [level, 'sign-in not possible now', reason, signIn.json<{ requestId: string }>().requestId],
    ]);
    service.takeErrors();
  }
  const service = await startTestApp(t);
  service.provider.play(fail('discovery', failures.unreachable));
  const answer = await service.openBrowser().get('/api/auth/login');
  const { requestId } = answer.json<{ requestId: string }>();
  assert.deepEqual(told(service), [['warn', 'sign-in not possible now', 'unreachable', requestId]]);
});

test("what is refused is one log line of a sign-in and one of a renewal, with the request's id", async (t) => {
  const service = await startTestApp(t);
  const browser = await service.signedIn();
  service.provider.play(fail('token', failures.invalidGrant));
  service.clock.advance(hourMs);
  const ended = await browser.get('/api/auth/me');
  const failed = await browser.get(await browser.begin());
  const reason = 'token_endpoint_400_invalid_grant';
  assert.deepEqual(told(service), [
    ['info', 'renewal refused, the session ends', reason, ended.json<{ requestId: string }>().requestId],
    ['info', 'sign-in failed', reason, failed.json<{ requestId: string }>().requestId],
  ]);
});

test('a store that is away is one log line of a renewal, with its cause', async (t) => {
  const away = () => Promise.reject(new Error('disk I/O error'));
  const service = await startTestApp(t, { store: { claimRenewal: away } });
  const browser = await service.signedIn();
  service.clock.advance(hourMs);
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  const lines = service.logged.filter(({ level }) => level === 'warn');
  assert.equal(lines.length, 1);
  assert.match(
    JSON.stringify(lines[0]),
    /renewal_not_shared.*disk I\/O error|disk I\/O error.*renewal_not_shared/,
  );
});
