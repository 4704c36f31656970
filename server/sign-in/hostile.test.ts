import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import type { Fault } from '../../test/provider/fault.ts';
import { faults, hashedAccessToken } from '../../test/provider/faults.ts';
import { hmacWith, strangersFirst } from '../../test/provider/key-faults.ts';

/** What a sign-in comes to: `signed_in`, or the code of the answer and the reason that is logged. */
type Outcome = string;

/** A time that is so many seconds after the present. */
function laterBy(claim: string, seconds: number): Fault {
  return { claims: (said) => ({ ...said, [claim]: Number(said.iat) + seconds }) };
}

const secret = 'the secret of +this/ client';

const signIns: ReadonlyArray<readonly [what: string, outcome: Outcome, ...faults: readonly Fault[]]> = [
  // The ID token's claims: RP Basic plan and the FAPI list.
  ['iss of another issuer', 'sign_in_failed id_token_iss', faults.otherIss],
  ['no iss', 'sign_in_failed id_token_claims', faults.missingIss],
  ['no sub', 'sign_in_failed id_token_claims', faults.missingSub],
  ['an empty sub', 'sign_in_failed id_token_claims', faults.emptySub],
  ['aud of another client', 'sign_in_failed id_token_aud', faults.otherAud],
  ['no aud', 'sign_in_failed id_token_claims', faults.missingAud],
  ['aud as a list of one', 'signed_in', faults.audInList],
  ['aud of others too without azp', 'sign_in_failed id_token_azp', faults.audOfOthersToo],
  ['aud of others too with azp', 'signed_in', faults.audOfOthersTooWithAzp],
  ['azp of another client', 'sign_in_failed id_token_azp', faults.otherAzp],
  ['no iat', 'sign_in_failed id_token_claims', faults.missingIat],
  ['no exp', 'sign_in_failed id_token_claims', faults.missingExp],
  ['exp that is no number', 'sign_in_failed id_token_claims', faults.expAsText],
  ['iat a week ago', 'sign_in_failed id_token_old', faults.weekOld],
  ['iat in an hour', 'sign_in_failed id_token_iat', laterBy('iat', 3_600)],
  ['nbf in an hour', 'sign_in_failed id_token_nbf', laterBy('nbf', 3_600)],
  ['nbf within the tolerance', 'signed_in', laterBy('nbf', 30)],
  ['another nonce', 'sign_in_failed id_token_nonce', faults.otherNonce],
  ['no nonce', 'sign_in_failed id_token_nonce', faults.missingNonce],

  ['at_hash of the access token', 'signed_in', hashedAccessToken('sha256')],
  ['at_hash by the hash of ES256', 'signed_in', hashedAccessToken('sha256'), faults.es256],
  ['at_hash by the hash of EdDSA', 'signed_in', hashedAccessToken('sha512'), faults.ed25519],
  ['at_hash by another hash', 'sign_in_failed id_token_at_hash', hashedAccessToken('sha512')],
  ['at_hash of another access token', 'sign_in_failed id_token_at_hash', faults.otherAtHash],
  ['at_hash null', 'signed_in', faults.noAtHash],

  // Its signature and key.
  ['alg none', 'sign_in_failed err_jose_alg_not_allowed', faults.unsigned],
  [
    'alg none, announced',
    'sign_in_failed err_jose_alg_not_allowed',
    faults.unsigned,
    faults.announcesWeakAlgorithms,
  ],
  ['HS256 with the client secret', 'sign_in_failed err_jose_alg_not_allowed', hmacWith(secret)],
  [
    'HS256, announced',
    'sign_in_failed err_jose_alg_not_allowed',
    hmacWith(secret),
    faults.announcesWeakAlgorithms,
  ],
  ['HS256 with the public key', 'sign_in_failed err_jose_alg_not_allowed', faults.hmacWithPublicKey],
  ['RS256 where none and HS256 are announced too', 'signed_in', faults.announcesWeakAlgorithms],
  ['RS256 where no algorithms are announced', 'signed_in', faults.announcesNoAlgorithms],
  ['ES256', 'signed_in', faults.es256],
  [
    'an algorithm that is not announced',
    'sign_in_failed err_jose_alg_not_allowed',
    faults.unannouncedAlgorithm,
  ],
  ['changed claims under the old signature', 'sign_in_failed id_token_signature', faults.tamperedSignature],
  ['a foreign key under a known kid', 'sign_in_failed id_token_signature', faults.foreignKey],
  ['an unknown kid', 'sign_in_failed id_token_signature', faults.unknownKid],
  ['no kid and one key', 'signed_in', faults.missingKid],
  ['no kid and two keys', 'signed_in', faults.missingKid, faults.secondKeyPublished],
  [
    'no kid, two keys and iss of another issuer',
    'sign_in_failed id_token_iss',
    faults.missingKid,
    faults.secondKeyPublished,
    faults.otherIss,
  ],
  ['no kid and the last of 16 keys', 'signed_in', faults.missingKid, strangersFirst(15)],
  ['no kid and the 17th key', 'sign_in_failed id_token_signature', faults.missingKid, strangersFirst(16)],
  [
    'no kid and two keys, neither of which it was',
    'sign_in_failed id_token_signature',
    faults.foreignKeyWithoutKid,
    faults.secondKeyPublished,
  ],
  ['an embedded jwk', 'sign_in_failed id_token_signature', faults.embeddedJwk],
  ['a foreign jku', 'sign_in_failed id_token_signature', faults.foreignJku],
  ['an unknown crit', 'sign_in_failed err_jose_not_supported', faults.unknownCrit],
  ['something else than a token', 'sign_in_failed err_jws_invalid', faults.idTokenIsNoToken],

  // The authorization response.
  [
    'iss of another issuer in the response',
    'sign_in_failed authorization_response',
    faults.otherIssInCallback,
  ],
  [
    'no iss in the response, though announced',
    'sign_in_failed authorization_response',
    faults.missingIssInCallback,
  ],
  ['no iss in the response, nor announced', 'signed_in', faults.missingIssInCallback, faults.announcesNoIss],
  [
    'iss of another issuer, not announced',
    'sign_in_failed authorization_response',
    faults.otherIssInCallback,
    faults.announcesNoIss,
  ],
  ['no state', 'sign_in_failed state_unknown', faults.missingState],
  ['another state', 'sign_in_failed state_unknown', faults.otherState],
  ['state twice', 'sign_in_failed duplicate_parameter', faults.stateTwice],
  ['code twice', 'sign_in_failed duplicate_parameter', faults.codeTwice],
  ['any parameter twice', 'sign_in_failed duplicate_parameter', faults.unknownTwice],
  ['no code', 'sign_in_failed authorization_response', faults.missingCode],
  ['a made-up code', 'sign_in_failed token_endpoint_400_invalid_grant', faults.otherCode],
  ['an ID token in the address', 'sign_in_failed authorization_response', faults.idTokenInCallback],
  ['a JARM response', 'sign_in_failed authorization_response', faults.responseInCallback],

  // The answer of the token endpoint.
  ['no id_token', 'sign_in_failed id_token_missing', faults.withoutIdToken],
  ['id_token null', 'sign_in_failed id_token_missing', faults.nullIdToken],
  ['an empty id_token', 'sign_in_failed id_token_unusable', faults.emptyIdToken],
  ['id_token as a number', 'sign_in_failed id_token_unusable', faults.numberIdToken],
  ['id_token as a list', 'sign_in_failed id_token_unusable', faults.listIdToken],
  ['no refresh_token', 'signed_in', faults.withoutRefreshToken],
  ['an empty refresh_token', 'signed_in', faults.emptyRefreshToken],
  ['no access_token', 'provider_unavailable token_answer_unusable', faults.withoutAccessToken],
  ['an access_token of one character', 'signed_in', faults.shortAccessToken],
  ['no expires_in', 'signed_in', faults.withoutExpiresIn],
  ['expires_in as text', 'signed_in', faults.expiresInAsText],
  ['token_type in capitals', 'signed_in', faults.loudTokenType],
  ['another token_type', 'provider_unavailable token_answer_unusable', faults.otherTokenType],
  ['tokens too large for any cookie', 'sign_in_failed session_too_large', faults.hugeTokens],
];

for (const [what, outcome, ...played] of signIns) {
  test(`sign-in: ${what} -> ${outcome}`, async (t) => {
    const { openBrowser, provider, logged } = await openDoor(t);
    const browser = openBrowser();
    provider.play(...played);
    const callback = provider.authorize(await browser.login());
    const [state = ''] = browser.cookies.keys();
    const answer = await browser.get(callback);

    const [code, reason] = outcome.split(' ');
    assert.equal(answer.body, code);
    if (reason !== undefined) assert.match(logged.join('\n'), new RegExp(`"reason":"${reason}"`));
    // The state is spent at first use; only a callback that names no known state leaves it.
    assert.equal(browser.cookies.has(state), reason === 'state_unknown');
    assert.doesNotMatch(logged.join('\n'), /eyJ|[\w-]{40}/);
  });
}
