/** A request header that an endpoint looks at, beside what HTTP says about every request. */
export type RequestHeader = Readonly<{ name: string; description: string; pattern: string }>;

/** Whom a request is meant for. Another tab of the browser may have signed somebody else in since. */
export const expectedUser = {
  name: 'Expected-User',
  description:
    'The SHA-256 of the email of the person whom the request is meant for, as UTF-8, in base64url without padding. ' +
    'Answers 403 another_user when somebody else is signed in.',
  pattern: '^[A-Za-z0-9_-]{43}$',
} as const satisfies RequestHeader;
