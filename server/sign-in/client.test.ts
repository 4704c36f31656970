import assert from 'node:assert/strict';
import { test } from 'node:test';

import { expire, openDoor } from '../../test/provider/door.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { faults, lists } from '../../test/provider/faults.ts';
import { waysOf } from './client.ts';

const basic = 'client_secret_basic';
const post = 'client_secret_post';
const raw = 'client_secret_basic, not encoded';

test('the ways to authenticate follow from the profile, what the provider lists, and whether encoding changes id or secret', () => {
  for (const [named, listed, clientId, expected] of [
    [null, [], 'plain', [basic]],
    [null, [], 'a b', [basic, raw]],
    [null, [basic], 'plain', [basic]],
    [null, [basic], 'a b', [basic, raw]],
    [null, [post, basic], 'plain', [basic, post]],
    [null, [basic, post], 'a b', [basic, post, raw]],
    [null, [post, 'private_key_jwt'], 'a b', [post]],
    [null, ['private_key_jwt'], 'a b', [basic, raw]],
    [basic, [post], 'plain', [basic]],
    [basic, [post], 'a b', [basic, raw]],
    [post, [basic], 'a b', [post]],
  ] as const) {
    const tenant = { clientId, clientSecret: 'plain', tokenEndpointAuthMethod: named };
    assert.deepEqual(waysOf(tenant, listed), expected, `${named} ${listed.join()} ${clientId}`);
  }
});

/** Ids and secrets that form encoding leaves as they are, and those that it changes. */
const left = ['dueline-test', 'team_a.b-c*', 'A0z9'];
const changed = ['a+b', 'a/b=', '%41', 'Büro für Übung', "it's (ours)!~", 'a&b#c'];

for (const text of [...left, ...changed])
  test(`id and secret ${text}: sign-in and renewal, whether the provider decodes or not`, async (t) => {
    const isLeft = left.includes(text);
    const atOnce = isLeft ? [[faults.takesNoPost], [faults.takesNoBasic, lists(post)]] : [];
    for (const played of [[], [faults.neverDecodes], [faults.neverDecodes, lists(basic, post)], ...atOnce]) {
      const credentials = { clientId: text, clientSecret: isLeft ? text : `secret ${text}` };
      const { provider, openBrowser, clock, signIn } = await openDoor(t, { credentials });
      provider.play(...played);
      const current = await openBrowser().signIn();
      clock.advance(3_600_000);
      assert.equal((await signIn.renew(current)).kind, 'renewed');
      if (isLeft) assert.equal(provider.count('token'), 2, 'right at the first attempt');
    }
  });

for (const [what, ...refusal] of [
  ['invalid_client'],
  ['unauthorized_client', faults.refusesAsUnauthorized],
  ['a bare 401', faults.refusesBarely],
] as const)
  test(`refused with ${what}, the other method that is listed is tried, kept, and told in the log without the secret`, async (t) => {
    const { openBrowser, provider, logged } = await openDoor(t);
    provider.play(faults.takesNoBasic, lists(basic, post), ...refusal);
    for (const count of [2, 3]) {
      await openBrowser().signIn();
      assert.equal(provider.count('token'), count, 'what worked comes first');
    }
    const [line = '', ...others] = logged;
    assert.match(line, /^\{"level":"warn".*"requestId":.*"refused":"client_secret_basic","works":"\w+_post"/);
    assert.deepEqual(others, []);
    assert.ok(!line.includes(provider.clientSecret));

    provider.play(faults.takesNoPost, lists(basic, post), ...refusal);
    await openBrowser().signIn();
    assert.equal(provider.count('token'), 5, 'and is left when the provider changes its mind');
  });

test('a renewal begins with what worked at the sign-in, in a process that has not seen it', async (t) => {
  const { openBrowser, provider, clock, anotherProcess, logged } = await openDoor(t);
  provider.play(faults.takesNoBasic, lists(basic, post));
  const current = await openBrowser().signIn();
  clock.advance(3_600_000);
  const before = [provider.count('token'), logged.length];
  // Glewlwyd spends the refresh token of a client that it refuses, and says 400 without a word.
  const { renew } = anotherProcess();
  assert.equal((await renew(current)).kind, 'renewed');
  assert.deepEqual([provider.count('token'), logged.length], [Number(before[0]) + 1, before[1]]);
});

test('a method that the profile names is used, and never left for another', async (t) => {
  for (const [declared, played, count] of [
    [post, faults.takesNoPost, 1],
    [basic, faults.takesNoBasic, 2],
  ] as const) {
    const { openBrowser, provider } = await openDoor(t, { declared: { tokenEndpointAuthMethod: declared } });
    const browser = openBrowser();
    await browser.signIn();
    provider.play(played, lists(basic, post));
    const answer = await browser.get(provider.authorize(await browser.login()));
    assert.equal(answer.body, 'provider_unavailable');
    assert.equal(provider.count('token'), count + 1);
    for (const { headers, form } of provider.seen.filter(({ endpoint }) => endpoint === 'token'))
      assert.deepEqual([headers.has('authorization'), form.has('client_secret')], [declared === basic, declared === post]); // prettier-ignore
  }
});

test('refused every way, a sign-in is an outage and a renewal keeps its session; a refused grant is asked once', async (t) => {
  const { openBrowser, provider, signIn, clock, logged } = await openDoor(t);
  const current = await openBrowser().signIn();
  clock.advance(3_600_000);
  provider.play(faults.refusesClients, lists(basic, post));
  assert.equal((await signIn.renew(current)).kind, 'unavailable');
  const browser = openBrowser();
  const answer = await browser.get(provider.authorize(await browser.login()));
  assert.equal(answer.body, 'provider_unavailable');
  assert.equal(provider.count('token'), 7);
  assert.equal(logged.length, 2);
  assert.ok(logged.every((line) => /^\{"level":"error".*"reason":"invalid_client"/.test(line)));

  provider.play(fail('token', failures.invalidGrant), lists(basic, post));
  await browser.finish(provider.authorize(await browser.login()));
  assert.equal(provider.count('token'), 8);
});

test('a renewal refused without a word asks with a made-up code: a refused client keeps the session, a refused token ends it', async (t) => {
  const bare: Fault = {
    respond: ({ form }, good) =>
      form.get('grant_type') === 'refresh_token' ? new Response(null, { status: 400 }) : good(),
  };
  for (const [played, outcome] of [
    [
      [faults.refusesClients, faults.refusesAsUnauthorized],
      { kind: 'unavailable', reason: 'invalid_client', retryAfterSeconds: 1 },
    ],
    [[], { kind: 'refused', reason: 'token_endpoint_400' }],
  ] as const) {
    const { current, provider, signIn } = await expire(t);
    provider.play(bare, ...played);
    assert.deepEqual(await signIn.renew(current), outcome);
    await signIn.renew(current);
    const codes = provider.seen.flatMap(({ form }) => form.getAll('code'));
    assert.equal(new Set(codes).size, 2, 'of the sign-in, and one that is made up');
  }
});
