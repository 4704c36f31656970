import { useMemo, useRef } from 'preact/hooks';
import type { ComponentChildren, FunctionComponent } from 'preact';

import type { Heading, Item, RowItem } from '../view/groups.ts';
import type { Row } from '../sync/rows.ts';
import { useSwipe } from './moving-rows.ts';
import { useDrawnParts } from './drawn-rows.ts';
import type { Part } from './drawn-rows.ts';
import { useTasks } from './workspace.ts';

/** What is drawn in a row: its task, or the form in which it is edited, and the day if it is the first of it. */
export type DrawnRow = { readonly row: Row; readonly editing: boolean; readonly opensDay: boolean };

type Shape = {
  /** Of each row; that of a list is its plural. */
  rowClass: string;
  row: FunctionComponent<DrawnRow>;
};

type Props = Shape & {
  items: readonly Item[];
  /** What is around the rows of a group; `rows` is false where the group is closed. */
  children?: (heading: Heading, rows: ComponentChildren) => ComponentChildren;
};

/** However many rows, of which those about the screen are drawn; each knows its place among all of its group. */
export function VirtualList({ items, children: section, ...shape }: Props) {
  const editing = useTasks().tasks.editing.value;
  const rootRef = useRef<HTMLDivElement>(null);
  const parts = useDrawnParts(rootRef, items, editing);
  useSwipe(rootRef, items);
  return (
    <div ref={rootRef}>
      {listsOf(parts).map(({ heading, rows }) => {
        const list = rows.length > 0 && (
          <ul class={`${shape.rowClass}s`}>
            {rows.map((part) =>
              part.kind === 'row' ? (
                <ListRow key={part.key} item={part} editing={part.key === editing} {...shape} />
              ) : (
                <li key={part.key} aria-hidden="true" style={{ blockSize: `${part.px}px` }} />
              ),
            )}
          </ul>
        );
        return heading && section ? section(heading, list) : list;
      })}
    </div>
  );
}

type RowProps = Shape & { item: RowItem; editing: boolean };

function ListRow({ item, editing, rowClass, row: Content }: RowProps) {
  const { row, group, position, size, opensDay } = item;
  // Most changes of a list are about one of its rows: what the others hold is not rendered again.
  const content = useMemo(
    () => <Content row={row} editing={editing} opensDay={opensDay} />,
    [Content, row, editing, opensDay],
  );
  return (
    <li
      class={rowClass}
      data-row={row.key}
      data-group={group}
      data-state={row.fields.state}
      data-editing={editing}
      aria-posinset={position}
      aria-setsize={size}
    >
      {content}
    </li>
  );
}

type DrawnPart = Exclude<Part, Heading>;

/** What is drawn below each heading. */
function listsOf(parts: readonly Part[]) {
  const lists: { readonly heading: Heading | null; readonly rows: DrawnPart[] }[] = [];
  for (const part of parts) {
    if (part.kind === 'heading') lists.push({ heading: part, rows: [] });
    else if (lists.at(-1)?.rows.push(part) === undefined) lists.push({ heading: null, rows: [part] });
  }
  return lists;
}
