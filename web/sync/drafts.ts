import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import type { Keep } from '../device/keep.ts';
import type { Fields } from './fields.ts';
import { drafts as draftsShape } from './kept.shapes.ts';
import type { NewTaskDraft } from './kept.shapes.ts';

/** What a person has typed and not yet saved: the new task, and edits by row key. */
export type Drafts = {
  readonly newTask: NewTaskDraft | null;
  readonly edits: Readonly<Record<string, Fields>>;
};

/** What a row is called on the next page: its id as soon as it has one. */
export type LastingKey = (rowKey: string) => string;

export type KeptDrafts = {
  current: ReadonlySignal<Drafts>;
  setNewTask: (fields: NewTaskDraft | null) => void;
  setEdit: (rowKey: string, fields: Fields | null) => void;
  /** What is kept on the device, other tabs' drafts among them. */
  kept: () => Drafts;
  /** Rows that have got their lasting name meanwhile are kept under it. */
  rename: () => void;
};

/**
 * The drafts of one owner, kept across page loads and sign-ins under that owner's email alone. What is kept changes only
 * where something is typed here: another tab may have kept other drafts.
 */
export function openDrafts(
  keep: Keep,
  owner: string,
  lastingKey: LastingKey = (rowKey) => rowKey,
): KeptDrafts {
  const name = `drafts.${owner}`;
  const kept = () => readDrafts(keep.read(name));
  const current = signal(kept());
  const renamed = new Set<string>();

  function update(drafts: Drafts): void {
    const isEmpty = drafts.newTask === null && Object.keys(drafts.edits).length === 0;
    keep.write(name, isEmpty ? null : JSON.stringify(drafts));
  }

  return {
    current,
    kept,
    setNewTask(newTask) {
      current.value = { ...current.value, newTask };
      update({ ...kept(), newTask });
    },
    setEdit(rowKey, fields) {
      current.value = withEdit(current.value, rowKey, fields);
      update(withEdit(kept(), lastingKey(rowKey), fields));
    },
    rename() {
      for (const [rowKey, fields] of Object.entries(current.value.edits)) {
        const lasting = lastingKey(rowKey);
        if (lasting === rowKey || renamed.has(rowKey)) continue;
        renamed.add(rowKey);
        update(withEdit(withEdit(kept(), rowKey, null), lasting, fields));
      }
    },
  };
}

function withEdit(drafts: Drafts, rowKey: string, fields: Fields | null): Drafts {
  const { [rowKey]: _, ...edits } = drafts.edits;
  return { ...drafts, edits: fields === null ? edits : { ...edits, [rowKey]: fields } };
}

/** Drafts from what was kept; anything else is no draft at all. */
export function readDrafts(text: string | null): Drafts {
  const none: Drafts = { newTask: null, edits: {} };
  if (text === null) return none;
  try {
    const kept: unknown = JSON.parse(text);
    return draftsShape.fits(kept) ? kept : none;
  } catch {
    return none;
  }
}
