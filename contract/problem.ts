import * as Type from 'typebox';

/** All errors: a stable code, with its HTTP status and title (RFC 9457, section 3.1). */
export const problemKinds = {
  validation_failed: { status: 400, title: 'Validation failed' },
  body_not_json: { status: 400, title: 'Body is not valid JSON' },
  id_not_integer: { status: 400, title: 'Task id is not an integer' },
  host_not_allowed: { status: 400, title: 'Unknown host name' },
  bad_request: { status: 400, title: 'Bad request' },
  not_authorized: { status: 401, title: 'Not signed in, or the session has ended' },
  sign_in_needed: { status: 499, title: 'Sign-in needed' },
  sign_in_failed: { status: 401, title: 'Sign-in failed' },
  sign_in_cancelled: { status: 401, title: 'Sign-in cancelled' },
  email_missing: { status: 403, title: 'The sign-in provider sent no email address' },
  email_invalid: { status: 403, title: 'The sign-in provider sent an invalid email address' },
  email_unverified: { status: 403, title: 'Email address not verified' },
  email_not_allowed: { status: 403, title: 'Email address not allowed here' },
  group_not_allowed: { status: 403, title: 'Account in no group that is allowed here' },
  email_blocked: { status: 403, title: 'Email address blocked' },
  another_user: { status: 403, title: 'A different person is signed in' },
  cross_site: { status: 403, title: 'Cross-site write refused' },
  not_found: { status: 404, title: 'Not found' },
  task_not_found: { status: 404, title: 'Task not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed here' },
  not_acceptable: { status: 406, title: 'No acceptable media type' },
  request_timeout: { status: 408, title: 'Request timed out' },
  too_many_tasks: { status: 409, title: 'Task limit reached' },
  tasks_too_large: { status: 409, title: 'Task storage limit reached' },
  task_deleted: { status: 410, title: 'Task already deleted' },
  precondition_failed: { status: 412, title: 'Precondition failed: a task has no ETag' },
  body_too_large: { status: 413, title: 'Body larger than 16 KiB' },
  uri_too_long: { status: 414, title: 'Address too long' },
  body_not_json_type: {
    status: 415,
    title: 'A body must be application/json in UTF-8, not compressed',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key already used with a different body',
  },
  too_many_keys: { status: 429, title: 'Too many Idempotency-Keys' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'Request headers too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  sign_in_not_configured: { status: 503, title: 'Sign-in is not configured' },
  provider_unavailable: { status: 503, title: 'Sign-in provider unavailable' },
  store_unavailable: { status: 503, title: 'Task storage unavailable' },
  overloaded: { status: 503, title: 'Service overloaded' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problemKinds;

/** The reasons to refuse a person whom the provider has authenticated. */
export const refusalsOfPeople = [
  'email_missing',
  'email_invalid',
  'email_unverified',
  'email_not_allowed',
  'group_not_allowed',
  'email_blocked',
] as const satisfies readonly ProblemCode[];

/** The faults of one field of a request body. */
export const fieldFaultCodes = [
  'required',
  'type',
  'blank',
  'too_long',
  'not_well_formed',
  'not_a_date',
  'in_the_past',
  'not_allowed',
] as const;
export type FieldFaultCode = (typeof fieldFaultCodes)[number];

/** `pointer` is an RFC 6901 JSON Pointer into the request body. */
export const FieldFault = Type.Object(
  {
    pointer: Type.String(),
    code: Type.Enum([...fieldFaultCodes]),
    detail: Type.String(),
  },
  { $id: 'FieldFault' },
);
export type FieldFault = Type.Static<typeof FieldFault>;

/** The body of every error, as application/problem+json (RFC 9457). */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    code: Type.String(),
    detail: Type.Optional(Type.String()),
    requestId: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(FieldFault)),
  },
  { $id: 'Problem' },
);
export type ProblemBody = Type.Static<typeof Problem>;
