import type { Keep } from '../device/keep.ts';
import type { Drafts } from './drafts.ts';
import { asLeft, lastingWrites } from './handover-queue.ts';
import type { Queue } from './handover-queue.ts';
import { writes as writesShape } from './kept.shapes.ts';
import type { Write } from './kept.shapes.ts';
import type { TasksState } from './tasks-state.ts';

/** What may wait without a connection, so that the device can keep it. */
const mostWaiting = { changes: 500, characters: 1_000_000 };

/** Whether so many more changes may wait with these. */
export const hasRoom = (writes: readonly Write[], more: number): boolean =>
  writes.length + more <= mostWaiting.changes && JSON.stringify(writes).length < mostWaiting.characters;

/**
 * Keeps the changes that the service does not have, under their owner's email alone. False where the device refuses: then they
 * are on the page only.
 */
export function keepUnsent(keep: Keep, owner: string, queue: Queue): boolean {
  const kept = lastingWrites(queue).map(jsonOf);
  return keep.write(`unsent.${owner}`, kept.length === 0 ? null : `[${kept.join()}]`);
}

/** Written once for each write: of a long queue one changes at a time. */
function jsonOf(write: Write): string {
  const json = jsonByWrite.get(write) ?? JSON.stringify(write);
  jsonByWrite.set(write, json);
  return json;
}

const jsonByWrite = new WeakMap<Write, string>();

/** What an earlier page could not hand over. It waits until a list says what has become of its tasks. */
export function readUnsent(keep: Keep, owner: string): Write[] {
  const text = keep.read(`unsent.${owner}`);
  if (text === null) return [];
  try {
    const kept: unknown = JSON.parse(text);
    return writesShape.fits(kept) ? kept.map(asLeft) : [];
  } catch {
    return [];
  }
}

export type Unsaved = { readonly changes: number; readonly drafts: number };

/**
 * What is on this device only, and would go with a sign-out: changes that the service does not have, and drafts. What is kept
 * on the device is of every tab, also of one that is asleep and has not told of its changes yet.
 */
export function countUnsaved(
  { writes }: Pick<TasksState, 'writes'>,
  kept: readonly Write[],
  { newTask, edits }: Drafts,
): Unsaved {
  const isNewTaskWritten = newTask !== null && newTask.description.trim() !== '';
  return {
    changes: Math.max(writes.length, kept.length),
    drafts: Object.keys(edits).length + (isNewTaskWritten ? 1 : 0),
  };
}
