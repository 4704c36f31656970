import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TargetedEvent, TargetedKeyboardEvent } from 'preact';

import { longestDescription } from '../../contract/fields.ts';
import { useStore } from '../ui/use-store.ts';
import { Choice } from '../ui/choice.tsx';
import { useTasks, useWords } from '../ui/page-context.ts';
import { DueDateField, Field } from './field.tsx';
import { faultsOf, lengthOf, sameFields } from '../model/fields.ts';
import type { FieldFaults, Fields } from '../model/fields.ts';
import { useFieldOptions } from './marks.tsx';
import { fieldFaultsOf } from '../model/refusal.ts';
import type { Row } from '../model/rows.ts';
import './task-form.css';

type Props = { row: Row; onSave: (fields: Fields) => void; onClose: () => void; onRemove: () => void };

/** All four fields of one task. What is typed is a draft at once; Esc leaves it lying there, Cancel drops it. */
export function TaskForm({ row, onSave, onClose, onRemove }: Props) {
  const { fields: names, editor, cancel } = useWords();
  const { tasks, todayIso } = useTasks();
  const options = useFieldOptions();
  const draft = useStore(tasks.drafts).edits[row.key];
  const [faults, setFaults] = useState<FieldFaults>(() => fieldFaultsOf(row.write?.fault ?? null));
  const form = useRef<HTMLFormElement>(null);
  const fields = draft ?? row.fields;

  // At once: the next key is meant for it.
  useLayoutEffect(() => focusFirst(form.current, faults), [faults]);

  function change(parts: Partial<Fields>): void {
    const next = { ...fields, ...parts };
    tasks.drafts.dispatch({
      kind: 'edit',
      rowKey: row.key,
      fields: sameFields(next, row.fields) ? null : next,
    });
  }

  function submit(event: TargetedEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = faultsOf(fields, row.saved === null ? todayIso : null);
    if (Object.keys(found).length > 0) setFaults(found);
    else onSave(fields);
  }

  function drop(): void {
    tasks.drafts.dispatch({ kind: 'edit', rowKey: row.key, fields: null });
    onClose();
  }

  function press(event: TargetedKeyboardEvent<HTMLFormElement>): void {
    const inText = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Enter' && inText && !event.isComposing) {
      event.preventDefault();
      form.current?.requestSubmit();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  }

  const left = longestDescription - lengthOf(fields.description);
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
      <Field label={names.description} fault={faults.description} hint={left < 30 ? names.left(left) : null}>
        {(described) => (
          <textarea
            {...described}
            name="description"
            rows={1}
            value={fields.description}
            onInput={(event) => change({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <DueDateField
        value={fields.dueDate}
        fault={faults.dueDate}
        onInput={(dueDate) => change({ dueDate })}
      />
      <div class="choices">
        <Choice
          legend={names.state}
          options={options.states}
          value={fields.state}
          onChoose={(state) => change({ state })}
        />
        <Choice
          legend={names.importance}
          options={options.importances}
          value={fields.importance}
          onChoose={(importance) => change({ importance })}
        />
      </div>
      <div class="form-actions">
        <button class="button primary">{editor.save}</button>
        <button type="button" class="button" onClick={drop}>
          {draft ? editor.discardDraft : cancel}
        </button>
        <button type="button" class="button remove" onClick={onRemove}>
          {editor.remove}
        </button>
      </div>
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null, faults: FieldFaults): void {
  const name = faults.description ? 'description' : faults.dueDate ? 'dueDate' : 'description';
  const control = form?.elements.namedItem(name);
  if (!(control instanceof HTMLElement)) return;
  control.focus({ preventScroll: true });
  if (control instanceof HTMLTextAreaElement)
    control.setSelectionRange(control.value.length, control.value.length);
  form?.scrollIntoView({ block: 'nearest' });
}
