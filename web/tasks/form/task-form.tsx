import type { ComponentChild, TargetedEvent, TargetedKeyboardEvent, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fieldNames } from '../../../contract/fields.ts';
import type { Chip, Kinds } from '../../quick-add/read.ts';
import { faultsOf } from '../../sync/fields.ts';
import { fieldFaultsOf } from '../../sync/refusals.ts';
import { sameFields } from '../../sync/queue.ts';
import type { FieldFaults, FieldName, Fields } from '../../sync/fields.ts';
import type { Row } from '../../sync/rows.ts';
import { Button, Choice } from '../../ui/controls.tsx';
import { isOfInputMethod, listen, useNarrow } from '../../ui/events.ts';
import { useWords } from '../../ui/page-context.ts';
import { focusRow, focusSavedRow } from '../focus.ts';
import type { WholeReader } from '../reader.ts';
import { useQuickAdd, useReader, useTasks } from '../workspace.ts';
import { Chips, DueDateField, Field, RepeatField } from './field.tsx';
import type { FieldsProps } from './field.tsx';
import { useFieldOptions } from '../row/marks.tsx';

import './task-form.css';

/** The editor of a row: in the place of the row, or on a phone in a sheet at the foot of the screen. */
export function Editor({ row }: { row: Row }) {
  const { tasks, viewState } = useTasks();
  const { editor } = useWords();
  const narrow = useNarrow();
  function close(): void {
    tasks.edit(null);
    focusRow(viewState, row.key);
  }

  function leaveSaved(): void {
    tasks.edit(null);
    focusSavedRow(viewState, row.key);
  }

  const form = <TaskForm row={row} onSaved={leaveSaved} onClose={close} />;
  if (!narrow) return form;
  return (
    <dialog
      ref={show}
      class="dialog bottom-sheet"
      aria-label={editor.title}
      closedby="any"
      onCancel={close}
    >
      {form}
    </dialog>
  );
}

/** A ref opens the dialog before the effect of the form, so that the form sets the focus last. */
function show(dialog: HTMLDialogElement | null) {
  dialog?.showModal();
  return () => dialog?.close();
}

type FormProps = { row: Row; onSaved: () => void; onClose: () => void };

/** All fields of one task. Each input is stored as a draft at once; Esc keeps the draft, Cancel drops it. */
function TaskForm({ row, onSaved, onClose }: FormProps) {
  const { editor, cancel } = useWords();
  const { tasks, actions, todayIso, whenRead } = useTasks();
  const options = useQuickAdd();
  const draft = tasks.drafts.current.value.edits[row.key];
  const [faults, setFaults] = useState<FieldFaults>(() => fieldFaultsOf(row.write?.fault ?? null));
  const form = useRef<HTMLFormElement>(null);
  const written = draft ?? row.fields;
  // Another device may change the task while it is edited here.
  const [opened] = useState(row.fields);
  const [literal, setLiteral] = useState<Kinds>([]);
  const { fields, chips, repeat, unclear } = useReader().readEdit(
    written,
    opened,
    options,
    literal,
  );
  const keep = (kind: Chip['kind']) => setLiteral([...literal, kind]);

  // A layout effect moves the focus before the next key event.
  useLayoutEffect(() => focusFirst(form.current, faults), [faults]);

  function change(changed: Partial<Fields>): void {
    const next = { ...written, ...changed };
    if (changed.dueDate !== undefined) keep('date');
    if (changed.importance !== undefined) keep('importance');
    if (changed.state !== undefined) keep('state');
    tasks.drafts.setEdit(row.key, sameFields(next, row.fields) ? null : next);
  }

  /** Saves the fields, or returns their faults; then they stay a draft. */
  function save({ readEdit }: WholeReader): FieldFaults | null {
    const read = readEdit(written, opened, options, literal).fields;
    const isNewDate = row.saved === null && read.dueDate !== opened.dueDate;
    const found = faultsOf(read, isNewDate ? todayIso : null);
    if (Object.keys(found).length > 0) return found;
    actions.save(row, read, opened);
    return null;
  }

  function submit(event: TargetedEvent<HTMLFormElement>): void {
    event.preventDefault();
    whenRead((reader) => {
      const found = save(reader);
      if (found) setFaults(found);
      else onSaved();
    });
  }

  usePressOutside(form, () => {
    whenRead(save);
    tasks.edit(null);
  });

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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys bubble up from inside
    <form
      ref={form}
      class="task-form"
      aria-label={editor.title}
      noValidate
      onSubmit={submit}
      onKeyDown={press}
    >
      <TaskFields
        fields={{ ...fields, description: written.description }}
        faults={faults}
        onChange={change}
      />
      <Chips
        chips={chips}
        repeat={repeat}
        unclear={unclear}
        onKeep={({ kind }) => {
          keep(kind);
          focusFirst(form.current, {});
        }}
      />
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

/** Runs when a press starts and ends outside of an element; on a phone when it starts, because such a press closes the sheet. */
function usePressOutside(inside: RefObject<HTMLElement | null>, run: () => void): void {
  const narrow = useNarrow();
  const isOutside = useRef(false);
  useLayoutEffect(() => {
    const isOut = ({ target }: Event) =>
      target instanceof Node && inside.current?.contains(target) === false;
    const pointerdown = (event: Event) => {
      isOutside.current = isOut(event);
      if (narrow && isOutside.current) run();
    };
    const click = (event: Event) => {
      // A click by key follows no pointerdown.
      if (!narrow && isOutside.current && isOut(event)) run();
      isOutside.current = false;
    };
    return listen(document, { pointerdown, click }, { capture: true });
  });
}

/** The controls of all fields of a task, inside a form. Enter in the text submits the form. */
export function TaskFields(props: FieldsProps) {
  const { fields, faults, onChange } = props;
  const { fields: names } = useWords();
  const options = useFieldOptions();

  function press(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || isOfInputMethod(event)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  const controls: Record<FieldName, ComponentChild> = {
    description: (
      <Field
        class="task-words"
        label={names.description}
        field="description"
        fault={faults.description}
        text={fields.description}
      >
        {(described) => (
          <textarea
            {...described}
            name="description"
            dir="auto"
            rows={1}
            enterkeyhint="done"
            value={fields.description}
            onInput={(event) => onChange({ description: event.currentTarget.value })}
            onKeyDown={press}
          />
        )}
      </Field>
    ),
    dueDate: <DueDateField {...props} />,
    importance: (
      <Choice
        legend={names.importance}
        options={options.importances}
        value={fields.importance}
        onChoose={(importance) => onChange({ importance })}
      />
    ),
    state: (
      <Choice
        legend={names.state}
        options={options.states}
        value={fields.state}
        onChoose={(state) => onChange({ state })}
      />
    ),
  };
  return (
    <>
      {controls.description}
      {controls.dueDate}
      <RepeatField {...props} />
      <div class="choices side-by-side">
        {controls.state}
        {controls.importance}
      </div>
    </>
  );
}

/** Puts the focus on the first control with a fault, or at the end of the text. */
export function focusFirst(form: HTMLFormElement | null, faults: FieldFaults): void {
  const names = [...fieldNames.filter((name) => faults[name]), 'description'];
  const control = names
    .map((name) => form?.elements.namedItem(name))
    .find((each) => each instanceof HTMLElement);
  if (control === undefined) return;
  control.focus({ preventScroll: true });
  if (control instanceof HTMLTextAreaElement)
    control.setSelectionRange(control.value.length, control.value.length);
  form?.scrollIntoView({ block: 'nearest' });
}
