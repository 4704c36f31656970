import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';

import { listenAnywhere } from '../../test/http.ts';
import { expire, hourMs, startProviderTest } from '../../test/provider/kit.ts';
import { isRenewal } from '../../test/provider/fault.ts';
import type { Failure } from '../../test/provider/failures.ts';
import { fail, failures, refusing } from '../../test/provider/failures.ts';
import { faults, lists } from '../../test/provider/faults.ts';
import { wait } from '../world.ts';
import { makeProviderFetch } from './ask.ts';
import { readRetryAfter } from './client.ts';

const basic = 'client_secret_basic';
const post = 'client_secret_post';

/** Ids and secrets that form encoding leaves as they are, and those that it changes. */
const left = ['dueline-test', 'team_a.b-c*', 'A0z9'];
const changed = ['a+b', 'a/b=', '%41', 'Büro für Übung', "it's (ours)!~", 'a&b#c'];

for (const text of [...left, ...changed])
  test(`id and secret ${text}: sign-in and renewal, whether the provider decodes or not`, async (t) => {
    const isLeft = left.includes(text);
    const atOnce = isLeft ? [[faults.takesNoPost], [faults.takesNoBasic, lists(post)]] : [];
    for (const played of [
      [],
      [faults.neverDecodes],
      [faults.neverDecodes, lists(basic, post)],
      ...atOnce,
    ]) {
      const credentials = { clientId: text, clientSecret: isLeft ? text : `secret ${text}` };
      const { provider, signedIn, clock, renew } = await startProviderTest(t, {
        provider: credentials,
      });
      provider.play(...played);
      const current = await signedIn();
      clock.advance(hourMs);
      assert.equal(await renew(current), 'renewed');
      if (isLeft) assert.equal(provider.count('token'), 2, 'right at the first attempt');
    }
  });

for (const [what, ...refusal] of [
  ['invalid_client'],
  ['unauthorized_client', faults.refusesAsUnauthorized],
  ['a bare 401', faults.refusesBarely],
] as const)
  test(`refused with ${what}, the other method that is listed is tried, kept, and told in the log`, async (t) => {
    const { signedIn, provider, told } = await startProviderTest(t);
    provider.play(faults.takesNoBasic, lists(basic, post), ...refusal);
    for (const count of [2, 3]) {
      await signedIn();
      assert.equal(provider.count('token'), count, 'what worked comes first');
    }
    const [line = '', ...others] = told();
    assert.match(
      line,
      /^\{"level":"warn".*"requestId":.*"refused":"client_secret_basic","works":"\w+_post"/,
    );
    assert.deepEqual(others, []);

    provider.play(faults.takesNoPost, lists(basic, post), ...refusal);
    await signedIn();
    assert.equal(provider.count('token'), 5, 'and is left when the provider changes its mind');
  });

test('a renewal begins with what worked at the sign-in, in a process that has not seen it', async (t) => {
  const { signedIn, provider, clock, anotherProcess, renew, told } = await startProviderTest(t);
  provider.play(faults.takesNoBasic, lists(basic, post));
  const current = await signedIn();
  clock.advance(hourMs);
  // Glewlwyd spends the refresh token of a client that it refuses, and sends 400 without an error code.
  assert.equal(await renew(current.at(await anotherProcess())), 'renewed');
  assert.deepEqual([provider.count('token'), told().length], [3, 1]);
});

test('a method that the profile names is used, and never left for another', async (t) => {
  const credentials = { clientId: 'plain', clientSecret: 'plain' };
  for (const [declared, played] of [
    [post, faults.takesNoPost],
    [basic, faults.takesNoBasic],
  ] as const) {
    const options = { provider: credentials, declared: { tokenEndpointAuthMethod: declared } };
    const { signedIn, openBrowser, provider, finish, takeErrors } = await startProviderTest(
      t,
      options,
    );
    provider.play(lists(basic, post));
    await signedIn();
    provider.play(played, lists(basic, post));
    assert.equal(await finish(openBrowser()), 'provider_unavailable');
    assert.equal(takeErrors().length, 1);
    assert.equal(provider.count('token'), 2);
    for (const { headers, form } of provider.seen.filter(({ endpoint }) => endpoint === 'token'))
      assert.deepEqual([headers.has('authorization'), form.has('client_secret')], [declared === basic, declared === post]); // prettier-ignore
  }
});

test('refused every way, a sign-in is an outage and a renewal keeps its session; a refused grant is asked once', async (t) => {
  const { current, openBrowser, provider, renew, finish, told } = await expire(t);
  provider.play(faults.refusesClients, lists(basic, post));
  assert.equal(await renew(current), 'kept');
  assert.equal(await finish(openBrowser()), 'provider_unavailable');
  // The code before, three ways each for the refresh token and the question, and for the second code.
  assert.equal(provider.count('token'), 10);
  const lines = told();
  assert.equal(lines.length, 2);
  for (const line of lines) assert.match(line, /^\{"level":"error".*"reason":"invalid_client"/);

  provider.play(fail('token', failures.invalidGrant), lists(basic, post));
  await finish(openBrowser());
  assert.equal(provider.count('token'), 11);
});

test('a renewal refused without a word asks with a made-up code: a refused client keeps the session, a refused token ends it', async (t) => {
  const bare = fail(isRenewal, async () => new Response(null, { status: 400 }));
  for (const [outcome, reason, ...played] of [
    ['kept', 'invalid_client', faults.refusesClients, faults.refusesAsUnauthorized],
    ['refused', 'token_endpoint_400'],
  ] as const) {
    const { current, provider, renew, told } = await expire(t);
    provider.play(bare, ...played);
    for (let times = 0; times < 2; times += 1) assert.equal(await renew(current), outcome);
    assert.match(told().join(), new RegExp(`"reason":"${reason}"`));
    const codes = provider.seen.flatMap(({ form }) => form.getAll('code'));
    assert.equal(new Set(codes).size, 2, 'of the sign-in, and one that is made up');
  }
});

const bare = (status: number) => async () => new Response('<h1>Unavailable</h1>', { status });

const answers: ReadonlyArray<
  readonly [what: string, outcome: string, reason: string, failure: Failure]
> = [
  ['400 with invalid_grant', 'refused', 'token_endpoint_400_invalid_grant', failures.invalidGrant],
  ['400 with a page', 'refused', 'token_endpoint_400', bare(400)],
  [
    '404 with invalid_token',
    'refused',
    'token_endpoint_404_invalid_token',
    refusing('invalid_token', 404),
  ],
  [
    '200 with invalid_grant',
    'refused',
    'token_endpoint_200_invalid_grant',
    refusing('invalid_grant', 200),
  ],
  [
    '201 with invalid_grant',
    'refused',
    'token_endpoint_201_invalid_grant',
    refusing('invalid_grant', 201),
  ],
  ['400 with invalid_client', 'kept', 'invalid_client', failures.invalidClient],
  ['403 with unauthorized_client', 'kept', 'invalid_client', refusing('unauthorized_client', 403)],
  ['401 without a body', 'kept', 'invalid_client', failures.status401],
  ['403 without an OAuth error', 'kept', 'invalid_client', bare(403)],
  ['404 of a gateway', 'kept', 'token_endpoint_404', refusing('Not Found', 404)],
  ['408 with invalid_grant', 'kept', 'token_endpoint_408', refusing('invalid_grant', 408)],
  ['429', 'kept', 'token_endpoint_429', refusing('slow_down', 429)],
  ['temporarily_unavailable', 'kept', 'token_endpoint_400', refusing('temporarily_unavailable')],
  ['tokens under 500', 'kept', 'token_endpoint_500', failures.goodWith500],
  ['a redirect', 'kept', 'token_endpoint_302', failures.redirect],
  ['an HTML page', 'kept', 'token_answer_unusable', failures.html],
  ['an answer that is cut off', 'kept', 'unreachable', failures.cutOff],
  ['an endless answer', 'kept', 'answer_too_large', failures.endless],
  ['an answer with long headers', 'kept', 'answer_headers_too_large', failures.longHeaders],
  ['a connection that fails', 'kept', 'unreachable', failures.unreachable],
];

for (const [what, outcome, reason, failure] of answers)
  test(`${what}: ${reason}, a session is ${outcome} at its renewal, and a sign-in likewise`, async (t) => {
    const { current, openBrowser, provider, renew, finish, told } = await expire(t);
    provider.play(fail('token', failure));
    assert.equal(await renew(current), outcome);
    const browser = openBrowser();
    const code = outcome === 'refused' ? 'sign_in_failed' : 'provider_unavailable';
    assert.equal(await finish(browser), code);
    assert.equal(browser.cookies.size, 0, 'the state is spent');

    const lines = told();
    assert.equal(lines.length, 2);
    const level = reason === 'invalid_client' ? 'error' : 'warn';
    for (const line of lines)
      assert.match(line, new RegExp(`^{"level":"${level}".*"reason":"${reason}"`));
  });

test('tokens under 201 are taken, at a sign-in and at a renewal', async (t) => {
  const { signedIn, provider, renew, clock } = await startProviderTest(t);
  provider.play(fail('token', async (good) => new Response((await good()).body, { status: 201 })));
  const current = await signedIn();
  clock.advance(hourMs);
  assert.equal(await renew(current), 'renewed');
});

test('headers of a response that Node does not read are told apart from a lost connection', async (t) => {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'set-cookie': 'a'.repeat(20_000) }).end('{}'),
  );
  const address = `http://127.0.0.1:${await listenAnywhere(server, t)}/`;
  await assert.rejects(makeProviderFetch(fetch, wait)(address, { method: 'GET' }), {
    reason: 'answer_headers_too_large',
  });
});

const nowMs = Date.UTC(2026, 9, 1, 12);
const dateIn = (seconds: number) => new Date(nowMs + seconds * 1_000).toUTCString();

test('Retry-After is told in whole seconds from 1 to 60, a date too, and 1 for what cannot be read', () => {
  const ofValues = { '': 1, 0: 1, '-5': 1, 0.2: 1, 1.2: 2, 20: 20, 59.1: 60, 60: 60, 61: 60, ['9'.repeat(400)]: 60, '1.2.3': 1, soon: 1 }; // prettier-ignore
  const ofDates = { [dateIn(20)]: 20, [dateIn(3_600)]: 60, [dateIn(-20)]: 1 };
  for (const [value, seconds] of [
    [null, 1] as const,
    ...Object.entries({ ...ofValues, ...ofDates }),
  ])
    assert.equal(readRetryAfter(value ?? '', nowMs), seconds, String(value));
});
