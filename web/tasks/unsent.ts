import * as Type from 'typebox';
import { Check } from 'typebox/schema';

import type { Keep } from '../state/keep.ts';
import { DraftFields } from './drafts.ts';
import type { Write } from './writes.ts';

const KeptWrites = Type.Array(
  Type.Object({
    key: Type.String(),
    target: Type.String(),
    change: Type.Union([
      Type.Object({ kind: Type.Enum(['create', 'replace']), fields: DraftFields }),
      Type.Object({ kind: Type.Literal('delete') }),
    ]),
    tried: Type.Boolean(),
  }),
);

/** Keeps the changes that the service does not have, under their owner's email alone. */
export function keepUnsent(keep: Keep, owner: string, writes: readonly Write[]): void {
  const kept = writes.map(({ key, target, change, tried }) => ({ key, target, change, tried }));
  keep.write(`unsent.${owner}`, kept.length === 0 ? null : JSON.stringify(kept));
}

/** What an earlier page could not hand over, to be offered and never sent unasked. */
export function readUnsent(keep: Keep, owner: string): readonly Write[] {
  const text = keep.read(`unsent.${owner}`);
  if (text === null) return [];
  try {
    const kept: unknown = JSON.parse(text);
    if (!Check(KeptWrites, kept)) return [];
    return kept.map((write) => ({ ...write, status: 'queued', fault: null }));
  } catch {
    return [];
  }
}
