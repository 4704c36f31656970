import { useState } from 'preact/hooks';
import type { TargetedEvent } from 'preact';

import { useStore } from '../state/use-store.ts';
import { useWords } from '../words/words.ts';
import { useDesk } from './context.ts';
import { faultsOf, importances, lengthOf } from './fields.ts';
import type { FieldFaults, Fields } from './fields.ts';
import { longestDescription } from '../../contract/task.ts';
import { Field } from './field.tsx';
import './new-line.css';

/** The first line of the page: where the next task is written. */
export function NewLine() {
  const { add, fields: names } = useWords();
  const { book, actions, todayIso } = useDesk();
  const { line } = useStore(book.drafts);
  const [faults, setFaults] = useState<FieldFaults>({});
  const fields = line ?? blankLine(todayIso);

  function change(parts: Partial<Fields>): void {
    setFaults({});
    const next = { ...fields, ...parts };
    book.drafts.dispatch({ kind: 'line', fields: isBlank(next, todayIso) ? null : next });
  }

  function submit(event: TargetedEvent<HTMLFormElement, SubmitEvent>): void {
    event.preventDefault();
    const found = faultsOf(fields, todayIso);
    setFaults(found);
    const invalid = found.description ? 'description' : found.dueDate ? 'dueDate' : null;
    const first = event.currentTarget.elements.namedItem(invalid ?? 'description');
    if (first instanceof HTMLElement) first.focus();
    if (invalid !== null) return;
    book.drafts.dispatch({ kind: 'line', fields: null });
    actions.add(fields);
  }

  const left = longestDescription - lengthOf(fields.description);
  return (
    <form class="new-line" data-written={line !== null} aria-label={add.title} noValidate onSubmit={submit}>
      <Field
        id="new-task"
        class="new-line-text"
        label={add.title}
        fault={faults.description}
        hint={left < 30 ? names.left(left) : null}
      >
        {(described) => (
          <input
            {...described}
            name="description"
            autocomplete="off"
            placeholder={add.placeholder}
            value={fields.description}
            onInput={(event) => change({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <div class="new-line-rest">
        <Field label={names.dueDate} fault={faults.dueDate}>
          {(described) => (
            <input
              {...described}
              name="dueDate"
              type="date"
              min={todayIso}
              max="9999-12-31"
              value={fields.dueDate}
              onInput={(event) => change({ dueDate: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={names.importance} fault={undefined}>
          {(described) => (
            <select
              {...described}
              value={fields.importance}
              onChange={(event) => {
                const importance = importances.find((each) => each === event.currentTarget.value);
                if (importance) change({ importance });
              }}
            >
              {importances.map((each) => (
                <option key={each} value={each}>
                  {names.importances[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button class="button primary">{add.button}</button>
      </div>
    </form>
  );
}

const blankLine = (todayIso: string): Fields => ({
  description: '',
  dueDate: todayIso,
  importance: 'MEDIUM',
  state: 'TODO',
});

const isBlank = (fields: Fields, todayIso: string): boolean =>
  fields.description === '' && fields.importance === 'MEDIUM' && fields.dueDate === todayIso;
