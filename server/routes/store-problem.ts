import type { ProblemCode } from '../../contract/problem.ts';
import { Problem } from '../http/problems.ts';
import type { StoreErrorCode } from '../store/store.ts';
import { StoreError } from '../store/store.ts';

/** What a failing store means at HTTP; undefined for any other error. */
export function storeProblem(error: unknown): Problem | undefined {
  if (!(error instanceof StoreError)) return undefined;
  const { code, ...details } = answers[error.code];
  return new Problem(code, { cause: error, ...details });
}

const answers: Readonly<Record<StoreErrorCode, { code: ProblemCode; retryAfterSeconds?: number }>> = {
  unavailable: { code: 'store_unavailable', retryAfterSeconds: 2 },
  overloaded: { code: 'overloaded', retryAfterSeconds: 1 },
  lost: { code: 'store_unavailable', retryAfterSeconds: 2 },
  damaged: { code: 'internal' },
  not_writable: { code: 'store_unavailable', retryAfterSeconds: 30 },
  newer_database: { code: 'store_unavailable', retryAfterSeconds: 30 },
  misconfigured: { code: 'store_unavailable', retryAfterSeconds: 30 },
  failed: { code: 'internal' },
};
