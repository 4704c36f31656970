import { usePart, useStore } from '../ui/use-store.ts';
import { focusRow, keyBeside } from '../list/focus.ts';
import { Dialog } from '../ui/dialog.tsx';
import { lazy } from '../ui/lazy.tsx';
import { useOpened, useTasks, useTools, useWords } from '../ui/page-context.ts';
import { useRun } from '../commands/run.ts';
import { useKeys } from '../commands/use-keys.ts';

const Palette = lazy(async () => (await import('../commands/palette.tsx')).Palette);
const Keys = lazy(async () => (await import('../commands/keys-help.tsx')).KeysHelp);
const SelectionBar = lazy(async () => (await import('../selection/selection-bar.tsx')).SelectionBar);
const DateChoice = lazy(async () => (await import('../selection/date-choice.tsx')).DateChoice);

/** The keys of the page, and what they open: the palette, the help, the date of rows, the bar of a selection. */
export function Commands() {
  const { commands } = useWords();
  const { selection, dating } = useTools();
  const opened = useOpened();
  const name = useStore(opened);
  const isSelecting = usePart(selection, (now) => now !== null);
  const datedKeys = useStore(dating);
  const run = useRun();
  useKeys(run);
  const close = () => opened.dispatch(null);
  return (
    <>
      {isSelecting && <SelectionBar />}
      {datedKeys && <DateDialog keys={datedKeys} />}
      {name === 'palette' && (
        <Dialog title={commands.palette} onClose={close}>
          <Palette run={run} onClose={close} />
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
function DateDialog({ keys }: { keys: readonly string[] }) {
  const { date } = useWords();
  const { actions, tools, found } = useTasks();
  const { dating, selection } = tools;
  const targets = useStore(found).filter(({ key }) => keys.includes(key));
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
