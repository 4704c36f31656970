import * as Type from 'typebox';
import { Check } from 'typebox/schema';

import type { Keep } from '../state/keep.ts';
import { recordOf } from '../state/record-of.ts';
import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import { FieldsShape, sameFields } from './fields.ts';
import type { Fields } from './fields.ts';
import { LineShape } from './line.ts';
import type { Line } from './line.ts';

/** What a person has typed and not yet handed over: the new line, and edits by row key. */
export type Drafts = { readonly line: Line | null; readonly edits: Readonly<Record<string, Fields>> };

export type DraftsEvent =
  | { readonly kind: 'line'; readonly fields: Line | null }
  | { readonly kind: 'edit'; readonly rowKey: string; readonly fields: Fields | null };

export function reduceDrafts(drafts: Drafts, event: DraftsEvent): Drafts {
  if (event.kind === 'line') {
    if (event.fields === drafts.line) return drafts;
    return { ...drafts, line: event.fields };
  }
  const { [event.rowKey]: old, ...edits } = drafts.edits;
  if (event.fields === null) return old === undefined ? drafts : { ...drafts, edits };
  if (old !== undefined && sameFields(old, event.fields)) return drafts;
  return { ...drafts, edits: { ...edits, [event.rowKey]: event.fields } };
}

/** What a row is called on the next page: its id as soon as it has one. */
export type LastingKey = (rowKey: string) => string;

/** The drafts of one owner, kept across page loads and sign-ins under that owner's email alone. */
export function openDrafts(keep: Keep, owner: string, lastingKey?: LastingKey): Store<Drafts, DraftsEvent> {
  const drafts = createStore(reduceDrafts, readDrafts(keep.read(`drafts.${owner}`)));
  drafts.subscribe(() => keepDrafts(keep, owner, drafts.get(), lastingKey));
  return drafts;
}

export function keepDrafts(
  keep: Keep,
  owner: string,
  { line, edits }: Drafts,
  lastingKey: LastingKey = (rowKey) => rowKey,
): void {
  const lasting = Object.entries(edits).map(([rowKey, fields]) => [lastingKey(rowKey), fields] as const);
  const empty = line === null && lasting.length === 0;
  keep.write(`drafts.${owner}`, empty ? null : JSON.stringify({ line, edits: Object.fromEntries(lasting) }));
}

const KeptDrafts = Type.Object({
  line: Type.Union([LineShape, Type.Null()]),
  edits: recordOf(FieldsShape),
});

/** Drafts from what was kept; anything else is no draft at all. */
export function readDrafts(text: string | null): Drafts {
  const none: Drafts = { line: null, edits: {} };
  if (text === null) return none;
  try {
    const kept: unknown = JSON.parse(text);
    return Check(KeptDrafts, kept) ? kept : none;
  } catch {
    return none;
  }
}
