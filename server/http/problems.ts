import type { FastifyError } from 'fastify';

import type { FieldFault, ProblemBody, ProblemCode } from '../../contract/problem.ts';
import { problemKinds } from '../../contract/problem.ts';
import type { StoreErrorCode } from '../store/store.ts';
import { StoreError } from '../store/store.ts';

type ProblemDetails = Readonly<{
  detail?: string;
  errors?: readonly FieldFault[];
  retryAfterSeconds?: number;
  cause?: unknown;
  /** The code that throws the problem has logged it already. */
  logged?: boolean;
}>;

/** An error with a code and an HTTP status: thrown anywhere above the store, answered in one place. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const { title, status } = problemKinds[code];
    super(title, { cause: details.cause });
    this.name = 'Problem';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** The RFC 9457 body of a problem. */
export function problemBody(
  { code, message, status, details }: Problem,
  requestId: string,
): ProblemBody {
  const { detail, errors } = details;
  return {
    type: `urn:dueline:problem:${code}`,
    title: message,
    status,
    code,
    ...(detail !== undefined && { detail }),
    requestId,
    ...(errors && { errors: [...errors] }),
  };
}

/** The problem for an error of the store, of Fastify or of Node's HTTP server, and `internal` for every other error. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreError) {
    const { code, ...details } = storeProblems[error.code];
    return new Problem(code, { cause: error, ...details });
  }
  const { code, statusCode = 500 }: Partial<FastifyError> = error instanceof Error ? error : {};
  const isTheirs = statusCode >= 400 && statusCode < 500;
  const kind = machineryCodes.get(code ?? '') ?? (isTheirs ? 'bad_request' : 'internal');
  return new Problem(kind, { cause: error });
}

const machineryCodes: ReadonlyMap<string, ProblemCode> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'body_too_large'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'body_not_json_type'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'uri_too_long'],
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'body_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

const storeProblems: Readonly<
  Record<StoreErrorCode, { code: ProblemCode; retryAfterSeconds?: number }>
> = {
  unavailable: { code: 'store_unavailable', retryAfterSeconds: 2 },
  overloaded: { code: 'overloaded', retryAfterSeconds: 1 },
  lost: { code: 'store_unavailable', retryAfterSeconds: 2 },
  damaged: { code: 'internal' },
  not_writable: { code: 'store_unavailable', retryAfterSeconds: 30 },
  newer_database: { code: 'store_unavailable', retryAfterSeconds: 30 },
  misconfigured: { code: 'store_unavailable', retryAfterSeconds: 30 },
  failed: { code: 'internal' },
};
