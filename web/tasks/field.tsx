import type { ComponentChild } from 'preact';
import { useId } from 'preact/hooks';
import type { FieldFaultCode } from '../../contract/problem.ts';
import { repeatIn } from '../quick-add/read-date.ts';
import type { FieldFaults, Fields } from '../sync/fields.ts';
import { useWords } from '../ui/page-context.ts';
import { DateControl } from './date-control.tsx';
import { withoutRepeat } from './actions.ts';
import { useQuickAdd } from './workspace.ts';

/** The values of a form, and what changes them. */
export type FieldsProps = {
  fields: Fields;
  faults: FieldFaults;
  /** The first day that may be chosen; any day unless given. */
  min?: string;
  onChange: (parts: Partial<Fields>) => void;
};

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
export function DueDateField({ fields, faults, min, onChange }: FieldsProps) {
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

/** How the task repeats, which its words say: another rule, or none, takes the place of those words. */
export function RepeatField({ fields, onChange }: FieldsProps) {
  const { fields: names } = useWords();
  const options = useQuickAdd();
  const said = repeatIn(fields.description, options)?.text ?? '';
  const rules = ['', ...names.repeatRules];
  return (
    <Field label={names.repeats} fault={undefined}>
      {(described) => (
        <select
          {...described}
          value={said}
          onChange={({ currentTarget: { value } }) =>
            onChange({ description: `${withoutRepeat(fields.description, options)} ${value}`.trim() })
          }
        >
          {(rules.includes(said) ? rules : [...rules, said]).map((rule) => (
            <option key={rule} value={rule}>
              {rule || names.repeatsNever}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
