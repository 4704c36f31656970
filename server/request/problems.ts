import type { FieldFault, ProblemBody, ProblemCode } from '../../contract/problem.ts';
import { problemKinds } from '../../contract/problem.ts';

type ProblemDetails = {
  detail?: string;
  errors?: readonly FieldFault[];
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** An error with its place at HTTP: thrown anywhere above the store, answered in one place. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string | undefined;
  readonly errors: readonly FieldFault[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(problemKinds[code].title, { cause: details.cause });
    this.name = 'Problem';
    this.code = code;
    this.status = problemKinds[code].status;
    this.detail = details.detail;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** The RFC 9457 body of a problem. */
export function problemBody(problem: Problem, requestId: string): ProblemBody {
  return {
    type: `urn:dueline:problem:${problem.code}`,
    title: problem.message,
    status: problem.status,
    code: problem.code,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    requestId,
    ...(problem.errors === undefined ? {} : { errors: [...problem.errors] }),
  };
}
