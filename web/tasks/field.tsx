import { useId } from 'preact/hooks';
import type { ComponentChild } from 'preact';

import type { FieldFaultCode } from '../../contract/problem.ts';
import { DateControl } from '../ui/date-control.tsx';
import { useWords } from '../ui/page-context.ts';

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean };
type Props = {
  label: string;
  fault: FieldFaultCode | undefined;
  hint?: string | null;
  id?: string;
  class?: string;
  children: (described: Described) => ComponentChild;
};

/** A control with its label, and below it the fault of its value, or a hint. */
export function Field({ label, fault, hint, id, class: name = '', children }: Props) {
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

type DateProps = {
  value: string;
  fault: FieldFaultCode | undefined;
  /** The first day that may be chosen; any day unless given. */
  min?: string | undefined;
  onChoose: (dueDate: string) => void;
};

/** The day when a task is due, as the form's `dueDate`. */
export function DueDateField({ value, fault, min, onChoose }: DateProps) {
  const { fields } = useWords();
  return (
    <Field label={fields.dueDate} fault={fault}>
      {(described) => <DateControl {...{ described, value, min, onChoose }} name="dueDate" />}
    </Field>
  );
}
