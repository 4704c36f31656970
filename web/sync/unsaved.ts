import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import type { Keep } from '../device/keep.ts';
import type { Fields } from './fields.ts';
import { drafts as draftsShape, writes as writesShape } from './kept.shapes.ts';
import type { NewTaskDraft, Write } from './kept.shapes.ts';
import type { Shape } from '../service/shape.ts';
import { asLeft, lastingWrites } from './tasks-state.ts';
import type { Queue, TasksState } from './tasks-state.ts';

/** What a person has typed and not yet saved: the new task, and edits by row key. */
export type Drafts = {
  readonly newTask: NewTaskDraft | null;
  readonly edits: Readonly<Record<string, Fields>>;
};

/**
 * The drafts of one owner, kept across page loads and sign-ins under that owner's email alone. What is kept changes only
 * where something is typed here: another tab may have kept other drafts. `lastingKey` tells what a row is called on the next
 * page: its id as soon as it has one.
 */
export function openDrafts(
  keep: Keep,
  owner: string,
  lastingKey: (rowKey: string) => string = (rowKey) => rowKey,
) {
  const name = `drafts.${owner}`;
  const kept = () => readDrafts(keep.read(name));
  const drafts = signal(kept());
  const current: ReadonlySignal<Drafts> = drafts;
  const renamed = new Set<string>();

  function update(next: Drafts): void {
    const isEmpty = next.newTask === null && Object.keys(next.edits).length === 0;
    keep.write(name, isEmpty ? null : JSON.stringify(next));
  }

  return {
    current,
    /** What is kept on the device, other tabs' drafts among them. */
    kept,
    setNewTask(newTask: NewTaskDraft | null) {
      drafts.value = { ...drafts.value, newTask };
      update({ ...kept(), newTask });
    },
    setEdit(rowKey: string, fields: Fields | null) {
      drafts.value = withEdit(current.value, rowKey, fields);
      update(withEdit(kept(), lastingKey(rowKey), fields));
    },
    /** Rows that have got their lasting name meanwhile are kept under it. */
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
export const readDrafts = (text: string | null): Drafts =>
  parse(text, draftsShape) ?? { newTask: null, edits: {} };

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
export const readUnsent = (keep: Keep, owner: string): Write[] =>
  (parse(keep.read(`unsent.${owner}`), writesShape) ?? []).map(asLeft);

/** Null for a text that is missing, damaged or of another shape. */
function parse<T>(text: string | null, shape: Shape<T>): T | null {
  try {
    const kept: unknown = JSON.parse(text ?? '');
    return shape.fits(kept) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * What is on this device only, and would go with a sign-out: changes that the service does not have, and drafts. What is kept
 * on the device is of every tab, also of one that is asleep and has not told of its changes yet.
 */
export function countUnsaved(
  { writes }: Pick<TasksState, 'writes'>,
  kept: readonly Write[],
  { newTask, edits }: Drafts,
) {
  const isNewTaskWritten = newTask !== null && newTask.description.trim() !== '';
  return {
    changes: Math.max(writes.length, kept.length),
    drafts: Object.keys(edits).length + (isNewTaskWritten ? 1 : 0),
  };
}
