import assert from 'node:assert/strict';

import { task } from '../answers-fixture.ts';
import type { Change, Handover, Write } from '../kept.shapes.ts';
import { newWrite } from '../queue.ts';
import { openListCache, readHandover, writeHandover } from '../person-cache.ts';
import { cacheInMemory } from '../cache-fixture.ts';
import { sendWaiting } from './send-waiting.ts';

export const owner = 'ada@example.org';

/** A waiting write, from a page that did not reach the service. */
export const waiting = (
  key: string,
  target: string,
  change: Change,
  changed: Partial<Write> = {},
): Write => ({
  ...newWrite(key, target, change, [task(1)]),
  status: 'waiting',
  tried: true,
  ...changed,
});

export type Answer = Response | 'offline' | 'never';

/** For tests: a worker that gets `answers` in order; `meanwhile[n]` runs during the n-th request. */
export async function workerWithQueue(
  writes: Write[],
  answers: Answer[],
  meanwhile: Record<number, () => void> = {},
) {
  const { caches } = cacheInMemory();
  await writeHandover(await openListCache(caches), { kind: 'handed', owner, writes, sent: [] });
  const requests: string[] = [];
  const bodies: unknown[] = [];
  const expected = new Set<string | null>();
  const tab = new AbortController();
  const ended: string[] = [];
  const fetch: typeof globalThis.fetch = async (path, options) => {
    const headers = new Headers(options?.headers);
    requests.push(
      `${options?.method} ${typeof path === 'string' ? path : ''} ${headers.get('Idempotency-Key') ?? ''}`.trim(),
    );
    if (typeof options?.body === 'string') bodies.push(JSON.parse(options.body));
    expected.add(headers.get('Expected-User'));
    meanwhile[requests.length]?.();
    const answer = answers.shift() ?? assert.fail('asked too often');
    if (answer === 'offline') throw new TypeError('failed to fetch');
    if (answer !== 'never') return answer;
    const { signal } = options ?? {};
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => {
        ended.push(String(signal.reason));
        reject(new Error('ended'));
      }),
    );
  };
  const send = () =>
    sendWaiting(
      caches,
      fetch,
      async (of, run) => {
        assert.equal(of, owner);
        return run(tab.signal);
      },
      () => Date.parse('2026-11-21T12:00'),
    );
  const handover = async (): Promise<Handover> =>
    (await readHandover(caches)) ?? assert.fail('nothing is kept');
  return {
    caches,
    requests,
    bodies,
    expected,
    send,
    handover,
    ended,
    openPage: () => tab.abort('a page'),
  };
}
