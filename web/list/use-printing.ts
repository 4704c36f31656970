import { createStore } from '../state/store.ts';
import { useStore } from '../ui/use-store.ts';
import { useMedia } from '../ui/use-media.ts';

/** Known to whatever is drawn meanwhile, too. */
const printing = createStore<boolean, boolean>((_, next) => next, false);
globalThis.addEventListener?.('beforeprint', () => printing.dispatch(true));
globalThis.addEventListener?.('afterprint', () => printing.dispatch(false));

/** Whether the page is on its way to paper, in time for what is printed to be drawn. */
export function usePrinting(): boolean {
  const isBegun = useStore(printing);
  return useMedia('print') || isBegun;
}
