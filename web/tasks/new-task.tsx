import { useMemo, useRef, useState } from 'preact/hooks';
import type { TargetedEvent } from 'preact';

import { useTasks, useWords } from '../ui/page-context.ts';
import { DueDateField, Field } from './field.tsx';
import { importances } from '../../contract/fields.ts';
import { faultsOf } from '../sync/fields.ts';
import type { FieldFaults } from '../sync/fields.ts';
import { focusRow } from './focus.ts';
import { blankNewTask, readNewTask, setByHand, writeNewTask } from '../quick-add/new-task.ts';
import type { NewTaskDraft } from '../sync/kept.shapes.ts';
import { Chips } from './chips.tsx';
import { NewTaskText } from './new-task-text.tsx';
import { useKeyboard } from './use-keyboard.ts';
import { useQuickAdd } from '../ui/use-quick-add.ts';
import { lazy } from '../ui/lazy.tsx';
import './new-task.css';

const Pasted = lazy(async () => (await import('./pasted.tsx')).Pasted);

/** The form that adds a task, at the top of the page or at the foot of a small screen; its date and importance can be written in the same text. */
export function NewTask() {
  const { add, fields: names } = useWords();
  const { tasks, actions, tools, todayIso } = useTasks();
  const options = useQuickAdd();
  const written = tasks.drafts.current.value.newTask;
  const [faults, setFaults] = useState<FieldFaults>({});
  const [pasted, setPasted] = useState<readonly string[] | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  useKeyboard(formRef);
  const draft = written ?? blankNewTask(todayIso);
  const { fields, chips, repeat } = useMemo(() => readNewTask(draft, options), [draft, options]);

  function change(next: NewTaskDraft | null): void {
    setFaults({});
    tasks.drafts.setNewTask(next);
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
    <>
      <form
        ref={formRef}
        class="new-task"
        data-empty={written === null}
        aria-label={add.title}
        noValidate
        onSubmit={submit}
      >
        <NewTaskText
          text={draft.description}
          description={fields.description}
          fault={faults.description}
          onText={(text) => change(writeNewTask(draft, text, options))}
          onLines={setPasted}
        />
        <div class="new-task-rest side-by-side">
          <DueDateField
            value={fields.dueDate}
            fault={faults.dueDate}
            min={todayIso}
            onChoose={(dueDate) => change(setByHand(draft, 'date', { dueDate }))}
          />
          <Field label={names.importance} fault={undefined}>
            {(described) => (
              <select
                {...described}
                value={fields.importance}
                onChange={(event) => {
                  const importance = importances.find((each) => each === event.currentTarget.value);
                  if (importance) change(setByHand(draft, 'importance', { importance }));
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
        <Chips
          chips={chips}
          repeat={repeat}
          onKeep={({ kind }) => {
            const { dueDate, importance, state } = blankNewTask(todayIso);
            const plain = { date: { dueDate }, importance: { importance }, state: { state } };
            change(setByHand(draft, kind, plain[kind]));
            focusRow(tools, null);
          }}
        />
      </form>
      {pasted && <Pasted lines={pasted} onClose={() => setPasted(null)} />}
    </>
  );
}
