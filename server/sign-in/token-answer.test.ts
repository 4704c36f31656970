import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { readRetryAfter } from './token-answer.ts';

const answers = [
  ['400 with invalid_grant', 'invalidGrant', 'refused', 'token_endpoint_400_invalid_grant'],
  ['400 with invalid_request', 'invalidRequest', 'refused', 'token_endpoint_400_invalid_request'],
  ['400 without a body', 'status400', 'refused', 'token_endpoint_400'],
  ['400 with a page', 'html400', 'refused', 'token_endpoint_400'],
  ['401 with invalid_grant', 'invalidGrant401', 'refused', 'token_endpoint_401_invalid_grant'],
  ['403 with invalid_grant', 'invalidGrant403', 'refused', 'token_endpoint_403_invalid_grant'],
  ['404 with invalid_token', 'invalidToken404', 'refused', 'token_endpoint_404_invalid_token'],
  ['200 with invalid_grant', 'errorWith200', 'refused', 'token_endpoint_200_invalid_grant'],
  ['400 with invalid_client', 'invalidClient', 'unavailable', 'invalid_client'],
  ['401 without a body', 'status401', 'unavailable', 'invalid_client'],
  ['401 of a gateway', 'gateway401', 'unavailable', 'invalid_client'],
  ['403 without an OAuth error', 'status403', 'unavailable', 'token_endpoint_403'],
  ['403 of a gateway', 'gateway403', 'unavailable', 'token_endpoint_403'],
  ['404 without an OAuth error', 'status404', 'unavailable', 'token_endpoint_404'],
  ['404 of a gateway', 'gateway404', 'unavailable', 'token_endpoint_404'],
  ['405', 'status405', 'unavailable', 'token_endpoint_405'],
  ['407', 'status407', 'unavailable', 'token_endpoint_407'],
  ['408', 'status408', 'unavailable', 'token_endpoint_408'],
  ['421', 'status421', 'unavailable', 'token_endpoint_421'],
  ['425', 'status425', 'unavailable', 'token_endpoint_425'],
  ['429', 'status429', 'unavailable', 'token_endpoint_429'],
  ['451', 'status451', 'unavailable', 'token_endpoint_451'],
  ['400 with temporarily_unavailable', 'momentaryError', 'unavailable', 'token_endpoint_400'],
  ['400 with server_error', 'serverError', 'unavailable', 'token_endpoint_400'],
  ['400 with slow_down', 'slowDown', 'unavailable', 'token_endpoint_400'],
  ['500', 'status500', 'unavailable', 'token_endpoint_500'],
  ['tokens under 500', 'goodWith500', 'unavailable', 'token_endpoint_500'],
  ['503', 'status503', 'unavailable', 'token_endpoint_503'],
  ['a redirect', 'redirect', 'unavailable', 'token_endpoint_302'],
  ['an HTML page', 'html', 'unavailable', 'token_answer_unusable'],
  ['a JSON list', 'list', 'unavailable', 'token_answer_unusable'],
  ['half an answer', 'half', 'unavailable', 'token_answer_unusable'],
  ['an answer that is cut off', 'cutOff', 'unavailable', 'unreachable'],
  ['an endless answer', 'endless', 'unavailable', 'answer_too_large'],
  ['a connection that fails', 'unreachable', 'unavailable', 'unreachable'],
] as const;

for (const [what, failure, kind, reason] of answers) {
  test(`${what} is ${kind} (${reason}), at a sign-in and at a renewal`, async (t) => {
    const { openBrowser, provider, signIn, clock, logged } = await openDoor(t);
    const current = await openBrowser().signIn();
    clock.advance(3_600_000);
    provider.play(fail('token', failures[failure]));

    assert.equal((await signIn.renew(current)).kind, kind);
    const browser = openBrowser();
    const answer = await browser.get(provider.authorize(await browser.login()));
    assert.equal(answer.body, kind === 'refused' ? 'sign_in_failed' : 'provider_unavailable');
    assert.equal(browser.cookies.size, 0, 'the state is spent');

    assert.equal(logged.length, 2);
    for (const line of logged) assert.match(line, new RegExp(`"reason":"${reason}"`));
    assert.doesNotMatch(logged.join(), /eyJ|[\\w-]{40}/);
  });
}

const nowMs = Date.UTC(2026, 9, 1, 12);
const dateIn = (seconds: number) => new Date(nowMs + seconds * 1_000).toUTCString();

test('Retry-After is told in whole seconds from 1 to 60, a date too, and 1 for what cannot be read', () => {
  for (const [value, seconds] of [
    [null, 1],
    ['', 1],
    ['0', 1],
    ['-5', 1],
    ['0.2', 1],
    ['1.2', 2],
    ['20', 20],
    [' 20 ', 20],
    ['59.1', 60],
    ['60', 60],
    ['61', 60],
    ['86400', 60],
    ['9'.repeat(400), 60],
    ['1.2.3', 1],
    ['soon', 1],
    [dateIn(20), 20],
    [dateIn(3_600), 60],
    [dateIn(-20), 1],
  ] as const)
    assert.equal(readRetryAfter(value, nowMs), seconds, String(value));
});
