import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { useNarrow } from '../ui/use-media.ts';
import { useTasks, useWords } from '../ui/page-context.ts';
import { focusRow } from './focus.ts';
import type { Row } from '../sync/rows.ts';
import { TaskForm } from './task-form.tsx';

/** A row being edited: in its place where there is room, as a sheet from the foot of a phone. */
export function Editor({ row }: { row: Row }) {
  const { tasks, actions, tools } = useTasks();
  const { editor } = useWords();
  const narrow = useNarrow();

  function close(): void {
    tasks.edit(null);
    focusRow(tools, row.key);
  }

  const form = (
    <TaskForm
      row={row}
      onClose={close}
      onSave={(fields) => {
        actions.save(row, fields);
        close();
      }}
      onRemove={() => {
        tasks.edit(null);
        actions.remove([row]);
      }}
    />
  );
  if (!narrow) return form;
  return (
    <Sheet label={editor.title} onClose={close}>
      {form}
    </Sheet>
  );
}

type SheetProps = { label: string; onClose: () => void; children: ComponentChildren };

function Sheet({ label, onClose, children }: SheetProps) {
  // Before the form's own effect, so that the form has the last word on the focus.
  const [show] = useState(() => (dialog: HTMLDialogElement | null) => {
    dialog?.showModal();
    return () => dialog?.close();
  });
  return (
    <dialog ref={show} class="dialog bottom-sheet" aria-label={label} closedby="any" onCancel={onClose}>
      {children}
    </dialog>
  );
}
