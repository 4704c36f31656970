import { effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { DeviceStorage } from '../device/storage.ts';
import { personKey } from '../device/stored-data.ts';
import { lastingKey } from '../sync/rows.ts';
import type { Row } from '../sync/rows.ts';
import { isOpen } from './groups.ts';

/** More finished tasks than these have the order of the list. */
const mostKept = 100;

/** The lasting keys of tasks that became done on this device while the page was open, the last one first. */
export type Finished = readonly string[];

/** Follows which tasks become done. The service does not say when; this device keeps the order. */
export function followFinished(
  rows: ReadonlySignal<readonly Row[]>,
  storage: DeviceStorage,
  owner: string,
) {
  const storageKey = personKey('finished', owner);
  const finished = signal<Finished>(storage.read(storageKey)?.split(' ') ?? []);
  let before: readonly Row[] = [];
  let doneBefore: ReadonlySet<string> = new Set();
  const end = effect(() => {
    const now = rows.value;
    const done = now.filter((row) => !isOpen(row));
    const newlyDone = done.filter(({ key }) => !doneBefore.has(key));
    const added = amongKeys(newlyDone, before);
    before = now;
    doneBefore = new Set(done.map(({ key }) => key));
    if (added.length === 0) return;
    const keys = new Set([...added.map(lastingKey), ...finished.peek()]);
    finished.value = [...keys].slice(0, mostKept);
    storage.write(storageKey, finished.peek().join(' '));
  });
  return { finished, end };
}

/** The rows that `others` have, too, by their key. */
function amongKeys(rows: readonly Row[], others: readonly Row[]): readonly Row[] {
  if (rows.length === 0) return rows;
  const keys = new Set(others.map(({ key }) => key));
  return rows.filter(({ key }) => keys.has(key));
}
