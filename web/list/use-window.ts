import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

import { createStore } from '../state/store.ts';
import { leaping, wantedRow } from './focus.ts';
import type { Row } from '../model/rows.ts';
import { usePrinting } from './use-printing.ts';
import { chunkOf, chunkRows, chunksBetween, marginPx, placeIn, stretchesOf, withNewEnd } from './window.ts';
import type { Heights, Stretch } from './window.ts';

/** Which chunks are drawn, and how high those are that have been drawn so far; while the rows are few, all of these. */
type Plan = {
  readonly count: number;
  readonly few: readonly Row[];
  readonly drawn: ReadonlySet<number>;
  readonly heights: Heights;
};

const scrolls = { passive: true, capture: true };

/** How high the page is, in CSS pixels, when it has been laid out. */
const pageHeight = createStore<number, number>((_, px) => px, 0);
if (globalThis.ResizeObserver) {
  const sizes = new ResizeObserver(([page]) => pageHeight.dispatch(page?.contentRect.height ?? 0));
  sizes.observe(document.body);
}

const unmeasured: Heights = { rowPx: 44, chunkPx: new Map() };

/**
 * Which rows of a long list to draw: those about the screen, and wherever they are the one that has the focus, is edited
 * or is to get the focus. A printed page has all. The list's children are its rows and one element for each blank stretch.
 */
export function useWindow(
  listRef: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  editing: string | null,
  isFew: boolean,
): readonly Stretch[] {
  const count = rows.length;
  const isWhole = usePrinting() || isFew;
  const [plan, setPlan] = useState<Plan>({ count, few: [], drawn: new Set(), heights: unmeasured });
  if (isFew && plan.few !== rows) setPlan({ count, few: rows, drawn: new Set(), heights: plan.heights });
  // When more come, those stay that were there while they were few.
  const wereFew = plan.few.length > 0;
  // At once where they stand now, so that one that has moved out of sight need not be looked for.
  const wanted = useMemo(() => chunksOfWanted(rows, editing), [rows, editing]);
  const drawnBefore = wereFew ? chunksOfSame(plan.few, rows) : withNewEnd(plan.drawn, plan.count, count);
  const drawnNow = new Set([...drawnBefore, ...wanted]);
  const seenRef = useRef<readonly Row[]>(null);
  const whole: readonly Stretch[] = [{ kind: 'rows', from: 0, to: count, px: 0 }];
  const stretches = isWhole ? whole : stretchesOf(count, plan.heights, drawnNow);

  useLayoutEffect(() => {
    const list = listRef.current;
    const isSeen = seenRef.current === rows;
    seenRef.current = isWhole ? null : rows;
    if (list === null || isWhole) return;
    // As many rows as before are most often the same rows, changed in part.
    const known = plan.count === count ? plan.heights : { ...plan.heights, chunkPx: new Map() };
    let measuredOnce: Heights | undefined;
    let frame = 0;
    const look = () => {
      const heights = (measuredOnce ??= measured(list, stretches, known));
      const inSight = chunksToDraw(list, rows, editing, { heights, marginPx: 0 });
      const isPainted = !wereFew && inSight.every((chunk) => drawnNow.has(chunk));
      const drawn = new Set(isPainted ? chunksToDraw(list, rows, editing, { heights, marginPx }) : inSight);
      setPlan((now) =>
        now.heights === heights && now.count === count && now.few.length === 0 && sameChunks(now.drawn, drawn)
          ? now
          : { count, few: [], drawn, heights },
      );
    };
    let task: ReturnType<typeof setTimeout> | undefined;
    const lookAfterPaint = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => (task = setTimeout(look)));
    };
    const lookSoon = () => {
      if (leaping.get()) return lookAfterPaint();
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    // What was just drawn for these very rows can be measured when it has been painted; several lists would make each
    // other's measures void. A row more or less moves the others by less than what is drawn beyond the screen. While they
    // were few all were drawn, and stay.
    const isNear = plan.drawn.size > 0 && Math.abs(count - plan.count) <= 1;
    if (isSeen || isNear || wereFew) lookAfterPaint();
    else look();
    // Whatever scrolls: the page, or a sheet around the list.
    addEventListener('scroll', lookSoon, scrolls);
    addEventListener('resize', lookSoon);
    const unfollow = wantedRow.subscribe(look);
    // What another list does may move this one.
    const unfollowHeight = pageHeight.subscribe(lookAfterPaint);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
      removeEventListener('scroll', lookSoon, scrolls);
      removeEventListener('resize', lookSoon);
      unfollow();
      unfollowHeight();
    };
  });
  return stretches;
}

const chunksOfSame = (before: readonly Row[], after: readonly Row[]) =>
  new Set(before.flatMap(({ key }, at) => (key === after[at]?.key ? [chunkOf(at)] : [])));

function chunksToDraw(
  list: HTMLElement,
  rows: readonly Row[],
  editing: string | null,
  { heights, marginPx: margin }: { heights: Heights; marginPx: number },
): readonly number[] {
  const headPx = list.getBoundingClientRect().top;
  const about = chunksBetween(rows.length, heights, -headPx - margin, innerHeight - headPx + margin);
  return [...about, ...chunksOfWanted(rows, editing)];
}

/** Where the row is that is edited, has the focus or is to get it. */
function chunksOfWanted(rows: readonly Row[], editing: string | null): readonly number[] {
  const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return [editing, focused, wantedRow.get()].flatMap((key) => {
    const at = placeIn(rows, key ?? null);
    return at === null ? [] : [chunkOf(at)];
  });
}

/** How high the chunks are that are drawn; the first of them tells what a row is likely to have. */
function measured(list: HTMLElement, stretches: readonly Stretch[], known: Heights): Heights {
  const tops = [...list.children].map((child) => child.getBoundingClientRect().top);
  tops.push(list.getBoundingClientRect().bottom);
  const chunkPx = new Map(known.chunkPx);
  let { rowPx } = known;
  let child = 0;
  for (const { kind, from, to } of stretches) {
    if (kind === 'rows') {
      for (let row = from; row < to; row += chunkRows) {
        const last = Math.min(row + chunkRows, to);
        const px = (tops[child + last - from] ?? 0) - (tops[child + row - from] ?? 0);
        if (chunkPx.size === 0) rowPx = px / (last - row);
        if (Math.abs((chunkPx.get(chunkOf(row)) ?? 0) - px) >= 1) chunkPx.set(chunkOf(row), px);
      }
    }
    child += kind === 'rows' ? to - from : 1;
  }
  return sameHeights(chunkPx, known.chunkPx) ? known : { rowPx, chunkPx };
}

const sameHeights = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>) =>
  a.size === b.size && [...a].every(([chunk, px]) => b.get(chunk) === px);

const sameChunks = (a: ReadonlySet<number>, b: ReadonlySet<number>) =>
  a.size === b.size && [...b].every((chunk) => a.has(chunk));
