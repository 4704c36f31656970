import { useStore } from '../ui/use-store.ts';
import { focusRow } from '../list/focus.ts';
import type { Row } from '../model/rows.ts';
import { Dialog } from '../ui/dialog.tsx';
import { lazy } from '../ui/lazy.tsx';
import { useOpened, useTasks, useTools, useWords } from '../ui/page-context.ts';
import { keyBeside } from '../model/order.ts';
import { selectedRows } from '../model/selection.ts';
import { useRun } from '../commands/run.ts';
import { useKeys } from '../commands/use-keys.ts';

const Palette = lazy(async () => (await import('../commands/palette.tsx')).Palette);
const Keys = lazy(async () => (await import('../commands/keys-help.tsx')).KeysHelp);
const SelectionBar = lazy(async () => (await import('../selection/selection-bar.tsx')).SelectionBar);
const DateChoice = lazy(async () => (await import('../selection/date-choice.tsx')).DateChoice);

/** Keys and selection over the rows that were found, and the palette over all there are. */
export function Commands({ rows, found }: { rows: readonly Row[]; found: readonly Row[] }) {
  const { commands } = useWords();
  const { selection } = useTools();
  const opened = useOpened();
  const name = useStore(opened);
  const now = useStore(selection);
  const run = useRun(found);
  useKeys(run);
  const close = () => opened.dispatch(null);
  return (
    <>
      {now && <SelectionBar rows={selectedRows(found, now)} />}
      <DateDialog rows={found} />
      {name === 'palette' && (
        <Dialog title={commands.palette} onClose={close}>
          <Palette rows={rows} run={run} onClose={close} />
        </Dialog>
      )}
      {name === 'keys' && (
        <Dialog title={commands.keys} onClose={close}>
          <Keys />
        </Dialog>
      )}
    </>
  );
}

/** Asks for the day to which rows are to move. */
function DateDialog({ rows }: { rows: readonly Row[] }) {
  const { date } = useWords();
  const { actions, tools } = useTasks();
  const { dating, selection } = tools;
  const keys = useStore(dating);
  if (keys === null) return null;
  const targets = rows.filter(({ key }) => keys.includes(key));
  return (
    <Dialog title={date.title(targets.length)} onClose={() => dating.dispatch(null)}>
      <DateChoice
        onChoose={(iso) => {
          // One row is followed to its new place; behind several one goes on where they were.
          const beside = keyBeside(tools.order.get(), (key) => keys.includes(key));
          const focusKey = (keys.length > 1 ? beside : null) ?? keys[0] ?? null;
          dating.dispatch(null);
          selection.dispatch({ kind: 'end' });
          actions.move(targets, iso);
          focusRow(tools, focusKey);
        }}
      />
    </Dialog>
  );
}
