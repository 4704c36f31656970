import type { Accepted, Write } from './kept.shapes.ts';
import type { TasksState } from './tasks-state.ts';

export type Queue = Pick<TasksState, 'rowKeys' | 'writes'>;

/** Hands what waits to a worker, which sends it while no page of the person is open. */
export type Handover = {
  /** What the worker has sent since. */
  takeBack: () => Promise<readonly Accepted[]>;
  /** The queue as it is now; call it in the tab that sends, after every change. */
  hand: (queue: Queue) => void;
};

/** The queue as it can be kept: rows have their lasting names. */
export function lastingWrites({ writes, rowKeys }: Queue): Write[] {
  const ids = new Map(Array.from(rowKeys, ([id, key]) => [key, id]));
  return writes.map((write) => {
    const target = ids.get(write.target) ?? write.target;
    return target === write.target ? write : { ...write, target };
  });
}

/** A write that an earlier page has left: it waits for the next list, and that page or the worker may have sent it. */
export const asLeft = (write: Write): Write => ({ ...write, status: 'waiting', tried: true, fault: null });
