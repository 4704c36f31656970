import type { IdentityPolicy } from '../server/people/identity.ts';
import { makeIdentityOf } from '../server/people/identity.ts';
import { Problem } from '../server/http/problems.ts';

export const lenient: IdentityPolicy = { allowedEmails: null, requireVerifiedEmail: false };
export const identityOrProblem = makeIdentityOf(lenient);

/** The identity; throws the problem of a token that does not let the person in. */
export const identityOf = (idToken: string) => thrown(identityOrProblem(idToken));

export function thrown(found: ReturnType<typeof identityOrProblem>) {
  if (found instanceof Problem) throw found;
  return found;
}

export const ada = { email: 'ada@example.com', name: 'Ada Byron', picture: 'https://example.com/ada.png' };

export function problem(code: string) {
  return (error: unknown) => error instanceof Problem && error.code === code && error.status === 403;
}

/** An ID token with these claims, as it is read after it was verified. */
export function tokenOf(claims: unknown): string {
  return `header.${encode(JSON.stringify(claims))}.signature`;
}

export function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
