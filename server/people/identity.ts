import { Check } from 'typebox/schema';

import { CurrentUserResponse, longestName, longestPictureUrl } from '../../contract/auth.ts';
import { Problem } from '../request/problems.ts';

/** Who a session belongs to. `email` owns the tasks; name and picture live only as long as the session. */
export type Identity = Readonly<{ email: string; name: string | null; pictureUrl: string | null }>;

/**
 * Who a verified ID token speaks of (pure). Refuses with email_missing, email_invalid or email_unverified; a name or a
 * picture that cannot be shown is treated as absent. The email is taken exactly as the provider writes it.
 */
export function identityOf(idToken: string): Identity {
  const { email, email_verified: verified, name, picture } = claimsOf(idToken);
  if (email === undefined || email === null) throw new Problem('email_missing');
  if (!isEmail(email)) throw new Problem('email_invalid');
  // Some providers write the boolean as text.
  if (verified === false || verified === 'false') throw new Problem('email_unverified');
  return { email, name: isName(name) ? name : null, pictureUrl: isPictureUrl(picture) ? picture : null };
}

/** No claims at all for anything that is no JWT with an object in it: the token was verified when it arrived. */
function claimsOf(idToken: string): Readonly<Record<string, unknown>> {
  const [, payload = ''] = idToken.split('.');
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return isRecord(claims) ? claims : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** An address as the contract knows it. Within quotes the format takes any character, RFC 5321 (4.1.2) printable ASCII only. */
const isEmail = (value: unknown): value is string =>
  Check(CurrentUserResponse.properties.email, value) && /^[ -~]*$/.test(value);

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && countCodePoints(value) <= longestName;

const isPictureUrl = (value: unknown): value is string =>
  typeof value === 'string' &&
  countCodePoints(value) <= longestPictureUrl &&
  ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '');

const countCodePoints = (text: string): number => Array.from(text).length;
