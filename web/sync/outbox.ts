import type { Write } from './kept.shapes.ts';
import { asks } from './writes.ts';

/** So many are saved in about a second: a bar that comes and goes would only move the list. */
const fewChanges = 100;

/** How many changes are on their way to the service, 0 when they are few. */
export function changesUnderWay(writes: readonly Write[]): number {
  const { length } = writes.filter(({ status }) => status === 'queued' || status === 'sending');
  return length > fewChanges ? length : 0;
}

/** The changes that the service has refused, or that meet another one made elsewhere. */
export const refusedChanges = (writes: readonly Write[]): readonly Write[] => writes.filter(asks);
