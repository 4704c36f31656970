import type { DeviceStorage } from '../device/storage.ts';
import { personKey } from '../device/stored-data.ts';
import { readAs } from '../service/shape.ts';
import { writes as writesShape } from './kept.shapes.ts';
import type { Write } from './kept.shapes.ts';
import { idOfRow } from './queue.ts';
import type { Queue } from './queue.ts';

/** Limits of the queue, so that the device can keep it; `each` is more than a new change has. */
const mostWaiting = { changes: 500, characters: 1_000_000, each: 1_600 };

/** True when the queue has room for `more` changes. */
export const hasRoom = (writes: readonly Write[], more: number): boolean =>
  writes.length + more <= mostWaiting.changes &&
  JSON.stringify(writes).length + more * mostWaiting.each <= mostWaiting.characters;

/** Writes unsent changes to the device, under their owner's email. False when the device refuses: then only the page has them. */
export function storeUnsent(storage: DeviceStorage, owner: string, queue: Queue): boolean {
  const writes = writesByTaskId(queue);
  if (writes.length === 0) return storage.write(keyOf(owner), null);
  return storage.write(keyOf(owner), JSON.stringify(writes));
}

/** The writes as the next page can read them: their targets are task ids where the service has assigned one. */
export const writesByTaskId = (queue: Queue): Write[] =>
  queue.writes.map((write) => ({ ...write, target: idOfRow(queue, write.target) ?? write.target }));

/** A write of an earlier page. It waits for the next list, and counts as tried: that page or the worker may have sent it. */
export const restoredWrite = (write: Write): Write => ({
  ...write,
  status: 'waiting',
  tried: true,
  fault: null,
});

/** The unsent changes of an earlier page. They wait until they have been compared with a list. */
export const readUnsent = (storage: DeviceStorage, owner: string): Write[] =>
  (readAs(writesShape, storage.read(keyOf(owner))) ?? []).map(restoredWrite);

const keyOf = (owner: string): string => personKey('unsent', owner);
