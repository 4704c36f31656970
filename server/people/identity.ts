import { decodeJwt } from 'jose';
import type { JWTPayload } from 'jose';
import { Check } from 'typebox/schema';

import { CurrentUserResponse } from '../../contract/auth.ts';
import type { Config } from '../config.ts';
import { Problem } from '../http/problems.ts';
import type { Names } from '../session/revocations.ts';
import type { Identity } from '../session/session.ts';

export type IdentityPolicy = Pick<
  Config['auth'],
  'allowedEmails' | 'allowedGroups' | 'groupsClaim' | 'requireVerifiedEmail'
>;

/**
 * The identity rules of a deployment, which say who a verified ID token speaks of, or refuse whom it does not let in (pure): a person
 * passes both lists, where both are set. A name or a picture that cannot be shown is treated as absent. The email is taken exactly as
 * the provider writes it.
 */
export function makeIdentityOf(policy: IdentityPolicy) {
  const { allowedGroups, groupsClaim, requireVerifiedEmail } = policy;
  const isAllowed = makeAllowList(policy.allowedEmails);
  return (idToken: string): Identity | Problem => {
    const claims = claimsOf(idToken);
    const { email, email_verified: verified, name, picture } = claims;
    if (email === undefined || email === null) return new Problem('email_missing');
    if (!isEmail(email)) return new Problem('email_invalid');
    if (!isVerified(verified, requireVerifiedEmail)) return new Problem('email_unverified');
    if (!isAllowed(email)) return new Problem('email_not_allowed');
    // One text is one group; what is no text is none.
    const isInGroup = (group: string) => [claims[groupsClaim]].flat().includes(group);
    if (allowedGroups !== null && !allowedGroups.some(isInGroup)) return new Problem('group_not_allowed');
    return { email, name: isName(name) ? name : null, pictureUrl: isPictureUrl(picture) ? picture : null };
  };
}

/** The names in an ID token, whether or not it is let in. */
export function namesOf(idToken: string): Names {
  const { email, sub, sid } = claimsOf(idToken);
  return {
    ...(isEmail(email) && { email }),
    ...(typeof sub === 'string' && { sub }),
    ...(typeof sid === 'string' && { sid }),
  };
}

/** Some providers write the boolean as text, and some leave the claim out; any other value refuses. */
const isVerified = (claim: unknown, isRequired: boolean): boolean =>
  claim === true || claim === 'true' || (!isRequired && (claim === undefined || claim === null));

/** Takes addresses and `@domain`s, without regard to case: the list decides who may sign in, not who is the same person. */
function makeAllowList(allowedEmails: IdentityPolicy['allowedEmails']): (email: string) => boolean {
  if (allowedEmails === null) return () => true;
  const allowed = new Set(allowedEmails.map((entry) => entry.toLowerCase()));
  return (email) => {
    const address = email.toLowerCase();
    // A quoted local part may hold another @.
    return allowed.has(address) || allowed.has(address.slice(address.lastIndexOf('@')));
  };
}

/** The claims of a token that was verified when it arrived; none when it has no JSON object. */
function claimsOf(idToken: string): JWTPayload {
  try {
    return decodeJwt(idToken);
  } catch {
    return {};
  }
}

const contract = CurrentUserResponse.properties;

/** An address as the contract knows it. Within quotes the format takes any character, RFC 5321 (4.1.2) printable ASCII only. */
const isEmail = (value: unknown): value is string => Check(contract.email, value) && /^[ -~]*$/.test(value);

const isName = (value: unknown): value is string => Check(contract.name, value) && !!value;

const isPictureUrl = (value: unknown): value is string =>
  Check(contract.pictureUrl, value) && /^https?:$/.test(URL.parse(value ?? '')?.protocol ?? '');
