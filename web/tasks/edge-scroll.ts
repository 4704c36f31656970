/** A pulled row scrolls the page from this far before its upper or lower edge. */
const edgePx = 96;

/** The scroll of one frame at the edge itself. */
const mostPx = 18;

/** How far a frame scrolls, for a pointer at `y` in the window that was moved by `dy`. Nothing scrolls against that movement. */
export function scrollStep(y: number, dy: number, windowPx: number): number {
  const share = (px: number) => Math.min(1, Math.max(0, px / edgePx));
  if (dy > 0) return Math.round(share(y - (windowPx - edgePx)) * mostPx);
  return 0 - Math.round(share(edgePx - y) * mostPx);
}

/** Scrolls the page while a pulled row is near an edge. `afterScroll` draws the row, which stays at the pointer. */
export function createEdgeScroll() {
  let frame: number | null = null;
  let step = 0;
  /** The end of the page without the pulled row, which would push it down for ever. */
  let endPx: number | null = null;
  let afterScroll: () => void = () => undefined;

  function scroll(): void {
    frame = null;
    if (step === 0) return;
    scrollBy(0, Math.min(step, Math.max(0, (endPx ?? 0) - scrollY)));
    afterScroll();
    frame = requestAnimationFrame(scroll);
  }

  return {
    follow(y: number, dy: number, draw: () => void): void {
      endPx ??= document.documentElement.scrollHeight - innerHeight;
      step = scrollStep(y, dy, innerHeight);
      afterScroll = draw;
      frame ??= requestAnimationFrame(scroll);
    },
    end(): void {
      if (frame !== null) cancelAnimationFrame(frame);
      frame = null;
      endPx = null;
    },
  };
}
