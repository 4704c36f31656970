import { useEffect } from 'preact/hooks';
import type { RefObject } from 'preact';

import { listen } from '../../ui/events.ts';

/**
 * Sets `--keyboard` of an element to the height of the page's foot that the on-screen keyboard covers. Most browsers shrink the
 * page instead (`interactive-widget` in index.html), so that the height is 0; Safari does not. `data-keyboard` is on the page
 * while either is so.
 */
export function useScreenKeyboard(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return;
    const isShrunk = createIsShrunk();
    const follow = () => {
      const covered = coveredPx(viewport);
      ref.current?.style.setProperty('--keyboard', `${covered}px`);
      document.documentElement.toggleAttribute('data-keyboard', covered > 0 || isShrunk(viewport));
    };
    follow();
    return listen(viewport, { resize: follow, scroll: follow });
  }, [ref]);
}

function coveredPx({ scale, height, offsetTop }: VisualViewport): number {
  // A pinch zoom also makes the visual viewport smaller.
  if (scale > 1) return 0;
  return Math.max(0, Math.round(document.documentElement.clientHeight - height - offsetTop));
}

/** No keyboard is lower than this; the address bar of a browser, which also comes and goes, is. */
const leastKeyboardPx = 120;

/** Returns a function that tells whether the page is lower than it has been at this width, by a keyboard or more. */
function createIsShrunk(): (viewport: VisualViewport) => boolean {
  let tallest = { width: 0, height: 0 };
  return ({ scale, width, height }) => {
    if (scale > 1) return false;
    if (width !== tallest.width || height > tallest.height) tallest = { width, height };
    return tallest.height - height >= leastKeyboardPx;
  };
}
