import assert from 'node:assert/strict';

import type { LightMyRequestResponse } from 'fastify';

/** A body that is valid in every field. The clock of a test is at 2026-10-01. */
export const fields = {
  description: 'Feed the cat',
  dueDate: '2026-10-02',
  importance: 'HIGH',
  state: 'TODO',
} as const;

/** The faults of a 400 as "pointer code", in order. */
export function faultsOf(answer: LightMyRequestResponse): string[] {
  assert.equal(answer.statusCode, 400, answer.body);
  assertProblem(answer, 400, 'validation_failed');
  return answer
    .json()
    .errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)
    .toSorted();
}

/** Fails unless the response is a problem document of this status and code (RFC 9457). */
export function assertProblem(answer: LightMyRequestResponse, status: number, code: string): void {
  assert.equal(answer.statusCode, status, answer.body);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  const body = answer.json();
  assert.equal(body.status, status);
  assert.equal(body.code, code);
  for (const member of ['type', 'title', 'requestId'])
    assert.equal(typeof body[member], 'string', member);
}
