import { isProviderUnavailable } from '../service/api.ts';
import { needsDecision } from '../sync/queue.ts';
import type { TasksState } from '../sync/queue.ts';
import type { Words } from '../words/en.ts';

/** Where added rows are: on their way to the service or there, only on this device, or refused. */
export type Whereabouts = 'added' | 'untilOnline' | 'untilSignIn' | 'refused';

export function whereaboutsOf(state: TasksState, rowKeys: readonly string[]): Whereabouts {
  const writes = state.writes.filter(({ target }) => rowKeys.includes(target));
  if (writes.some(needsDecision)) return 'refused';
  if (writes.length === 0 || !state.offline) return 'added';
  return isProviderUnavailable(state.fault) ? 'untilSignIn' : 'untilOnline';
}

/** The notice of added rows; null for refused rows, which say so themselves. */
export function addedNotice(
  whereabouts: Whereabouts,
  added: string,
  what: string,
  words: Words,
): string | null {
  switch (whereabouts) {
    case 'added':
      return added;
    case 'untilOnline':
      return words.offline.untilOnline(what);
    case 'untilSignIn':
      return words.offline.untilSignIn(what);
    case 'refused':
      return null;
  }
}
