import { useLayoutEffect, useState } from 'preact/hooks';

import { useMedia } from '../ui/use-media.ts';

/** Whether the page is being printed, in time for what is printed to be drawn. */
export function usePrinting(): boolean {
  const [isBegun, setBegun] = useState(false);
  useLayoutEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('beforeprint', () => setBegun(true), { signal });
    addEventListener('afterprint', () => setBegun(false), { signal });
    return () => listening.abort();
  }, []);
  return useMedia('print') || isBegun;
}
