import { useLayoutEffect, useState } from 'preact/hooks';

/** Whether there is room for one column only, as on a phone; the same query is in the style. */
export const useNarrow = (): boolean => useMedia('(max-width: 40rem)');

/** Whether a media query holds, as it changes. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const list = matchMedia(query);
    const follow = () => setMatches(list.matches);
    follow();
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return matches;
}
