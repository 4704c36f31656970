import { useEffect } from 'preact/hooks';
import type { RefObject } from 'preact';

/**
 * Tells an element in `--keyboard` how much of the page's foot the keyboard on the screen covers. Most browsers make the
 * page lower instead, as index.html asks for, and then it covers nothing; Safari does not.
 */
export function useKeyboard(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (seen === null) return;
    const follow = () => {
      // What is zoomed in by two fingers is no keyboard.
      const covered =
        seen.scale > 1 ? 0 : document.documentElement.clientHeight - seen.height - seen.offsetTop;
      ref.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    const listening = new AbortController();
    for (const change of ['resize', 'scroll'])
      seen.addEventListener(change, follow, { signal: listening.signal });
    return () => listening.abort();
  }, [ref]);
}
