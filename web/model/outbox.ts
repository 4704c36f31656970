import type { Write } from './kept.shapes.ts';

/** Changes on their way are counted where they are more than these; an import has no more at once. */
const fewChanges = 20;

/** How many changes are on their way to the service, 0 when they are few. */
export function changesUnderWay(writes: readonly Write[]): number {
  const { length } = writes.filter(({ status }) => status === 'queued' || status === 'sending');
  return length > fewChanges ? length : 0;
}

/** The changes that the service has refused. */
export const refusedChanges = (writes: readonly Write[]): readonly Write[] =>
  writes.filter(({ status }) => status === 'failed');
