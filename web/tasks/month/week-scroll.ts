import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { listen } from '../../ui/events.ts';
import { weekAt } from './month-weeks.ts';
import type { SeenWeeks } from './month-weeks.ts';

/**
 * Follows which weeks are visible in the scrolling element. It starts at `thisWeek`, and keeps what is at its upper edge when the
 * size of the page or the height of a week changes; `show` makes a week the first visible one.
 */
export function useWeeks(
  scrollerRef: RefObject<HTMLElement | null>,
  thisWeek: number,
  edges: readonly number[],
) {
  const [onScreen, setOnScreen] = useState<SeenWeeks>({ first: thisWeek, last: thisWeek + 4 });
  const [scroll] = useState(() =>
    createScroll(scrollerRef, thisWeek, edges, (next) =>
      setOnScreen((now) => (now.first === next.first && now.last === next.last ? now : next)),
    ),
  );
  useLayoutEffect(() => scroll.follow(), [scroll]);
  useLayoutEffect(() => scroll.changeEdges(edges), [scroll, edges]);
  useLayoutEffect(() => scroll.beginWeek(thisWeek), [scroll, thisWeek]);
  return { ...onScreen, show: scroll.show };
}

function createScroll(
  scrollerRef: RefObject<HTMLElement | null>,
  thisWeek: number,
  firstEdges: readonly number[],
  onSeen: (weeks: SeenWeeks) => void,
) {
  let edges = firstEdges;
  /** The first visible week, and how much of it is hidden above, in rem. */
  let top = { week: thisWeek, hidden: 0 };
  let knownHeight = 0;
  const edgeOf = (week: number): number => edges[week] ?? 0;

  function look(): void {
    const scroller = scrollerRef.current;
    // On paper a week is as high as its tasks.
    if (scroller === null || matchMedia('print').matches) return;
    // A new size may cause a scroll event before the observer runs: the person has not scrolled.
    if (scroller.scrollHeight !== knownHeight) return restore();
    const px = 1 / remPx();
    const from = scroller.scrollTop * px;
    // A week with less than one visible pixel counts as hidden.
    const first = weekAt(edges, from + px);
    const last = weekAt(edges, from + (scroller.clientHeight - 1) * px);
    top = { week: first, hidden: Math.max(0, from - edgeOf(first)) };
    onSeen({ first, last });
  }

  /** Makes the element as high as the weeks that have room, so that none of them is cut off. */
  function fit(scroller: HTMLElement): void {
    const room = Number.parseFloat(getComputedStyle(scroller).maxBlockSize) / remPx();
    const from = edgeOf(top.week);
    const end = edgeOf(weekAt(edges, from + room));
    if (end > from) scroller.style.setProperty('--weeks', `${end - from}rem`);
  }

  function restore(): void {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    // A browser scrolls by whole pixels.
    if (top.hidden * remPx() < 1) fit(scroller);
    const from = Math.min(edgeOf(top.week) + top.hidden, edgeOf(top.week + 1));
    knownHeight = scroller.scrollHeight;
    scroller.scrollTop = from * remPx();
    look();
  }

  function show(week: number): void {
    top = { week, hidden: 0 };
    restore();
  }

  return {
    show,
    changeEdges(next: readonly number[]): void {
      edges = next;
      restore();
    },
    /** A grid that shows the present week goes on with the next one. */
    beginWeek(week: number): void {
      if (top.week === week - 1) show(week);
    },
    follow(): (() => void) | undefined {
      const scroller = scrollerRef.current;
      if (scroller === null) return undefined;
      const unlisten = [
        listen(scroller, { scroll: look }, { passive: true }),
        // On paper the weeks do not scroll, so that the scroll position is lost.
        listen(window, { afterprint: restore }),
      ];
      const sizes = new ResizeObserver(restore);
      // The height of all weeks together changes with the text size.
      for (const element of [scroller, ...scroller.children]) sizes.observe(element);
      return () => {
        for (const end of unlisten) end();
        sizes.disconnect();
      };
    },
  };
}

const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
