import { isProviderUnavailable } from '../service/api.ts';
import { needsDecision } from './queue.ts';
import type { TasksState } from './queue.ts';

/** Where added rows are: on their way to the service or there, only on this device, or refused. */
export type Whereabouts = 'added' | 'untilOnline' | 'untilSignIn' | 'refused';

export function whereaboutsOf(state: TasksState, rowKeys: readonly string[]): Whereabouts {
  const writes = state.writes.filter(({ target }) => rowKeys.includes(target));
  if (writes.some(needsDecision)) return 'refused';
  if (writes.length === 0 || !state.offline) return 'added';
  if (isProviderUnavailable(state.fault)) return 'untilSignIn';
  return 'untilOnline';
}
