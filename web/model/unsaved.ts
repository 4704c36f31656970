import type { Drafts } from './drafts.ts';
import type { Write } from './kept.shapes.ts';
import type { TasksState } from './state.ts';

export type Unsaved = { readonly changes: number; readonly drafts: number };

/**
 * What is on this device only, and would go with a sign-out: changes that the service does not have, and drafts. What is kept
 * on the device is of every tab, also of one that is asleep and has not told of its changes yet.
 */
export function countUnsaved(
  { writes, offered }: Pick<TasksState, 'writes' | 'offered'>,
  kept: readonly Write[],
  { line, edits }: Drafts,
): Unsaved {
  const isLineWritten = line !== null && line.description.trim() !== '';
  return {
    changes: Math.max(writes.length + offered.length, kept.length),
    drafts: Object.keys(edits).length + (isLineWritten ? 1 : 0),
  };
}
