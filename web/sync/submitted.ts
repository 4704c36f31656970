import { computed, signal } from '@preact/signals-core';
import type { DeviceStorage } from '../device/storage.ts';
import { personKey } from '../device/stored-data.ts';
import { readAs } from '../service/shape.ts';
import { submitted as submittedShape } from './kept.shapes.ts';
import type { Submitted } from './kept.shapes.ts';

/**
 * The new tasks that wait until their words can be read, kept across page loads under their owner's email. The first page that can
 * read takes all of them, also those of other tabs: each is added once, and none is lost with the page on which it was typed.
 */
export function openSubmitted(storage: DeviceStorage, owner: string) {
  const key = personKey('submitted', owner);
  const stored = (): readonly Submitted[] => readAs(submittedShape, storage.read(key)) ?? [];
  const current = signal(stored());

  function update(next: readonly Submitted[]): void {
    current.value = next;
    storage.write(key, next.length === 0 ? null : JSON.stringify(next));
  }

  return {
    current: computed(() => current.value),
    stored,
    add: (task: Submitted): void => update([...stored(), task]),
    takeAll(): readonly Submitted[] {
      const all = stored();
      update([]);
      return all;
    },
  };
}
