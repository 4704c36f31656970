import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import type { Renewal, SealedSession } from '../../server/session/session.ts';
import type { Door } from './door.ts';
import { openDoor } from './door.ts';

/** Someone signed in whose ID token has just expired. */
export async function expire(
  t: TestContext,
  options?: Parameters<typeof openDoor>[1],
): Promise<Door & { current: SealedSession }> {
  const door = await openDoor(t, options);
  const current = await door.openBrowser().signIn();
  door.clock.advance(3_600_000);
  return { ...door, current };
}

export function renewedOf(renewal: Renewal): SealedSession {
  assert.equal(renewal.kind, 'renewed');
  return renewal.renewed;
}
