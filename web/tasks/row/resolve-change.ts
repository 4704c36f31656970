import type { Row } from '../../sync/rows.ts';
import { focusRow } from '../focus.ts';
import { useTasks } from '../workspace.ts';

/** Resolves the change of a row as its person has chosen; `check` in sync/queue.ts finds the conflicts. The pressed button is then removed, so that the row gets the focus. */
export function useResolve({ key, write }: Row) {
  const { viewState } = useTasks();
  return (resolve: (writeKey: string) => void) => () => {
    if (write !== null) resolve(write.key);
    focusRow(viewState, key);
  };
}
