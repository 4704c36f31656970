import { useMemo, useState } from 'preact/hooks';
import type { TargetedEvent } from 'preact';

import { useStore } from '../state/use-store.ts';
import { useWords } from '../words/words.ts';
import { useDesk } from './context.ts';
import { Field } from './field.tsx';
import { faultsOf, importances } from './fields.ts';
import type { FieldFaults } from './fields.ts';
import { focusRow } from './focus.ts';
import { blankLine, readLine, setByHand, writeLine } from './line.ts';
import type { Line } from './kept.shapes.ts';
import { NewLineChips } from './new-line-chips.tsx';
import { NewLineText } from './new-line-text.tsx';
import { useQuickAdd } from './quick-add.ts';
import { useUnfolded } from './use-unfolded.ts';
import './new-line.css';

/** The first line of the page: where the next task is written, with its date and weight in the same words. */
export function NewLine() {
  const { add, fields: names } = useWords();
  const { book, actions, todayIso } = useDesk();
  const options = useQuickAdd();
  const written = useStore(book.drafts).line;
  const { unfolded, events } = useUnfolded();
  const [faults, setFaults] = useState<FieldFaults>({});
  const line = written ?? blankLine(todayIso);
  const { fields, chips } = useMemo(() => readLine(line, options), [line, options]);

  function change(next: Line | null): void {
    setFaults({});
    book.drafts.dispatch({ kind: 'line', fields: next });
  }

  function submit(event: TargetedEvent<HTMLFormElement, SubmitEvent>): void {
    event.preventDefault();
    const found = faultsOf(fields, todayIso);
    setFaults(found);
    const invalid = found.description ? 'description' : found.dueDate ? 'dueDate' : null;
    const first = event.currentTarget.elements.namedItem(invalid ?? 'description');
    if (first instanceof HTMLElement) first.focus();
    if (invalid === null && actions.add(fields)) change(null);
  }

  return (
    <form
      class="new-line"
      data-open={unfolded || written !== null}
      {...events}
      aria-label={add.title}
      noValidate
      onSubmit={submit}
    >
      <NewLineText
        text={line.description}
        description={fields.description}
        fault={faults.description}
        onText={(text) => change(writeLine(line, text, options))}
      />
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
              onInput={(event) => change(setByHand(line, 'date', { dueDate: event.currentTarget.value }))}
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
                if (importance) change(setByHand(line, 'importance', { importance }));
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
      <NewLineChips
        chips={chips}
        onKeep={({ kind }) => {
          const { dueDate, importance, state } = blankLine(todayIso);
          const plain = { date: { dueDate }, importance: { importance }, state: { state } };
          change(setByHand(line, kind, plain[kind]));
          focusRow(null);
        }}
      />
    </form>
  );
}
