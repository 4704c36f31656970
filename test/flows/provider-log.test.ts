import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import type { Fault } from '../provider/fault.ts';
import { fail, failures } from '../provider/failures.ts';

const hourMs = 60 * 60 * 1000;

/** The lines that are not about a request that was answered, and not about what went well. */
const told = ({ logged }: TestApp) =>
  logged
    .filter(({ msg }) => msg !== 'answered')
    .map(({ level, msg, reason, requestId }) => [level, msg, reason, requestId]);

const outages: readonly (readonly [what: string, level: string, reason: string, fault: Fault])[] = [
  ['a provider that is away', 'warn', 'unreachable', fail('token', failures.unreachable)],
  ['a client secret that is refused', 'error', 'invalid_client', fail('token', failures.invalidClient)],
];

for (const [what, level, reason, fault] of outages) {
  test(`${what} is one log line of a sign-in, with the request's id`, async (t) => {
    const service = await startTestApp(t);
    service.provider.play(fault);
    const browser = service.openBrowser();
    const answer = await browser.get(await browser.begin());
    assert.equal(answer.statusCode, 503);
    const { requestId } = answer.json<{ requestId: string }>();
    assert.deepEqual(told(service), [[level, 'sign-in not possible now', reason, requestId]]);
    service.takeErrors();
  });

  test(`${what} is one log line of a renewal, with the id of the request that began it`, async (t) => {
    const service = await startTestApp(t);
    const browser = await service.signedIn();
    service.clock.advance(hourMs + 10 * 60 * 1000);
    service.provider.play(fault);
    const answers = await Promise.all(Array.from({ length: 3 }, () => browser.get('/api/auth/me')));
    const ids = answers.map((answer) => answer.json<{ requestId: string }>().requestId);
    assert.deepEqual(told(service), [
      [level, 'renewal not possible now, the session is kept', reason, ids[0]],
    ]);
    service.takeErrors();
  });
}

test("a provider that cannot be discovered is one log line of a login, with the request's id", async (t) => {
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
