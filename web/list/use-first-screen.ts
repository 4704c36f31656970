import { useEffect, useMemo, useState } from 'preact/hooks';

import type { Group } from '../model/groups.ts';
import type { Row } from '../model/rows.ts';
import { usePrinting } from './use-printing.ts';

/** So many rows are there when the page is painted for the first time and the second; then all. */
const rowsByTurn = [3, 8];

/**
 * A list that has just come is drawn from its head in turns, with a painted page between them that answers to whoever
 * touches it. What comes later stands below and moves nothing. A printed page has all.
 */
export function useFirstScreen(groups: readonly Group[]): readonly Group[] {
  const most = useTurns();
  return useMemo(() => (most === undefined ? groups : headOf(groups, most)), [groups, most]);
}

/** The same for a list without groups. */
export function useFirstRows(rows: readonly Row[]): readonly Row[] {
  const most = useTurns();
  return useMemo(() => (most === undefined ? rows : rows.slice(0, most)), [rows, most]);
}

/** How many rows a list that has just come has in this turn, or undefined when it is the last. */
export function useTurns(): number | undefined {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn < rowsByTurn.length) setTurn(turn + 1);
  }, [turn]);
  return usePrinting() ? undefined : rowsByTurn[turn];
}

/** The first rows in their groups; a group that is cut says how many it has. */
export function headOf(groups: readonly Group[], most: number): readonly Group[] {
  let left = most;
  return groups.flatMap((group) => {
    const rows = group.rows.slice(0, left);
    left -= rows.length;
    if (rows.length === 0) return [];
    return rows.length === group.rows.length ? [group] : [{ ...group, rows, total: group.rows.length }];
  });
}
