import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import type { SetTimer } from '../state/timer.ts';
import type { QueryStore } from './query.ts';

/** Long lists take longer to draw than a letter: they follow when nobody has typed for so long. */
const restMs = 80;

/** The text of the search field, which the query has soon after. */
export type Typed = {
  readonly text: Store<string, string>;
  readonly type: (text: string) => void;
  /** The query has them from now on. */
  readonly settle: () => void;
};

/** What is typed reaches the query when nobody has typed for a moment; text that the query gets in another way is in the field at once. */
export function createTyped(query: QueryStore, setTimer: SetTimer): Typed {
  const text = createStore((_: string, next: string) => next, query.get().text);
  let rest: (() => void) | null = null;

  function settle(): void {
    rest?.();
    rest = null;
    if (text.get() !== query.get().text) query.dispatch({ text: text.get() });
  }

  query.subscribe(() => {
    if (rest === null) text.dispatch(query.get().text);
  });
  return {
    text,
    settle,
    type(next) {
      text.dispatch(next);
      rest?.();
      rest = setTimer(settle, restMs);
    },
  };
}
