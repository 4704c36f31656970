import { useLayoutEffect, useState } from 'preact/hooks';

/** True if there is room for one column only, as on a phone; the style sheets have the same query. */
export const useNarrow = (): boolean => useMedia('(max-width: 40rem)');

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const list = matchMedia(query);
    const follow = () => setMatches(list.matches);
    follow();
    return listen(list, { change: follow });
  }, [query]);
  return matches;
}

/**
 * True for a key that an input method uses, such as the Enter that confirms a Japanese word. Safari sends that key after the end of
 * the composition, with the code 229 (UI Events, 7.3.1).
 */
export const isOfInputMethod = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells this key in Safari
  event.isComposing || event.keyCode === 229;

/** Keeps a form from being submitted by the Enter that confirms a word of an input method. */
export function keepOpenForWord(event: KeyboardEvent): void {
  if (event.key === 'Enter' && isOfInputMethod(event)) event.preventDefault();
}

type Events = WindowEventMap & DocumentEventMap;
type Handlers = { readonly [Name in keyof Events]?: (event: Events[Name]) => void };

/** Listens to events of a target. Returns a function that stops this. */
export function listen(
  target: EventTarget,
  on: Handlers,
  options?: AddEventListenerOptions,
): () => void {
  const listening = new AbortController();
  for (const [name, handleEvent] of Object.entries(on))
    target.addEventListener(name, { handleEvent }, { ...options, signal: listening.signal });
  return () => listening.abort();
}

/**
 * Runs a function now, or while something is pressed, after the click of that press: an element that moves between press and
 * release gets no click.
 */
export function whenReleased(run: () => void): void {
  if (document.querySelector(':active') === null) return run();
  const release = () => {
    unlisten();
    setTimeout(run);
  };
  const unlisten = listen(document, {
    pointerup: release,
    pointercancel: release,
    keyup: release,
  });
}

/** Runs a function while the page is idle; Safari cannot tell, and waits a moment. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 100);
}
