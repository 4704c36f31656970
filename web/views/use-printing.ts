import { useEffect, useState } from 'preact/hooks';

import { useMedia } from '../ui/use-media.ts';

/** Whether the page is on its way to paper, in time for what is printed to be drawn. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  const onPaper = useMedia('print');
  useEffect(() => {
    const begin = () => setPrinting(true);
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing || onPaper;
}
