import { computed, signal } from '@preact/signals-core';
import type { DeviceStorage } from '../device/storage.ts';
import { personKey } from '../device/stored-data.ts';
import { readAs } from '../service/shape.ts';
import type { Fields } from './fields.ts';
import { drafts as draftsShape } from './kept.shapes.ts';
import type { Drafts, NewTaskDraft } from './kept.shapes.ts';

/**
 * The drafts of one owner, kept across page loads and sign-ins under that owner's email alone. This tab changes
 * only its own drafts on the device, because other tabs keep theirs there too. `lastingKey` returns the key of a row on the
 * next page: its id as soon as it has one.
 */
export function openDrafts(
  storage: DeviceStorage,
  owner: string,
  lastingKey: (rowKey: string) => string,
) {
  const key = personKey('drafts', owner);
  const stored = (): Drafts => readDrafts(storage.read(key));
  const current = signal(stored());
  const restored = current.peek().newTask;

  function update(next: Drafts): void {
    const isEmpty = next.newTask === null && Object.keys(next.edits).length === 0;
    if (isEmpty) storage.write(key, null);
    else storage.write(key, JSON.stringify(next));
  }

  return {
    current: computed(() => current.value),
    lastingKey,
    /** All drafts on the device, also those of other tabs. */
    stored,
    setNewTask(newTask: NewTaskDraft | null) {
      current.value = { ...current.value, newTask };
      update({ ...stored(), newTask: withWords(newTask) });
    },
    setEdit(rowKey: string, fields: Fields | null) {
      current.value = withEdit(current.value, rowKey, fields);
      update(withEdit(stored(), lastingKey(rowKey), fields));
    },
    /** Drops a restored new task that this tab has not changed, once another tab has added or discarded it. */
    catchUp() {
      if (current.value.newTask === restored && stored().newTask === null)
        current.value = { ...current.value, newTask: null };
    },
    /** Stores the edit of a row that now has an id under that id. */
    rename() {
      for (const [rowKey, fields] of Object.entries(current.value.edits)) {
        const lasting = lastingKey(rowKey);
        if (lasting !== rowKey) update(withEdit(withEdit(stored(), rowKey, null), lasting, fields));
      }
    },
  };
}

function withEdit(drafts: Drafts, rowKey: string, fields: Fields | null): Drafts {
  const { [rowKey]: _, ...edits } = drafts.edits;
  if (fields === null) return { ...drafts, edits };
  return { ...drafts, edits: { ...edits, [rowKey]: fields } };
}

/** Reads stored drafts; a missing or damaged text gives none. */
export function readDrafts(text: string | null): Drafts {
  const { newTask, edits } = readAs(draftsShape, text) ?? { newTask: null, edits: {} };
  return { newTask: withWords(newTask), edits };
}

/** Without a description there is no draft: its date or importance must not apply to a later task. */
function withWords(newTask: NewTaskDraft | null): NewTaskDraft | null {
  if (newTask?.description.trim() === '') return null;
  return newTask;
}
