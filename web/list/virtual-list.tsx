import { useRef } from 'preact/hooks';
import type { ComponentChildren, FunctionComponent } from 'preact';

import type { Heading, Item, RowItem } from '../model/items.ts';
import { useTasks } from '../ui/page-context.ts';
import { useStore } from '../ui/use-store.ts';
import { useSwipe } from './use-swipe.ts';
import { useWindow } from './use-window.ts';
import type { Part } from './window.ts';

/** A row as it is drawn: with its place, and whether it is being edited. */
export type DrawnRow = Omit<RowItem, 'kind' | 'key'> & { readonly editing: boolean };

type Props = {
  items: readonly Item[];
  /** Of each list of rows. */
  class: string;
  row: FunctionComponent<DrawnRow>;
  /** What is around the rows of a group; `rows` is null where the group is closed. */
  children?: (heading: Heading, rows: ComponentChildren) => ComponentChildren;
};

/** However many rows, of which those about the screen are drawn; each knows its place among all of its group. */
export function VirtualList({ items, class: name, row: TaskRow, children: section }: Props) {
  const editing = useStore(useTasks().tasks.editing);
  const rootRef = useRef<HTMLDivElement>(null);
  const parts = useWindow(rootRef, items, editing);
  useSwipe(rootRef, items);

  const draw = (part: Exclude<Part, Heading>) => {
    if (part.kind === 'blank')
      return <li key={part.key} aria-hidden="true" style={{ blockSize: `${part.px}px` }} />;
    const { key, row, position, size, opensDay } = part;
    return <TaskRow key={key} {...{ row, position, size, opensDay, editing: key === editing }} />;
  };
  return (
    <div ref={rootRef}>
      {listsOf(parts).map(({ heading, rows }) => {
        const list = rows.length === 0 ? null : <ul class={name}>{rows.map(draw)}</ul>;
        return heading && section ? section(heading, list) : list;
      })}
    </div>
  );
}

type List = { readonly heading: Heading | null; readonly rows: Exclude<Part, Heading>[] };

/** What is drawn below each heading. */
function listsOf(parts: readonly Part[]): readonly List[] {
  const lists: List[] = [];
  for (const part of parts) {
    if (part.kind === 'heading') lists.push({ heading: part, rows: [] });
    else if (lists.at(-1)?.rows.push(part) === undefined) lists.push({ heading: null, rows: [part] });
  }
  return lists;
}
