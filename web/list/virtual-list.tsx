import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

import { usePart } from '../ui/use-store.ts';
import { useTasks } from '../ui/page-context.ts';
import type { Row } from '../model/rows.ts';
import { noteOrder } from './shown-order.ts';
import { useSwipe } from './use-swipe.ts';
import { useWindow } from './use-window.ts';
import { placeIn } from './window.ts';

/** Where a row stands among all of its list, counted from one; and whether it is being edited. */
export type Place = { readonly position: number; readonly size: number; readonly editing: boolean };

type Props = {
  class: string;
  rows: readonly Row[];
  /** Whether there are few rows in this list and those beside it, which are then all drawn. */
  few: boolean;
  children: (row: Row, place: Place, at: number) => ComponentChildren;
};

/** A list of however many rows, of which those about the screen are drawn; each knows its place among all. */
export function VirtualList({ class: name, rows, few, children }: Props) {
  const { tasks } = useTasks();
  const ofHere = useCallback((key: string | null) => (placeIn(rows, key) === null ? null : key), [rows]);
  const editing = usePart(tasks.editing, ofHere);
  const listRef = useRef<HTMLUListElement>(null);
  const stretches = useWindow(listRef, rows, editing, few);
  useSwipe(listRef, rows);
  const size = rows.length;
  useLayoutEffect(() => {
    const keys = rows.map(({ key }) => key);
    if (listRef.current) noteOrder(listRef.current, keys);
  }, [rows]);
  return (
    <ul ref={listRef} class={name}>
      {stretches.map(({ kind, from, to, px }) =>
        kind === 'blank' ? (
          <li key={`blank ${from}`} aria-hidden="true" style={{ blockSize: `${px}px` }} />
        ) : (
          rows.slice(from, to).map((row, at) => {
            const position = from + at + 1;
            return children(row, { position, size, editing: editing === row.key }, from + at);
          })
        ),
      )}
    </ul>
  );
}
