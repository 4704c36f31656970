import type { Write } from './kept.shapes.ts';
import { isReadOnly } from './queue.ts';
import type { TasksState } from './queue.ts';

/** Whether this tab sends, and how many requests at once. */
export type Sending = { readonly isOn: boolean; readonly mostAtOnce: number };

/** Pure: the write to send next, the oldest first: of each row only its oldest write, if that is queued. */
export function nextWrite(state: TasksState, { isOn, mostAtOnce }: Sending): Write | null {
  const { writes } = state;
  if (!isOn || isReadOnly(state)) return null;
  if (writes.filter(({ status }) => status === 'sending').length >= mostAtOnce) return null;
  const rows = new Set<string>();
  for (const write of writes) {
    if (write.status === 'queued' && !rows.has(write.target)) return write;
    rows.add(write.target);
  }
  return null;
}

/** So many changes are saved in about a second: a progress bar for that time would only move the list. */
const fewChanges = 100;

/** Number of changes that are queued or being sent, or 0 for at most `fewChanges`. */
export function changesUnderWay(writes: readonly Write[]): number {
  const { length } = writes.filter(({ status }) => status === 'queued' || status === 'sending');
  if (length > fewChanges) return length;
  return 0;
}
