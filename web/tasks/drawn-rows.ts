import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';

import { onChange } from '../device/later.ts';
import { useMedia } from '../ui/use-media.ts';
import type { Item } from '../view/groups.ts';
import { drawnRow } from './focus.ts';
import { useTools } from './workspace.ts';

/** A part of the list, in CSS pixels from its head. */
export type Span = { readonly fromPx: number; readonly toPx: number };

/** The heights of the items that have been drawn, by key, and what others are likely to have. */
export type Heights = { readonly likelyPx: number; readonly byKey: ReadonlyMap<string, number> };

/** What is drawn: items, and blanks as high as the rows that are left out between them. */
export type Part = Item | { readonly kind: 'blank'; readonly key: string; readonly px: number };

/** A list that has just come is drawn from its head, and what is below follows when that is painted: nothing moves. */
const firstItems = 4;

/** So many items or fewer are all drawn once those on the screen are painted. */
const fewItems = 60;

/** So far beyond the screen rows are drawn as soon as those on it are painted. */
const marginPx = 250;

/** The span grows and shrinks by so much at a time. */
const stepPx = 220;

const unmeasured: Heights = { likelyPx: 44, byKey: new Map() };
const everything: Span = { fromPx: 0, toPx: Number.POSITIVE_INFINITY };
const scrolls = { passive: true, capture: true };

/**
 * The parts of the list to draw: what is on the screen and near it, and wherever it is the row that is edited, has the
 * focus or is to get it. A printed page has all. `data-row` and `data-heading` mark the elements that are measured.
 */
export function useDrawnParts(
  rootRef: RefObject<HTMLElement | null>,
  allItems: readonly Item[],
  editing: string | null,
): readonly Part[] {
  const { focused } = useTools();
  const isPrinting = usePrinting();
  // The height of the window would make the browser lay out a page that is about to change.
  const [span, setSpan] = useState<Span>(() => ({ fromPx: 0, toPx: screen.height }));
  const [heights, setHeights] = useState(unmeasured);
  const [, redraw] = useState({});
  const isHead = !usePainted() && !isPrinting;
  const items = useMemo(() => (isHead ? allItems.slice(0, firstItems) : allItems), [isHead, allItems]);
  const tops = useMemo(() => topsOf(items, heights), [items, heights]);
  const isWhole = isPrinting || (items.length <= fewItems && heights !== unmeasured);

  useLayoutEffect(() => {
    if (isHead) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The events come while a frame is made: what is done in the next task is done after its paint.
    const lookAfterPaint = () => (timer ??= setTimeout(look));
    function look(): void {
      timer = undefined;
      if (rootRef.current === null) return;
      setHeights(measured(rootRef.current, heights));
      const headPx = rootRef.current.getBoundingClientRect().top;
      const seen = { fromPx: Math.max(0, -headPx), toPx: Math.min(tops.at(-1) ?? 0, innerHeight - headPx) };
      const isPainted = span.fromPx <= seen.fromPx && seen.toPx <= span.toPx;
      const next = inSteps(seen, isPainted ? marginPx : 0);
      if (next.fromPx !== span.fromPx || next.toPx !== span.toPx) setSpan(next);
    }
    // Any scroll: of the page, or of a sheet around the list. What is above the list moves it, too.
    addEventListener('scroll', lookAfterPaint, scrolls);
    addEventListener('resize', lookAfterPaint);
    const sizes = new ResizeObserver(lookAfterPaint);
    sizes.observe(document.body);
    const unfollow = onChange(focused, (rowKey) => {
      if (drawnRow(rowKey) === null) redraw({});
    });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', lookAfterPaint, scrolls);
      removeEventListener('resize', lookAfterPaint);
      sizes.disconnect();
      unfollow();
    };
  }, [rootRef, isHead, tops, heights, span, focused]);

  return partsOf(items, tops, isWhole ? everything : span, new Set([editing, focused.peek()]));
}

/** Where each item begins, in CSS pixels from the head of the list, and last where the list ends. */
export function topsOf(items: readonly Item[], { likelyPx, byKey }: Heights): Float64Array {
  const tops = new Float64Array(items.length + 1);
  let px = 0;
  items.forEach(({ key }, at) => {
    px += byKey.get(key) ?? likelyPx;
    tops[at + 1] = px;
  });
  return tops;
}

/** The rows that touch the span, those that are kept wherever they are, all headings, and blanks between them. */
export function partsOf(
  items: readonly Item[],
  tops: Float64Array,
  { fromPx, toPx }: Span,
  kept: ReadonlySet<string | null>,
): readonly Part[] {
  const parts: Part[] = [];
  let blankFrom = -1;
  const endBlank = (at: number) => {
    if (blankFrom < 0) return;
    const px = topAt(tops, at) - topAt(tops, blankFrom);
    parts.push({ kind: 'blank', key: `blank ${blankFrom}`, px });
    blankFrom = -1;
  };
  items.forEach((item, at) => {
    const isInSpan = topAt(tops, at + 1) > fromPx && topAt(tops, at) < toPx;
    if (isInSpan || item.kind === 'heading' || kept.has(item.key)) {
      endBlank(at);
      parts.push(item);
    } else if (blankFrom < 0) blankFrom = at;
  });
  endBlank(items.length);
  return parts;
}

const topAt = (tops: Float64Array, at: number): number => tops[at] ?? 0;

const inSteps = ({ fromPx, toPx }: Span, margin: number): Span => ({
  fromPx: Math.floor((fromPx - margin) / stepPx) * stepPx,
  toPx: Math.ceil((toPx + margin) / stepPx) * stepPx,
});

/** With the heights of what is drawn; the first rows to be drawn tell what others are likely to have. */
function measured(root: HTMLElement, known: Heights): Heights {
  const elements = [...root.querySelectorAll<HTMLElement>('[data-row], [data-heading]')];
  const drawn = elements.map((element) => {
    const { row, heading } = element.dataset;
    return {
      key: row ?? heading ?? '',
      isRow: row !== undefined,
      px: element.getBoundingClientRect().height,
    };
  });
  const changed = drawn.filter(({ key, px }) => Math.abs((known.byKey.get(key) ?? 0) - px) >= 1);
  if (changed.length === 0) return known;
  const rows = drawn.filter(({ isRow }) => isRow);
  const isFirst = known.byKey.size === 0 && rows.length > 0;
  return {
    likelyPx: isFirst ? rows.reduce((sum, { px }) => sum + px, 0) / rows.length : known.likelyPx,
    byKey: new Map([...known.byKey, ...changed.map(({ key, px }) => [key, px] as const)]),
  };
}

/** False in what a component draws first, true once that is painted. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted;
}

/** Whether the page is being printed, in time for what is printed to be drawn. */
function usePrinting(): boolean {
  const [isBegun, setBegun] = useState(false);
  useLayoutEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('beforeprint', () => setBegun(true), { signal });
    addEventListener('afterprint', () => setBegun(false), { signal });
    return () => listening.abort();
  }, []);
  return useMedia('print') || isBegun;
}
