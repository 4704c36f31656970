import type { IdentityPolicy } from '../server/people/identity.ts';
import { makeIdentityOf } from '../server/people/identity.ts';
import { Problem } from '../server/http/problems.ts';

export const lenient: IdentityPolicy = { allowedEmails: null, requireVerifiedEmail: false };
export const identityOf = makeIdentityOf(lenient);

export const ada = { email: 'ada@example.com', name: 'Ada Byron', picture: 'https://example.com/ada.png' };

export const identityOrProblem = (idToken: string) => orProblem(() => identityOf(idToken));

/** The result, or the problem that was thrown instead. */
export function orProblem<T>(work: () => T) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

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
