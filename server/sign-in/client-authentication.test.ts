import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { Door } from '../../test/provider/door.ts';
import { openDoor } from '../../test/provider/door.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { faults, lists } from '../../test/provider/faults.ts';
import { waysOf } from './client.ts';

const basic = 'client_secret_basic';
const post = 'client_secret_post';
const raw = 'client_secret_basic, not encoded';

type Named = Parameters<typeof waysOf>[0]['tokenEndpointAuthMethod'];

const ways: readonly (readonly [
  named: Named,
  listed: readonly string[],
  clientId: string,
  ways: readonly string[],
])[] = [
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
];

for (const [named, listed, clientId, expected] of ways) {
  test(`named ${named}, listed ${listed.join()}, id ${clientId}: ${expected.join(' then ')}`, () => {
    const tenant = { clientId, clientSecret: 'plain', tokenEndpointAuthMethod: named };
    assert.deepEqual(waysOf(tenant, listed), expected);
  });
}

/** Ids and secrets that form encoding leaves as they are, and those that it changes. */
const left = ['dueline-test', 'team_a.b-c*', 'A0z9'];
const changed = ['a+b', 'a/b=', '100%', '%41', 'two words', 'Büro für Übung', "it's (ours)!~", 'a&b#c', '€'];

for (const text of [...left, ...changed]) {
  test(`id and secret ${text}: sign-in and renewal, whether the provider decodes or not`, async (t) => {
    const credentials = { clientId: text, clientSecret: `secret ${text}` };
    for (const played of [[], [faults.neverDecodes], [faults.neverDecodes, lists(basic, post)]]) {
      await signInAndRenew(t, credentials, played);
    }
  });
}

for (const text of left) {
  test(`id and secret ${text} are right for every provider at the first attempt`, async (t) => {
    const credentials = { clientId: text, clientSecret: text };
    for (const played of [
      [],
      [faults.neverDecodes],
      [faults.takesNoPost],
      [faults.takesNoBasic, lists(post)],
    ]) {
      const { provider } = await signInAndRenew(t, credentials, played);
      assert.equal(provider.count('token'), 2, 'the code and the refresh token');
    }
  });
}

async function signInAndRenew(
  t: TestContext,
  credentials: { clientId: string; clientSecret: string },
  played: readonly Fault[],
): Promise<Door> {
  const door = await openDoor(t, { credentials });
  door.provider.play(...played);
  const current = await door.openBrowser().signIn();
  door.clock.advance(3_600_000);
  assert.equal((await door.signIn.renew(current)).kind, 'renewed');
  return door;
}

for (const [what, ...refusal] of [
  ['invalid_client'],
  ['unauthorized_client', faults.refusesAsUnauthorized],
  ['a bare 401', faults.refusesBarely],
] as const) {
  test(`refused with ${what}, the other method that is listed is tried, kept, and told in the log without the secret`, async (t) => {
    const { openBrowser, provider, logged } = await openDoor(t);
    provider.play(faults.takesNoBasic, lists(basic, post), ...refusal);
    await openBrowser().signIn();
    assert.equal(provider.count('token'), 2);
    await openBrowser().signIn();
    assert.equal(provider.count('token'), 3, 'what worked comes first');
    const [line = '', ...others] = logged;
    assert.match(
      line,
      /^\{"level":"warn".*"requestId":.*"refused":"client_secret_basic","works":"client_secret_post"/,
    );
    assert.deepEqual(others, []);
    assert.ok(!line.includes(provider.clientSecret));
  });
}

test('what worked is left again when the provider changes its mind', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  provider.play(faults.takesNoBasic, lists(basic, post));
  await openBrowser().signIn();
  provider.play(faults.takesNoPost, lists(basic, post));
  await openBrowser().signIn();
  assert.equal(provider.count('token'), 4);
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

test('a provider that lists both methods and takes neither but Basic without encoding is found out', async (t) => {
  const credentials = { clientId: 'due line', clientSecret: 'a+b' };
  const { openBrowser, provider } = await openDoor(t, { credentials });
  provider.play(faults.neverDecodes, faults.takesNoPost, lists(basic, post));
  await openBrowser().signIn();
  assert.equal(provider.count('token'), 3);
  await openBrowser().signIn();
  assert.equal(provider.count('token'), 4);
});

test('a method that the profile names is never left for another', async (t) => {
  for (const [declared, played, count] of [
    [post, faults.takesNoPost, 1],
    [basic, faults.takesNoBasic, 2],
  ] as const) {
    const { openBrowser, provider } = await openDoor(t, { declared: { tokenEndpointAuthMethod: declared } });
    provider.play(played, lists(basic, post));
    const browser = openBrowser();
    const answer = await browser.get(provider.authorize(await browser.login()));
    assert.equal(answer.body, 'provider_unavailable');
    assert.equal(provider.count('token'), count);
    const sent = provider.seen.filter(({ endpoint }) => endpoint === 'token');
    assert.ok(sent.every(({ headers, form }) => headers.has('authorization') !== form.has('client_secret')));
    assert.ok(sent.every(({ form }) => form.has('client_secret') === (declared === post)));
  }
});

test('refused every way, a sign-in is an outage and a renewal keeps its session', async (t) => {
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
});

test('a refusal of the grant is no refusal of the client: it is asked once', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  provider.play(fail('token', failures.invalidGrant), lists(basic, post));
  const browser = openBrowser();
  await browser.finish(provider.authorize(await browser.login()));
  assert.equal(provider.count('token'), 1);
});
