import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { faultsOf } from '../../sync/fields.ts';
import { sayFirstFault } from '../../sync/refusals.ts';
import { readCheckList } from '../../quick-add/check-list.ts';
import { Button, PrimaryButton } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../ui/page-context.ts';
import { useTasks, useQuickAdd, useSayRead } from '../workspace.ts';

/** More lines than this are for the import of a file. */
const mostLines = 50;

/** Pasted lines, each as the task that it becomes. One undo removes all of them. */
export function Pasted({ text, onClose }: { text: string; onClose: () => void }) {
  const { add, fields: names, cancel } = useWords();
  const { actions, todayIso } = useTasks();
  const options = useQuickAdd();
  const sayRead = useSayRead();
  const lines = useMemo(
    () =>
      [...readCheckList(text, options)].map(({ chips, repeat, unclear, isExact, ...fields }) => {
        // A copied task may be overdue; in other text a past date may be a mistake.
        const fault = sayFirstFault(names, faultsOf(fields, isExact ? null : todayIso));
        return { chips, repeat, unclear, fields, fault };
      }),
    [text, names, options, todayIso],
  );
  const read = lines.slice(0, mostLines);
  const addRef = useRef<HTMLDivElement>(null);
  // The button has the focus, so that Enter adds the tasks.
  useLayoutEffect(() => addRef.current?.querySelector('button')?.focus(), []);
  const good = read.flatMap(({ fields, fault }) => (fault === undefined ? [fields] : []));
  const faulty = read.length - good.length;
  const more = lines.length - read.length;

  return (
    <Dialog title={add.pasted.title} onClose={onClose}>
      <ul class="pasted ruled-list">
        {read.map(({ fields, chips, repeat, unclear, fault }, at) => (
          <li key={at}>
            {fields.description}
            <span class="note">
              {sayRead({ chips, repeat, unclear })
                .map(({ meaning }) => meaning)
                .join(', ')}
            </span>
            {fault && <span class="fault">{fault}</span>}
          </li>
        ))}
      </ul>
      {faulty > 0 && <p>{add.pasted.faulty(faulty)}</p>}
      {more > 0 && <p>{add.pasted.more(more)}</p>}
      <div ref={addRef} class="panel-actions side-by-side">
        <PrimaryButton
          disabled={good.length === 0}
          onClick={() => {
            if (actions.addAll(good)) onClose();
          }}
        >
          {add.pasted.add(good.length)}
        </PrimaryButton>
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </Dialog>
  );
}
