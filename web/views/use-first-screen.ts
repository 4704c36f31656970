import { useEffect, useState } from 'preact/hooks';

import type { Row } from '../tasks/rows.ts';

/** So many rows fill the tallest screen that is likely. */
const screenRows = 40;

/** At first only the groups that fill a screen: those below it are drawn when these have been painted. */
export function useFirstScreen<Group extends { readonly rows: readonly Row[] }>(
  groups: readonly Group[],
): readonly Group[] {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  if (isPainted) return groups;
  const rowsBefore = (at: number) => groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0);
  return groups.filter((_, at) => rowsBefore(at) < screenRows);
}
