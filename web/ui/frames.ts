import { setTimer } from '../state/timer.ts';

/** Runs when so many frames have been painted; never while the page is hidden. */
export function afterFrames(count: number, run: () => void): void {
  requestAnimationFrame(() => {
    if (count > 1) afterFrames(count - 1, run);
    else setTimer(run, 0);
  });
}
