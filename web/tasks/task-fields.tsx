import type { ComponentChild, TargetedKeyboardEvent } from 'preact';
import { useId } from 'preact/hooks';

import { longestDescription } from '../../contract/fields.ts';
import type { FieldFaultCode } from '../../contract/problem.ts';
import { lengthOf } from '../sync/fields.ts';
import type { FieldFaults, Fields } from '../sync/fields.ts';
import { Choice } from '../ui/choice.tsx';
import { DateControl } from './date-control.tsx';
import { useWords } from '../ui/page-context.ts';
import { useFieldOptions } from './marks.tsx';
import './task-form.css';

type Props = {
  fields: Fields;
  faults: FieldFaults;
  /** The first day that may be chosen; any day unless given. */
  min?: string;
  onChange: (parts: Partial<Fields>) => void;
};

/** The controls of all four fields of a task, inside a form. Enter in the text sends the form. */
export function TaskFields(props: Props) {
  const { fields, faults, onChange } = props;
  const { fields: names } = useWords();
  const options = useFieldOptions();
  const left = longestDescription - lengthOf(fields.description);

  function press(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <>
      <Field label={names.description} fault={faults.description} hint={left < 30 ? names.left(left) : null}>
        {(described) => (
          <textarea
            {...described}
            name="description"
            rows={1}
            value={fields.description}
            onInput={(event) => onChange({ description: event.currentTarget.value })}
            onKeyDown={press}
          />
        )}
      </Field>
      <DueDateField {...props} />
      <div class="choices side-by-side">
        <Choice
          legend={names.state}
          options={options.states}
          value={fields.state}
          onChoose={(state) => onChange({ state })}
        />
        <Choice
          legend={names.importance}
          options={options.importances}
          value={fields.importance}
          onChoose={(importance) => onChange({ importance })}
        />
      </div>
    </>
  );
}

/** Puts the focus on the first control with a fault, or on the text, behind its last character. */
export function focusFirst(form: HTMLFormElement | null, faults: FieldFaults): void {
  const name = faults.description ? 'description' : faults.dueDate ? 'dueDate' : 'description';
  const control = form?.elements.namedItem(name);
  if (!(control instanceof HTMLElement)) return;
  control.focus({ preventScroll: true });
  if (control instanceof HTMLTextAreaElement)
    control.setSelectionRange(control.value.length, control.value.length);
  form?.scrollIntoView({ block: 'nearest' });
}

type FieldProps = {
  label: string;
  fault: FieldFaultCode | undefined;
  hint?: string | null;
  id?: string;
  class?: string;
  /** The control, with what names and describes it. */
  children: (described: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }) => ComponentChild;
};

/** A control with its label, and below it the fault of its value, or a hint. */
export function Field({ label, fault, hint, id, class: name = '', children }: FieldProps) {
  const { fields } = useWords();
  const own = useId();
  const controlId = id ?? own;
  const noteId = `${own}-note`;
  const note = fault ? fields.faults[fault] : hint;
  return (
    <div class={`field ${name}`}>
      <label for={controlId}>{label}</label>
      {children({
        id: controlId,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': fault !== undefined,
      })}
      {note && (
        <p id={noteId} class={fault ? 'fault' : 'note'}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The day when a task is due, as the form's `dueDate`. */
export function DueDateField({ fields, faults, min, onChange }: Props) {
  const { fields: names } = useWords();
  return (
    <Field label={names.dueDate} fault={faults.dueDate}>
      {(described) => (
        <DateControl
          described={described}
          name="dueDate"
          value={fields.dueDate}
          min={min}
          onChoose={(dueDate) => onChange({ dueDate })}
        />
      )}
    </Field>
  );
}
