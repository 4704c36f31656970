import * as Type from 'typebox';

/** Every error there is: stable code -> HTTP status and title (RFC 9457, section 3.1). */
export const problemKinds = {
  validation_failed: { status: 400, title: 'A field failed validation' },
  body_not_json: { status: 400, title: 'The body is not well-formed JSON in UTF-8' },
  id_not_integer: { status: 400, title: 'The id in the path is not a 64-bit integer' },
  host_not_allowed: { status: 400, title: 'This service does not answer for that host' },
  bad_request: { status: 400, title: 'The request cannot be understood' },
  not_authorized: { status: 401, title: 'No one is signed in or the session has ended' },
  sign_in_failed: { status: 401, title: 'Sign-in failed' },
  sign_in_cancelled: { status: 401, title: 'Sign-in was cancelled at the provider' },
  email_missing: { status: 403, title: 'The provider gave no email address' },
  email_invalid: { status: 403, title: 'The provider gave no usable email address' },
  email_unverified: { status: 403, title: 'The provider says that the email address is not verified' },
  email_not_allowed: { status: 403, title: 'This email address may not use this service' },
  another_user: { status: 403, title: 'Another person is signed in than the request is meant for' },
  cross_site: { status: 403, title: 'Another site may not write here' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  task_not_found: { status: 404, title: 'No task with this id is owned by the caller' },
  method_not_allowed: { status: 405, title: 'This address does not know that method' },
  not_acceptable: { status: 406, title: 'None of the accepted media types can be given' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  too_many_tasks: { status: 409, title: 'Task limit reached' },
  tasks_too_large: { status: 409, title: 'Task storage limit reached' },
  body_too_large: { status: 413, title: 'The body is larger than 16 KiB' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  body_not_json_type: { status: 415, title: 'The body must be application/json' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key came with another body before' },
  too_many_requests: { status: 429, title: 'Too many requests came from this address' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'The service failed' },
  sign_in_not_configured: { status: 503, title: 'Sign-in is not configured' },
  provider_unavailable: { status: 503, title: 'The sign-in provider cannot be reached' },
  store_unavailable: { status: 503, title: 'The task store cannot be reached' },
  overloaded: { status: 503, title: 'The service is overloaded' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problemKinds;

/** What is wrong with one field of a 400 body. */
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
