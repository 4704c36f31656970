import type { ComponentChild } from 'preact';
import { useId } from 'preact/hooks';
import type { FieldFaultCode } from '../../../contract/problem.ts';
import { lengthOf, longestOf } from '../../sync/fields.ts';
import type { FieldFaults, FieldName, Fields } from '../../sync/fields.ts';
import { sayFieldFault } from '../../sync/refusals.ts';
import type { Words } from '../../words/en.ts';
import { useWords, useSayAtRest } from '../../ui/page-context.ts';
import { DateControl } from './date-control.tsx';
import { useQuickAdd, useReader, useSayRead, useTasks } from '../workspace.ts';
import type { ReadWords } from '../workspace.ts';
import type { Chip } from '../../quick-add/read.ts';
import { IconButton } from '../../ui/controls.tsx';
import './chips.css';

/** The values of a form with their faults, and the function that changes them. */
export type FieldsProps = {
  fields: Fields;
  faults: FieldFaults;
  /** The first day that may be chosen; any day unless given. */
  min?: string;
  onChange: (changed: Partial<Fields>) => void;
};

/** The value of a control: the field of the task, if it is one, its fault, and its present text if the length is limited. */
type FieldValue = { field?: FieldName; fault?: FieldFaultCode | undefined; text?: string };

/** A control with its label, and below it the fault of its value, or the room that is left for its text. */
export function Field(
  props: FieldValue & {
    label: string;
    id?: string;
    class?: string;
    /** The control, given its id and its ARIA attributes. */
    children: (described: {
      id: string;
      'aria-describedby': string | undefined;
      'aria-invalid': boolean;
    }) => ComponentChild;
  },
) {
  const { label, fault, id, class: name = '', children } = props;
  const { fields } = useWords();
  const own = useId();
  const controlId = id ?? own;
  const noteId = `${own}-note`;
  const note = noteOf(props, fields);
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

function noteOf({ field, fault, text }: FieldValue, words: Words['fields']): string | undefined {
  if (field === undefined) return undefined;
  if (fault) return sayFieldFault(words, field, fault);
  if (text === undefined) return undefined;
  const room = longestOf(field) - lengthOf(text);
  if (room >= 30) return undefined;
  return words.left(room);
}

export function DueDateField({ fields, faults, min, onChange }: FieldsProps) {
  const { fields: names } = useWords();
  return (
    <Field label={names.dueDate} field="dueDate" fault={faults.dueDate}>
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

/** The recurrence in the description: choosing another rule, or none, replaces those words. */
export function RepeatField({ fields, onChange }: FieldsProps) {
  const { fields: names } = useWords();
  const options = useQuickAdd();
  const { whenRead } = useTasks();
  const repeatText = useReader().repeatIn(fields.description, options)?.text ?? '';
  const rules = ['', ...names.repeatRules];
  return (
    <Field class="repeat-field" label={names.repeats}>
      {(described) => (
        <select
          {...described}
          value={repeatText}
          onChange={({ currentTarget: { value } }) =>
            whenRead(({ withoutRepeat }) => {
              const description = withoutRepeat(fields.description, options);
              onChange({ description: `${description} ${value}`.trim() });
            })
          }
        >
          {(rules.includes(repeatText) ? rules : [...rules, repeatText]).map((rule) => (
            <option key={rule} value={rule}>
              {rule || names.repeatsNever}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The chips of a text, each with a button that makes it plain text again; a recurrence stays in the text and has no button. */
export function Chips(props: ReadWords & { onKeep: (chip: Chip) => void }) {
  const { onKeep } = props;
  const { add } = useWords();
  const read = useSayRead()(props);
  const meanings = read.map(({ meaning }) => meaning).join(', ');
  // While "in 12 days" is typed, each character gives another date.
  useSayAtRest(meanings, meanings);
  if (meanings === '') return null;
  return (
    <ul class="chips side-by-side" aria-label={add.read}>
      {read.map(({ text, meaning, chip }) => (
        <li
          key={chip?.kind}
          class="chip side-by-side"
          data-note={chip?.kind === 'date' ? chip.note : undefined}
        >
          <span class="chip-words one-line">{text}</span> {meaning}
          {chip && <IconButton icon="close" title={add.keep(text)} onClick={() => onKeep(chip)} />}
        </li>
      ))}
    </ul>
  );
}
