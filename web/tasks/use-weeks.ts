import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

import { thisWeek, weekCount } from './month-cells.ts';
import type { SeenWeeks } from './month-cells.ts';

/** In rem, as month.css has them: a day without tasks, and each task. */
const dayRem = 1.75;
const taskRem = 1.5;

export type OnScreen = SeenWeeks & {
  /** So many tasks have room in a day. */
  readonly room: number;
};

export type Weeks = OnScreen & {
  /** Scrolls so that this week is the first that is seen. */
  readonly show: (week: number) => void;
};

/** Follows which weeks are seen in the element that scrolls them. It begins at this week, and keeps its place in any size. */
export function useWeeks(scrollerRef: RefObject<HTMLElement | null>): Weeks {
  const [onScreen, setOnScreen] = useState<OnScreen>({ first: thisWeek, last: thisWeek + 4, room: 3 });
  const firstRef = useRef(thisWeek);
  const weekPxRef = useRef(0);

  function look(): void {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    // A scroll event may tell of another size before the observer does: then nobody has scrolled.
    if (weekPx(scroller) !== weekPxRef.current) return show(firstRef.current);
    const next = seenIn(scroller);
    firstRef.current = next.first;
    setOnScreen((now) =>
      now.first === next.first && now.last === next.last && now.room === next.room ? now : next,
    );
  }

  function show(week: number): void {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    weekPxRef.current = weekPx(scroller);
    scroller.scrollTop = week * weekPxRef.current;
    look();
  }

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    show(firstRef.current);
    scroller.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(() => show(firstRef.current));
    // All weeks together change their size with that of the text.
    for (const element of [scroller, ...scroller.children]) sizes.observe(element);
    return () => {
      scroller.removeEventListener('scroll', look);
      sizes.disconnect();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- both functions read refs alone
  }, [scrollerRef]);

  return { ...onScreen, show };
}

const weekPx = ({ scrollHeight }: HTMLElement): number => scrollHeight / weekCount;

function seenIn(scroller: HTMLElement): OnScreen {
  const px = weekPx(scroller);
  const { scrollTop, clientHeight } = scroller;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    // What is seen of a week by less than a pixel is not seen.
    first: Math.floor((scrollTop + 1) / px),
    last: Math.ceil((scrollTop + clientHeight - 1) / px) - 1,
    room: Math.max(1, Math.floor((px / rem - dayRem) / taskRem)),
  };
}
