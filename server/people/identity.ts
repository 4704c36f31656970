import { Check } from 'typebox/schema';

import { CurrentUserResponse } from '../../contract/auth.ts';
import type { Config } from '../config.ts';
import { readPayload } from '../foreign-json.ts';
import { Problem } from '../http/problems.ts';
import type { Names } from '../session/revocations.ts';
import type { Identity } from '../session/session.ts';

export type IdentityPolicy = Pick<
  Config['auth'],
  'allowedEmails' | 'allowedGroups' | 'groupsClaim' | 'requireVerifiedEmail'
>;

/**
 * Makes the function that applies the identity rules of a deployment (pure). It returns the identity in a verified ID token, or
 * the problem that refuses it. A person must pass both lists, where both are set. A name or a picture that cannot be shown is
 * treated as absent. The email is kept exactly as the provider writes it.
 */
export function makeIdentityOf(policy: IdentityPolicy) {
  const { allowedGroups, groupsClaim, requireVerifiedEmail } = policy;
  const isAllowed = makeAllowList(policy.allowedEmails);
  return (idToken: string): Identity | Problem => {
    const claims = readPayload(idToken);
    const { email, email_verified: verified, name, picture } = claims;
    if (email === undefined) return new Problem('email_missing');
    if (!isEmail(email)) return new Problem('email_invalid');
    if (!isVerified(verified, requireVerifiedEmail)) return new Problem('email_unverified');
    if (!isAllowed(email)) return new Problem('email_not_allowed');
    // A single text is one group; a value that is no text is no group.
    const isInGroup = (group: string) => [claims[groupsClaim]].flat().includes(group);
    if (allowedGroups !== null && !allowedGroups.some(isInGroup))
      return new Problem('group_not_allowed');
    return {
      email,
      name: isName(name) ? name : null,
      pictureUrl: isPictureUrl(picture) ? picture : null,
    };
  };
}

/** The names in an ID token, also when the person is refused. */
export function namesOf(idToken: string): Names {
  const { email, sub, sid } = readPayload(idToken);
  return {
    ...(isEmail(email) && { email }),
    ...(typeof sub === 'string' && { sub }),
    ...(typeof sid === 'string' && { sid }),
  };
}

/** Some providers write the boolean as text, and some omit the claim; any other value is refused. */
const isVerified = (claim: unknown, isRequired: boolean): boolean =>
  claim === true || claim === 'true' || (!isRequired && claim === undefined);

/** Compares addresses and `@domain`s without regard to case: the list decides who may sign in, not who is the same person. */
function makeAllowList(allowedEmails: IdentityPolicy['allowedEmails']): (email: string) => boolean {
  if (allowedEmails === null) return () => true;
  const allowed = new Set(allowedEmails.map((entry) => entry.toLowerCase()));
  return (email) => {
    const address = email.toLowerCase();
    // A quoted local part may contain another @.
    return allowed.has(address) || allowed.has(address.slice(address.lastIndexOf('@')));
  };
}

const contract = CurrentUserResponse.properties;

/** An email address by the contract. Within quotes the format accepts any character, RFC 5321 (4.1.2) only printable ASCII. */
const isEmail = (value: unknown): value is string =>
  Check(contract.email, value) && /^[ -~]*$/.test(value);

const isName = (value: unknown): value is string => Check(contract.name, value) && !!value;

const isPictureUrl = (value: unknown): value is string =>
  Check(contract.pictureUrl, value) && /^https?:$/.test(URL.parse(value ?? '')?.protocol ?? '');
