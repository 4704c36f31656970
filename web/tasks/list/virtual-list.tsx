import type { ComponentChildren, FunctionComponent, RefObject } from 'preact';
import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Row } from '../../sync/rows.ts';
import { listen, useMedia } from '../../ui/events.ts';
import { lazy } from '../../ui/panel.tsx';
import { listsOf, drawnParts, topsOf } from '../../view/groups.ts';
import type {
  Heading,
  Heights,
  ListItem,
  DrawnPart,
  RowItem,
  ListSpan,
} from '../../view/groups.ts';
import { drawnRow } from '../in-sight.ts';
import { Editor } from '../form/task-form.tsx';
import { useTasks, useViewState } from '../workspace.ts';

const Swipes = lazy(async () => (await import('../moving-rows.ts')).Swipes);

type Shape = {
  /** The CSS class of a row; the class of a list of rows is its plural. */
  rowClass: string;
  row: FunctionComponent<{ row: Row }>;
};

type Props = Shape & {
  items: readonly ListItem[];
  /** Drawn beside the first drawn row of each day; it stays visible while the rows of that day scroll. */
  day?: FunctionComponent<{ row: Row }>;
  /** Draws nothing; lets the rows be dragged. */
  drags?: FunctionComponent<{ rootRef: RefObject<HTMLElement | null> }>;
  /** Draws a group around its rows; `rows` is false if the group is closed. */
  children?: (heading: Heading, rows: ComponentChildren) => ComponentChildren;
};

/** A list of any length, of which only the rows near the screen are drawn; each has its position in its group (ARIA). */
export function VirtualList({ items, day: Day, drags: Drags, children: section, ...shape }: Props) {
  const editing = useTasks().tasks.editing.value;
  const rootRef = useRef<HTMLDivElement>(null);
  const parts = useDrawnParts(rootRef, items, editing);
  return (
    <div ref={rootRef}>
      <Swipes rootRef={rootRef} />
      {Drags && <Drags rootRef={rootRef} />}
      {listsOf(parts).map(({ heading, rows }) => {
        const list = rows.length > 0 && (
          <ul class={`${shape.rowClass}s`}>
            {rows.map((part, at) => {
              if (part.kind === 'blank')
                return (
                  <li key={part.key} aria-hidden="true" style={{ blockSize: `${part.px}px` }} />
                );
              const beginsDay = part.opensDay || rows[at - 1]?.kind === 'blank';
              return (
                <Fragment key={part.key}>
                  {Day && beginsDay && hasDay(part) && (
                    <li class="day" aria-hidden="true" data-opens={part.opensDay}>
                      <Day row={part.row} />
                    </li>
                  )}
                  <ListRow item={part} editing={part.key === editing} {...shape} />
                </Fragment>
              );
            })}
          </ul>
        );
        if (heading && section) return section(heading, list);
        return list;
      })}
    </div>
  );
}

/** The due date of a task for some day says nothing. */
const hasDay = ({ group }: RowItem): boolean => group !== 'someday';

function ListRow(props: Shape & { item: RowItem; editing: boolean }) {
  const { item, editing, rowClass, row: Content } = props;
  const { row, group, position, size } = item;
  // Most changes of a list affect one row: the content of the others is not rendered again.
  const content = useMemo(
    () => (editing ? <Editor row={row} /> : <Content row={row} />),
    [Content, row, editing],
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

/** The number of items in the first render of a list. The others follow below once these are painted, so that nothing moves. */
const firstItems = 4;

/** A list of this length or shorter is drawn completely once the items on the screen are painted. */
const fewItems = 60;

/** The distance beyond the screen in which rows are drawn, once the rows on the screen are painted. */
const marginPx = 250;

/** The span grows and shrinks in steps of this size. */
const stepPx = 220;

const unmeasured: Heights = { likelyPx: 44, byKey: new Map() };
const everything: ListSpan = { fromPx: 0, toPx: Number.POSITIVE_INFINITY };
const scrolls = { passive: true, capture: true };

/**
 * The parts of the list to draw: the rows on and near the screen, and anywhere in the list the row that is edited, has the focus
 * or is to get it. A printed page has all rows. `data-row` and `data-heading` mark the elements to measure.
 */
function useDrawnParts(
  rootRef: RefObject<HTMLElement | null>,
  allItems: readonly ListItem[],
  editing: string | null,
): readonly DrawnPart[] {
  const { focused } = useViewState();
  const isPrinting = usePrinting();
  // Reading the height of the window would force a layout just before the page changes.
  const [span, setSpan] = useState<ListSpan>(() => ({ fromPx: 0, toPx: screen.height }));
  const [heights, setHeights] = useState(unmeasured);
  const [, redraw] = useState({});
  const isHead = !usePainted() && !isPrinting;
  const items = useMemo(
    () => (isHead ? allItems.slice(0, firstItems) : allItems),
    [isHead, allItems],
  );
  const tops = useMemo(() => topsOf(items, heights), [items, heights]);
  const isWhole = isPrinting || (items.length <= fewItems && heights !== unmeasured);

  useLayoutEffect(() => {
    if (isHead) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The events are sent before a frame is painted: a timer runs after the paint.
    const measureAfterPaint = () => (timer ??= setTimeout(measure));
    function measure(): void {
      timer = undefined;
      if (rootRef.current === null) return;
      setHeights(measured(rootRef.current, heights));
      const headPx = rootRef.current.getBoundingClientRect().top;
      const visible = {
        fromPx: Math.max(0, -headPx),
        toPx: Math.min(tops.at(-1) ?? 0, innerHeight - headPx),
      };
      const isPainted = span.fromPx <= visible.fromPx && visible.toPx <= span.toPx;
      const next = inSteps(visible, isPainted ? marginPx : 0);
      if (next.fromPx !== span.fromPx || next.toPx !== span.toPx) setSpan(next);
    }
    // Any element may scroll: the page, or a sheet around the list. Changes above the list also move it.
    const unlisten = listen(
      window,
      { scroll: measureAfterPaint, resize: measureAfterPaint },
      scrolls,
    );
    const sizes = new ResizeObserver(measureAfterPaint);
    sizes.observe(document.body);
    const unfollow = focused.subscribe((rowKey) => {
      if (rowKey !== null && drawnRow(rowKey) === null) redraw({});
    });
    return () => {
      clearTimeout(timer);
      unlisten();
      sizes.disconnect();
      unfollow();
    };
  }, [rootRef, isHead, tops, heights, span, focused]);

  return drawnParts(items, tops, isWhole ? everything : span, new Set([editing, focused.peek()]));
}

const inSteps = ({ fromPx, toPx }: ListSpan, margin: number): ListSpan => ({
  fromPx: Math.floor((fromPx - margin) / stepPx) * stepPx,
  toPx: Math.ceil((toPx + margin) / stepPx) * stepPx,
});

/** Adds the heights of the drawn elements. The first rows to be drawn set the expected height of the others. */
function measured(root: HTMLElement, heights: Heights): Heights {
  const pxOf = (element: HTMLElement) => element.getBoundingClientRect().height;
  const rows = [...root.querySelectorAll<HTMLElement>('[data-row]')];
  const changed = [...rows, ...root.querySelectorAll<HTMLElement>('[data-heading]')]
    .map(
      (element) =>
        [element.dataset['row'] ?? element.dataset['heading'] ?? '', pxOf(element)] as const,
    )
    .filter(([key, px]) => Math.abs((heights.byKey.get(key) ?? 0) - px) >= 1);
  if (changed.length === 0) return heights;
  const byKey = new Map([...heights.byKey, ...changed]);
  const isFirst = heights.byKey.size === 0 && rows.length > 0;
  if (!isFirst) return { likelyPx: heights.likelyPx, byKey };
  return { likelyPx: rows.reduce((sum, row) => sum + pxOf(row), 0) / rows.length, byKey };
}

/** False in the first render of a component, true once that is painted. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted;
}

/** True while the page is printed, and early enough to draw its rows for print. */
export function usePrinting(): boolean {
  const [isBegun, setBegun] = useState(false);
  useLayoutEffect(() => {
    const beforeprint = () => setBegun(true);
    const afterprint = () => setBegun(false);
    return listen(window, { beforeprint, afterprint });
  }, []);
  return useMedia('print') || isBegun;
}
