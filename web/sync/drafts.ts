import type { Keep } from '../device/keep.ts';
import { createStore } from '../device/store.ts';
import type { Store } from '../device/store.ts';
import { sameFields } from './fields.ts';
import type { Fields } from './fields.ts';
import { drafts as draftsShape } from './kept.shapes.ts';
import type { NewTaskDraft } from './kept.shapes.ts';

/** What a person has typed and not yet saved: the new task, and edits by row key. */
export type Drafts = {
  readonly newTask: NewTaskDraft | null;
  readonly edits: Readonly<Record<string, Fields>>;
};

export type DraftsEvent =
  | { readonly kind: 'new-task'; readonly fields: NewTaskDraft | null }
  | { readonly kind: 'edit'; readonly rowKey: string; readonly fields: Fields | null };

export function reduceDrafts(drafts: Drafts, event: DraftsEvent): Drafts {
  if (event.kind === 'new-task') {
    if (event.fields === drafts.newTask) return drafts;
    return { ...drafts, newTask: event.fields };
  }
  const { [event.rowKey]: old, ...edits } = drafts.edits;
  if (event.fields === null) return old === undefined ? drafts : { ...drafts, edits };
  if (old !== undefined && sameFields(old, event.fields)) return drafts;
  return { ...drafts, edits: { ...edits, [event.rowKey]: event.fields } };
}

/** What a row is called on the next page: its id as soon as it has one. */
export type LastingKey = (rowKey: string) => string;

export type KeptDrafts = Store<Drafts, DraftsEvent> & {
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
  const store = createStore(reduceDrafts, readDrafts(keep.read(name)));
  const renamed = new Set<string>();

  function update(events: readonly DraftsEvent[]): void {
    const kept = events.reduce(reduceDrafts, readDrafts(keep.read(name)));
    const empty = kept.newTask === null && Object.keys(kept.edits).length === 0;
    keep.write(name, empty ? null : JSON.stringify(kept));
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    kept: () => readDrafts(keep.read(name)),
    dispatch(event) {
      store.dispatch(event);
      update([event.kind === 'edit' ? { ...event, rowKey: lastingKey(event.rowKey) } : event]);
    },
    rename() {
      for (const [rowKey, fields] of Object.entries(store.get().edits)) {
        const lasting = lastingKey(rowKey);
        if (lasting === rowKey || renamed.has(rowKey)) continue;
        renamed.add(rowKey);
        update([
          { kind: 'edit', rowKey, fields: null },
          { kind: 'edit', rowKey: lasting, fields },
        ]);
      }
    },
  };
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
