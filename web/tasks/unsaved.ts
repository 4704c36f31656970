import type { DayBook } from './day-book.ts';

export type Unsaved = { readonly changes: number; readonly drafts: number };

/** What is on this device only, and would go with a sign-out: changes that the service does not have, and drafts of every tab. */
export function unsavedOf({ tasks, drafts }: Pick<DayBook, 'tasks' | 'drafts'>): Unsaved {
  const { writes, offered } = tasks.get();
  const { line, edits } = drafts.kept();
  const isLineWritten = line !== null && line.description.trim() !== '';
  return {
    changes: writes.length + offered.length,
    drafts: Object.keys(edits).length + (isLineWritten ? 1 : 0),
  };
}
