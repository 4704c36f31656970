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

export const idempotencyKey = {
  name: 'Idempotency-Key',
  description:
    'A text of your choice for one create. The same key within 24 hours answers the same task again, as it was created: ' +
    'whoever needs it as it is now reads the list. With another body the answer is 422 idempotency_key_reused, and after the ' +
    'task has been deleted 410 task_deleted. The keys of a person are limited: beyond the limit 429 too_many_keys.',
  pattern: '^[!-~]{1,255}$',
} as const satisfies RequestHeader;

export const timeZone = {
  name: 'Time-Zone',
  description:
    'The IANA zone whose date is today, such as Europe/Zurich. Without it, or with an unknown one, the zone of the service counts.',
  pattern: '^[!-~]+$',
} as const satisfies RequestHeader;
