import { listen } from '../ui/events.ts';

/** The pause after which a scroll has ended. */
const pauseMs = 150;

/** How long the page waits for the tasks, from which it has its height. */
const longestMs = 3000;

/**
 * A reload leads back to the same place of a long page: how far it is scrolled is kept with its entry in the browser's history. The
 * browser itself scrolls before the tasks are drawn. Returns a function that ends this.
 */
export function keepPlace(): () => void {
  const place = keptPlace(history.state);
  if (place > 0) scrollOnceDrawn(place);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => history.replaceState({ scrolledPx: Math.round(scrollY) }, '');
  const unlisten = listen(
    window,
    {
      scroll: () => {
        clearTimeout(timer);
        timer = setTimeout(keep, pauseMs);
      },
    },
    { passive: true },
  );
  return () => {
    clearTimeout(timer);
    unlisten();
  };
}

function keptPlace(state: unknown): number {
  if (typeof state !== 'object' || state === null || !('scrolledPx' in state)) return 0;
  return Number(state.scrolledPx) || 0;
}

/** Scrolls once the page is high enough, unless the person does something before. */
function scrollOnceDrawn(place: number): void {
  const startMs = performance.now();
  let isWaiting = true;
  const stop = () => {
    isWaiting = false;
    unlisten();
  };
  const unlisten = listen(window, { pointerdown: stop, wheel: stop, keydown: stop });
  function look(): void {
    if (!isWaiting) return;
    const isHighEnough = document.documentElement.scrollHeight - innerHeight >= place;
    if (isHighEnough) scrollTo(0, place);
    if (isHighEnough || performance.now() - startMs > longestMs) stop();
    else requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}
