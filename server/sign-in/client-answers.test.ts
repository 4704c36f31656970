import assert from 'node:assert/strict';
import { test } from 'node:test';

import { expire } from '../../test/provider/door.ts';
import type { Failure } from '../../test/provider/failures.ts';
import { fail, failures, refusing } from '../../test/provider/failures.ts';
import { readRetryAfter } from './client.ts';

const bare = (status: number) => async () => new Response('<h1>Unavailable</h1>', { status });

const answers: ReadonlyArray<readonly [what: string, kind: string, reason: string, failure: Failure]> = [
  ['400 with invalid_grant', 'refused', 'token_endpoint_400_invalid_grant', failures.invalidGrant],
  ['400 with a page', 'refused', 'token_endpoint_400', bare(400)],
  ['401 with invalid_grant', 'refused', 'token_endpoint_401_invalid_grant', refusing('invalid_grant', 401)],
  ['404 with invalid_token', 'refused', 'token_endpoint_404_invalid_token', refusing('invalid_token', 404)],
  ['200 with invalid_grant', 'refused', 'token_endpoint_200_invalid_grant', refusing('invalid_grant', 200)],
  ['400 with invalid_client', 'unavailable', 'invalid_client', failures.invalidClient],
  ['403 with unauthorized_client', 'unavailable', 'invalid_client', refusing('unauthorized_client', 403)],
  ['401 without a body', 'unavailable', 'invalid_client', failures.status401],
  ['401 of a gateway', 'unavailable', 'invalid_client', refusing('Unauthorized', 401)],
  ['403 without an OAuth error', 'unavailable', 'invalid_client', bare(403)],
  ['403 of a gateway', 'unavailable', 'invalid_client', refusing({ code: 403 }, 403)],
  ['404 of a gateway', 'unavailable', 'token_endpoint_404', refusing('Not Found', 404)],
  ['408 with invalid_grant', 'unavailable', 'token_endpoint_408', refusing('invalid_grant', 408)],
  ['425 with invalid_grant', 'unavailable', 'token_endpoint_425', refusing('invalid_grant', 425)],
  ['429', 'unavailable', 'token_endpoint_429', refusing('slow_down', 429)],
  ['temporarily_unavailable', 'unavailable', 'token_endpoint_400', refusing('temporarily_unavailable')],
  ['server_error', 'unavailable', 'token_endpoint_400', refusing('server_error')],
  ['slow_down', 'unavailable', 'token_endpoint_400', refusing('slow_down')],
  ['tokens under 500', 'unavailable', 'token_endpoint_500', failures.goodWith500],
  ['a redirect', 'unavailable', 'token_endpoint_302', failures.redirect],
  ['an HTML page', 'unavailable', 'token_answer_unusable', failures.html],
  ['a JSON list', 'unavailable', 'token_answer_unusable', failures.list],
  ['half an answer', 'unavailable', 'token_answer_unusable', failures.half],
  ['an answer that is cut off', 'unavailable', 'unreachable', failures.cutOff],
  ['an endless answer', 'unavailable', 'answer_too_large', failures.endless],
  ['a connection that fails', 'unavailable', 'unreachable', failures.unreachable],
];

for (const [what, kind, reason, failure] of answers)
  test(`${what} is ${kind} (${reason}), at a sign-in and at a renewal`, async (t) => {
    const { current, openBrowser, provider, signIn, logged } = await expire(t);
    provider.play(fail('token', failure));

    assert.equal((await signIn.renew(current)).kind, kind);
    const browser = openBrowser();
    const answer = await browser.get(provider.authorize(await browser.login()));
    assert.equal(answer.body, kind === 'refused' ? 'sign_in_failed' : 'provider_unavailable');
    assert.equal(browser.cookies.size, 0, 'the state is spent');

    assert.equal(logged.length, 2);
    const level = reason === 'invalid_client' ? 'error' : kind === 'refused' ? 'info' : 'warn';
    for (const line of logged) assert.match(line, new RegExp(`^{"level":"${level}".*"reason":"${reason}"`));
    assert.doesNotMatch(logged.join(), /eyJ|[\w-]{40}/);
  });

const nowMs = Date.UTC(2026, 9, 1, 12);
const dateIn = (seconds: number) => new Date(nowMs + seconds * 1_000).toUTCString();

test('Retry-After is told in whole seconds from 1 to 60, a date too, and 1 for what cannot be read', () => {
  const ofValues = { '': 1, 0: 1, '-5': 1, 0.2: 1, 1.2: 2, 20: 20, 59.1: 60, 60: 60, 61: 60, ['9'.repeat(400)]: 60, '1.2.3': 1, soon: 1 }; // prettier-ignore
  const ofDates = { [dateIn(20)]: 20, [dateIn(3_600)]: 60, [dateIn(-20)]: 1 };
  for (const [value, seconds] of [[null, 1] as const, ...Object.entries({ ...ofValues, ...ofDates })])
    assert.equal(readRetryAfter(value ?? '', nowMs), seconds, String(value));
});
