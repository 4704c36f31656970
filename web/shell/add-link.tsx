import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TargetedEvent } from 'preact';

import { focusRow } from '../tasks/focus.ts';
import { useTasks, useQuickAdd } from '../tasks/workspace.ts';
import type { AddLink as Link } from '../quick-add/add-link.ts';
import { fieldsOfLink } from '../quick-add/link-fields.ts';
import { faultsOf } from '../sync/fields.ts';
import type { FieldFaults } from '../sync/fields.ts';
import { focusFirst, TaskFields } from '../tasks/form/task-form.tsx';
import { Button } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useWords } from '../ui/page-context.ts';

/**
 * Asks for consent to add the task of a link, in a form that can change the task. The form does not get the focus, so that keys
 * pressed for another page add nothing. A link without text opens the new-task form.
 */
export function AddLink({ link, onClose }: { link: Link; onClose: () => void }) {
  const { add, cancel } = useWords();
  const { actions, viewState, todayIso } = useTasks();
  const options = useQuickAdd();
  const [fields, setFields] = useState(() => fieldsOfLink(link, options));
  const [faults, setFaults] = useState<FieldFaults>({});
  const form = useRef<HTMLFormElement>(null);
  const isBlank = link.text === '';
  useLayoutEffect(() => {
    if (!isBlank) return;
    onClose();
    focusRow(viewState, null);
  }, [isBlank, viewState, onClose]);

  function submit(event: TargetedEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = faultsOf(fields, todayIso);
    setFaults(found);
    if (Object.keys(found).length > 0) focusFirst(form.current, found);
    else if (actions.add(fields)) onClose();
  }

  if (isBlank) return null;
  return (
    <Dialog title={add.link.title} closedby="closerequest" onClose={onClose}>
      <form ref={form} class="task-form" aria-label={add.link.title} noValidate onSubmit={submit}>
        <p>{add.link.text}</p>
        <TaskFields
          fields={fields}
          faults={faults}
          min={todayIso}
          onChange={(changed) => {
            setFaults({});
            setFields({ ...fields, ...changed });
          }}
        />
        <div class="side-by-side">
          <button class="button primary">{add.button}</button>
          <Button onClick={onClose}>{cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
