import { useRef, useState } from 'preact/hooks';
import { importances } from '../../../contract/fields.ts';
import type { FieldFaultCode } from '../../../contract/problem.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { useNarrow } from '../../ui/events.ts';
import { useWords } from '../../ui/page-context.ts';
import { lazy } from '../../ui/panel.tsx';
import { useSayChip, useTasks } from '../workspace.ts';
import { Chips, DueDateField, Field } from './field.tsx';
import { useCompletions, useNewTask } from './use-new-task.ts';

import './new-task.css';

const Pasted = lazy(async () => (await import('./pasted.tsx')).Pasted);

/** The form that adds a task, at the top of the page or at the foot of a small screen. The text may include date and importance. */
export function NewTask() {
  const { add, fields: names } = useWords();
  const { todayIso } = useTasks();
  const [pasted, setPasted] = useState<string | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const task = useNewTask(formRef);
  const narrow = useNarrow();
  const [isEntered, setEntered] = useState(false);
  const { fields, faults } = task;

  function placeholder(): string {
    if (task.adding.length > 0) return add.adding(task.adding.join(', '));
    // On a phone the line is short until it has the focus.
    if (narrow && !isEntered) return add.shortPlaceholder;
    return add.placeholder;
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys bubble up from inside */}
      <form
        ref={formRef}
        id="new-task-form"
        class="new-task"
        data-empty={!task.isWritten}
        aria-label={add.title}
        noValidate
        onSubmit={task.submit}
        onFocusIn={() => setEntered(true)}
        onFocusOut={(event) => {
          setEntered(false);
          task.leave(event);
        }}
        onKeyDown={task.press}
      >
        <NewTaskText
          text={task.text}
          description={fields.description}
          fault={faults.description}
          placeholder={placeholder()}
          onText={task.write}
          onLines={setPasted}
        />
        <div class="new-task-rest side-by-side">
          <DueDateField
            fields={fields}
            faults={faults}
            min={todayIso}
            onChange={({ dueDate }) => dueDate && task.setDueDate(dueDate)}
          />
          <Field label={names.importance}>
            {(described) => (
              <select
                {...described}
                value={fields.importance}
                onChange={(event) => {
                  const importance = importances.find((each) => each === event.currentTarget.value);
                  if (importance) task.setImportance(importance);
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
          chips={task.chips}
          repeat={task.repeat}
          unclear={task.unclear}
          onKeep={task.keepWords}
        />
      </form>
      {pasted && <Pasted text={pasted} onClose={() => setPasted(null)} />}
    </>
  );
}

type TextProps = {
  text: string;
  /** The part of the text that becomes the description. */
  description: string;
  fault: FieldFaultCode | undefined;
  placeholder: string;
  onText: (text: string) => void;
  /** Called with several pasted lines, or with one line of a check list. */
  onLines: (text: string) => void;
};

/** The text of a new task. Completions are offered for the word at the caret. */
function NewTaskText({ text, description, fault, placeholder, onText, onLines }: TextProps) {
  const { add } = useWords();
  const sayChip = useSayChip();
  const { inputRef, suggestions, follow, complete } = useCompletions(text, onText);

  return (
    <Field
      id="new-task"
      class="new-task-text"
      label={add.title}
      field="description"
      fault={fault}
      text={description}
    >
      {(described) => (
        <Combobox
          {...described}
          items={suggestions}
          keyOf={(suggestion) => suggestion.text}
          onChoose={complete}
          eager={false}
          list={{ label: add.suggestions, class: 'suggestions' }}
          renderItem={(suggestion) => (
            <>
              {suggestion.text}{' '}
              {suggestion.chip && <span class="quiet">{sayChip(suggestion.chip)}</span>}
            </>
          )}
          inputRef={inputRef}
          name="description"
          dir="auto"
          enterkeyhint="done"
          placeholder={placeholder}
          value={text}
          onInput={({ currentTarget }) => {
            follow(currentTarget);
            onText(currentTarget.value);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text/plain').trim() ?? '';
            if (!/^[-*+] \[[ xX]\] |[\n\r\u2028\u2029]/.test(pasted)) return;
            event.preventDefault();
            onLines(pasted);
          }}
          onSelect={({ currentTarget }) => follow(currentTarget)}
        />
      )}
    </Field>
  );
}
