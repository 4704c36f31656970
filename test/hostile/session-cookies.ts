import assert from 'node:assert/strict';

import type { LightMyRequestResponse } from 'fastify';

import type { Browser } from '../browser.ts';
import type { Pair } from '../cookies.ts';
import { setBy } from '../cookies.ts';
import { assertProblem } from '../flows/task-fields.ts';

/** The session cookies that a browser holds, by number. */
export function sessionPairs({ cookies }: Browser): Pair[] {
  return [...cookies]
    .filter(([name]) => name.startsWith('q_session'))
    .map(([name, { value }]): Pair => [name, value])
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The answer is 401, and every session cookie that was sent is expired: nothing of the kind is set. */
export function assertNoSession(answer: LightMyRequestResponse, sent: readonly Pair[], what: string): void {
  assert.equal(answer.statusCode, 401, `${what}: ${answer.body}`);
  assertProblem(answer, 401, 'not_authorized');
  const names = new Set(sent.map(([name]) => name).filter((name) => name.startsWith('q_session')));
  assert.deepEqual(new Map(setBy(answer)), new Map([...names].map((name) => [name, ''])), what);
}
