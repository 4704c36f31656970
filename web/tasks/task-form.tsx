import type { TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { faultsOf, sameFields } from '../sync/fields.ts';
import type { FieldFaults, Fields } from '../sync/fields.ts';
import { fieldFaultsOf } from '../sync/refusal.ts';
import type { Row } from '../sync/rows.ts';
import { Button } from '../ui/button.tsx';
import { useWords } from '../ui/page-context.ts';
import { useNarrow } from '../ui/use-media.ts';
import { focusRow } from './focus.ts';
import { focusFirst, TaskFields } from './task-fields.tsx';
import { useTasks } from './workspace.ts';

/** A row being edited: in its place where there is room, as a sheet from the foot of a phone. */
export function Editor({ row }: { row: Row }) {
  const { tasks, tools } = useTasks();
  const { editor } = useWords();
  const narrow = useNarrow();
  // Before the form's own effect, so that the form has the last word on the focus.
  const [show] = useState(() => (dialog: HTMLDialogElement | null) => {
    dialog?.showModal();
    return () => dialog?.close();
  });

  function close(): void {
    tasks.edit(null);
    focusRow(tools, row.key);
  }

  const form = <TaskForm row={row} onClose={close} />;
  if (!narrow) return form;
  return (
    <dialog ref={show} class="dialog bottom-sheet" aria-label={editor.title} closedby="any" onCancel={close}>
      {form}
    </dialog>
  );
}

/** All four fields of one task. What is typed is a draft at once; Esc leaves it lying there, Cancel drops it. */
function TaskForm({ row, onClose }: { row: Row; onClose: () => void }) {
  const { editor, cancel } = useWords();
  const { tasks, actions, todayIso } = useTasks();
  const draft = tasks.drafts.current.value.edits[row.key];
  const [faults, setFaults] = useState<FieldFaults>(() => fieldFaultsOf(row.write?.fault ?? null));
  const form = useRef<HTMLFormElement>(null);
  const fields = draft ?? row.fields;

  // At once: the next key is meant for it.
  useLayoutEffect(() => focusFirst(form.current, faults), [faults]);

  function change(parts: Partial<Fields>): void {
    const next = { ...fields, ...parts };
    tasks.drafts.setEdit(row.key, sameFields(next, row.fields) ? null : next);
  }

  function submit(event: TargetedEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = faultsOf(fields, row.saved === null ? todayIso : null);
    if (Object.keys(found).length > 0) return setFaults(found);
    actions.save(row, fields);
    onClose();
  }

  function drop(): void {
    tasks.drafts.setEdit(row.key, null);
    onClose();
  }

  function remove(): void {
    tasks.edit(null);
    actions.remove([row]);
  }

  function press(event: TargetedKeyboardEvent<HTMLFormElement>): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  return (
    // The keys bubble up from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      class="task-form"
      aria-label={editor.title}
      noValidate
      onSubmit={submit}
      onKeyDown={press}
    >
      <TaskFields fields={fields} faults={faults} onChange={change} />
      <div class="side-by-side">
        <button class="button primary">{editor.save}</button>
        <Button onClick={drop}>{draft ? editor.discardDraft : cancel}</Button>
        <Button class="button remove" onClick={remove}>
          {editor.remove}
        </Button>
      </div>
    </form>
  );
}
