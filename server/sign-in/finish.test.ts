import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pathOf } from '../../test/answer.ts';
import { startProviderTest } from '../../test/provider/kit.ts';
import type { Fault } from '../../test/provider/fault.ts';
import {
  algorithms,
  claims,
  faults,
  hashedAccessToken,
  hmacWith,
  tokens,
} from '../../test/provider/faults.ts';

/** Sets a claim to a time that is `seconds` after `iat`. */
function laterBy(claim: string, seconds: number): Fault {
  return { claims: (said) => ({ ...said, [claim]: Number(said.iat) + seconds }) };
}

const brings = (query: string): Fault => ({
  callback: (said) => new URLSearchParams(query).forEach((value, name) => said.append(name, value)),
});

const secret = 'the secret of +this/ client';

/** The outcome of a sign-in with these faults: `signed_in`, or the reason in the log. */
const signIns: ReadonlyArray<
  readonly [what: string, outcome: string, ...faults: readonly Fault[]]
> = [
  // The ID token's claims: RP Basic plan and the FAPI list.
  ['iss of another issuer', 'id_token_iss', faults.otherIss],
  ['an empty sub', 'id_token_claims_sub', claims({ sub: '' })],
  ['aud of another client', 'id_token_aud', faults.otherAud],
  ['aud as a list of one', 'signed_in', { claims: (said) => ({ ...said, aud: [said.aud] }) }],
  ['aud of others too without azp', 'id_token_azp', faults.audOfOthersToo],
  ['aud of others too with azp', 'signed_in', faults.audOfOthersTooWithAzp],
  ['azp of another client', 'id_token_azp', claims({ azp: 'another-client' })],
  ['no iat', 'id_token_claims_iat', faults.missingIat],
  ['exp as a text', 'id_token_claims_exp', claims({ exp: '1790000000' })],
  ['sub as a number', 'id_token_claims_sub', claims({ sub: 42 })],
  ['no exp', 'id_token_claims_exp', claims({ exp: undefined })],
  ['iat a week ago', 'id_token_old', faults.weekOld],
  ['iat in an hour', 'id_token_iat', laterBy('iat', 3_600)],
  ['nbf beyond the tolerance', 'id_token_nbf', laterBy('nbf', 31)],
  ['another nonce', 'id_token_nonce', faults.otherNonce],
  ['no nonce', 'id_token_nonce', claims({ nonce: undefined })],

  ['at_hash by the hash of EdDSA', 'signed_in', hashedAccessToken('sha512'), faults.ed25519],
  ['at_hash by another hash', 'id_token_at_hash', hashedAccessToken('sha512')],
  ['at_hash of another access token', 'id_token_at_hash', faults.otherAtHash],

  // What is null counts as absent.
  [
    'null for what an ID token need not have',
    'signed_in',
    claims({ at_hash: null, azp: null, nbf: null, sid: null, name: null, email_verified: null }),
  ],
  ['null for the nonce', 'id_token_nonce', claims({ nonce: null })],
  ['an empty nonce', 'id_token_nonce', claims({ nonce: '' })],
  ['null for sub', 'id_token_claims_sub', claims({ sub: null })],
  ['null for exp', 'id_token_claims_exp', claims({ exp: null })],
  ['null in the keys', 'signed_in', faults.nullsInKeys],
  ['null for kid', 'signed_in', faults.nullKid],
  [
    'null in a token response',
    'signed_in',
    tokens({ token_type: null, expires_in: null, refresh_token: null, scope: null, error: null }),
  ],
  ['null for the ID token', 'id_token_missing', faults.nullIdToken],
  ['null for the access token', 'token_answer_unusable', tokens({ access_token: null })],

  // The signature and the key of the ID token.
  ['alg none', 'err_jose_alg_not_allowed', faults.unsigned],
  ['HS256 with the client secret', 'err_jose_alg_not_allowed', hmacWith(secret)],
  ['HS256 with the public key', 'err_jose_alg_not_allowed', faults.hmacWithPublicKey],
  ['RS256 where no algorithms are announced', 'signed_in', algorithms(undefined)],
  ['ES256', 'signed_in', faults.es256],
  ['an algorithm that is not announced', 'err_jose_alg_not_allowed', faults.unannouncedAlgorithm],
  ['changed claims under the old signature', 'id_token_signature', faults.tamperedSignature],
  ['a foreign key under a known kid', 'id_token_signature', faults.foreignKey],
  ['an unknown kid', 'key_not_published', faults.unknownKid],
  ['no kid and one key', 'signed_in', faults.missingKid],
  ['no kid and two keys', 'signed_in', faults.missingKid, faults.secondKeyPublished],
  ['no kid and a key that is not published', 'key_not_published', faults.foreignKeyWithoutKid],
  [
    'no kid, and keys without kid that did not make it',
    'key_not_published',
    faults.foreignKeyWithoutKid,
    faults.keysWithoutKid,
  ],
  ['no kid anywhere', 'signed_in', faults.missingKid, faults.keysWithoutKid],
  ['the same key twice', 'signed_in', faults.keyTwice],
  ['three keys of one kid', 'signed_in', faults.kidOfThreeKeys],
  [
    'a foreign key under the kid of three keys',
    'id_token_signature',
    faults.foreignKey,
    faults.kidOfThreeKeys,
  ],
  ['a signed list', 'id_token_claims_iss', faults.listAsClaims],
  ['a signed text', 'id_token_claims_iss', faults.textAsClaims],
  ['an encrypted token', 'id_token_encrypted', tokens({ id_token: 'e30.YQ.YQ.YQ.YQ' })],
  [
    'something else than a token',
    'err_jws_invalid',
    tokens({ id_token: 'none of this is a token' }),
  ],

  // The authorization response.
  [
    'no iss in the response, though announced',
    'authorization_response_iss',
    faults.missingIssInCallback,
  ],
  [
    'no iss in the response, nor announced',
    'signed_in',
    faults.missingIssInCallback,
    faults.announcesNoIss,
  ],
  [
    'another iss, not announced',
    'authorization_response_iss',
    faults.otherIssInCallback,
    faults.announcesNoIss,
  ],
  ['no state', 'state_unknown', { callback: (said) => said.delete('state') }],
  [
    'an error without a state',
    'state_unknown_invalid_scope',
    brings('error=invalid_scope'),
    { callback: (said) => said.delete('state') },
  ],
  ['state twice', 'duplicate_parameter', faults.stateTwice],
  ['any parameter twice', 'duplicate_parameter', faults.unknownTwice],
  ['an error of the provider', 'provider_invalid_scope', brings('error=invalid_scope')],
  // A text that is no error code is not written to the log.
  ['a text as an error', 'provider', brings('error=Ada+sent+eyJhbGciOi')],
  ['no code', 'authorization_response', { callback: (said) => said.delete('code') }],
  [
    'a made-up code',
    'token_endpoint_400_invalid_grant',
    { callback: (said) => said.set('code', 'made-up') },
  ],
  ['an ID token in the address', 'authorization_response', faults.idTokenInCallback],
  [
    'a JARM response',
    'authorization_response',
    { callback: (said) => said.set('response', 'e30.e30.') },
  ],

  // The response of the token endpoint.
  ['no id_token', 'id_token_missing', faults.withoutIdToken],
  ['an empty id_token', 'id_token_unusable', faults.emptyIdToken],
  ['id_token as a list', 'id_token_unusable', faults.listIdToken],
  ['an empty refresh_token', 'signed_in', faults.emptyRefreshToken],
  ['no access_token', 'token_answer_unusable', tokens({ access_token: undefined })],
  ['no expires_in', 'signed_in', faults.withoutExpiresIn],
  ['token_type in capitals', 'signed_in', tokens({ token_type: 'BEARER' })],
  ['another token_type', 'token_answer_unusable', tokens({ token_type: 'mac' })],
];

for (const [what, outcome, ...played] of signIns)
  test(`sign-in: ${what} -> ${outcome}`, async (t) => {
    const { openBrowser, provider, finish, told } = await startProviderTest(t);
    const browser = openBrowser();
    provider.play(...played);
    const callback = await browser.begin();
    const [state = ''] = browser.cookies.keys();
    const isOutage = ['token_answer_unusable', 'key_not_published'].includes(outcome);
    const failure = isOutage ? 'provider_unavailable' : 'sign_in_failed';
    const code = outcome === 'signed_in' ? outcome : failure;
    assert.equal(await finish(browser, callback), code);
    const lines = told().join('\n');
    if (outcome !== 'signed_in') assert.match(lines, new RegExp(`"reason":"${outcome}"`));
    // The state is spent at first use; only a callback without a known state leaves its cookie.
    const left: Readonly<Record<string, readonly string[]>> = {
      state_unknown: [state],
      state_unknown_invalid_scope: [state],
      signed_in: ['q_session'],
    };
    assert.deepEqual([...browser.cookies.keys()], left[outcome] ?? []);
    if (outcome === 'duplicate_parameter') assert.equal(provider.count('token'), 0);
  });

test('the log says what is wrong with an ID token, where the operator can correct it', async (t) => {
  const { openBrowser, provider, finish, told } = await startProviderTest(t);
  for (const [fault, sentence] of [
    [claims({ exp: '1790000000' }), 'the ID token has no exp, or not in the form of the standard'],
    [hmacWith(secret), 'choose RS256 or ES256 for this client'],
    [tokens({ id_token: 'e30.YQ.YQ.YQ.YQ' }), 'remove the encryption key of this client'],
  ] as const) {
    provider.play(fault);
    assert.equal(await finish(openBrowser()), 'sign_in_failed');
    assert.match(told().at(-1) ?? '', new RegExp(`sign-in failed: .*${sentence}`));
  }
});

test("a provider's clock may be off by the tolerance, and the session lives as long as the provider meant", async (t) => {
  for (const [skewSeconds, outcome, lifetimeSeconds] of [
    [30, 'signed_in', 3_600],
    [31, 'sign_in_failed', 0],
    [-30, 'signed_in', 3_570],
    [-3_629, 'signed_in', 0],
    [-3_630, 'sign_in_failed', 0],
  ] as const) {
    const { openBrowser, provider, clock, finish, sessionOf, told } = await startProviderTest(t);
    const browser = openBrowser();
    const shift = (value: unknown) => Number(value) + skewSeconds;
    provider.play({ claims: (said) => ({ ...said, iat: shift(said.iat), exp: shift(said.exp) }) });
    assert.equal(await finish(browser), outcome, `${skewSeconds} s`);
    const isTold = /the clocks of this machine and of the provider differ/.test(String(told()));
    assert.equal(isTold, outcome === 'sign_in_failed');
    if (isTold) continue;
    const { expiresAtSeconds, issuedAtSeconds } = sessionOf(browser);
    assert.equal(issuedAtSeconds, clock.nowMs() / 1_000);
    assert.equal(expiresAtSeconds - issuedAtSeconds, lifetimeSeconds, `${skewSeconds} s`);
  }
});

test('with max_age in the profile a person who signed in at the provider earlier is refused, whatever the browser sent', async (t) => {
  // The attempt takes four minutes, which the person may spend at the provider.
  for (const [agoSeconds, outcome, reason] of [
    [0, 'signed_in'],
    [330 + 240, 'signed_in'],
    [331 + 240, 'sign_in_failed', 'id_token_auth_time'],
    [-30, 'signed_in'],
    [-31, 'sign_in_failed', 'id_token_auth_time'],
    [null, 'sign_in_failed', 'id_token_claims_auth_time'],
  ] as const) {
    const { openBrowser, provider, clock, finish, renew, told } = await startProviderTest(t, {
      declared: { authorizationParameters: { max_age: '300' } },
    });
    const browser = openBrowser();
    const location = await browser.login();
    clock.advance(240_000);
    const at = agoSeconds === null ? null : clock.nowMs() / 1_000 - agoSeconds;
    provider.play(claims({ auth_time: at }));
    const callback = pathOf(provider.authorize(location));
    assert.equal(await finish(browser, callback), outcome, `${agoSeconds} s`);
    if (reason !== undefined) assert.match(told().join(), new RegExp(`"reason":"${reason}"`));
    if (outcome !== 'signed_in') continue;
    // A renewal is no sign-in at the provider: the time stays that of the first one.
    clock.advance(3_600_000);
    assert.equal(await renew(browser), 'renewed');
  }
});

test('an ID token that has just expired begins a session that the first request renews; without a refresh token the sign-in fails', async (t) => {
  const expired: Fault = {
    claims: (said, stage) =>
      stage === 'sign_in' ? { ...said, exp: said.iat, iat: Number(said.iat) - 60 } : said,
  };
  const { signedIn, openBrowser, provider, renew, finish, told } = await startProviderTest(t);
  provider.play(expired);
  const browser = await signedIn();
  assert.deepEqual([await renew(browser), await renew(browser)], ['renewed', 'kept']);

  provider.play(expired, faults.withoutRefreshToken);
  assert.equal(await finish(openBrowser()), 'sign_in_failed');
  assert.match(told().join('\n'), /"reason":"id_token_exp"/);
});

test('an ID token that never expires makes no session that never expires', async (t) => {
  const { signedIn, provider, sessionOf } = await startProviderTest(t);
  provider.play(claims({ exp: 1e300 }));
  const { expiresAtSeconds, issuedAtSeconds } = sessionOf(await signedIn());
  assert.equal(expiresAtSeconds - issuedAtSeconds, 400 * 24 * 3_600);
});
