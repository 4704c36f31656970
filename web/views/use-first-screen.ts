import { useEffect, useState } from 'preact/hooks';

import type { Row } from '../tasks/rows.ts';

/** So many rows are drawn before the first paint, before the second, and so on; then all. The last fills the tallest screen that is likely. */
const rowsByTurn = [8, 20, 40];

/**
 * At first only the groups that fill a part of the screen, so that it can be touched between: the others are drawn when these
 * have been painted. They stand below, and move nothing.
 */
export function useFirstScreen<Group extends { readonly rows: readonly Row[] }>(
  groups: readonly Group[],
): readonly Group[] {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn < rowsByTurn.length) setTurn(turn + 1);
  }, [turn]);
  const most = rowsByTurn[turn];
  if (most === undefined) return groups;
  const rowsBefore = (at: number) => groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0);
  return groups.filter((_, at) => rowsBefore(at) < most);
}
