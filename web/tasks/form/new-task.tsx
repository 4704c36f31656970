import type { RefObject, TargetedEvent, TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { importances } from '../../../contract/fields.ts';
import type { FieldFaultCode } from '../../../contract/problem.ts';
import { blankNewTask, setByHand, writeNewTask } from '../../quick-add/draft.ts';
import type { Suggestion } from '../../quick-add/suggest.ts';
import { faultsOf } from '../../sync/fields.ts';
import type { FieldFaults } from '../../sync/fields.ts';
import type { NewTaskDraft } from '../../sync/kept.shapes.ts';
import type { Tasks } from '../../sync/tasks.ts';
import { knownTags } from '../../view/pieces.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { lazy } from '../../ui/panel.tsx';
import { isOfInputMethod, listen } from '../../ui/events.ts';
import { useWords } from '../../ui/page-context.ts';
import { focusRow, leaveNewTask } from '../focus.ts';
import type { WholeReader } from '../reader.ts';
import { useTasks, useQuickAdd, useReader, useSayChip } from '../workspace.ts';
import { Chips, DueDateField, Field } from './field.tsx';
import { focusFirst } from './task-form.tsx';

import './new-task.css';

const Pasted = lazy(async () => (await import('./pasted.tsx')).Pasted);

/** The form that adds a task, at the top of the page or at the foot of a small screen. The text may include date and importance. */
export function NewTask() {
  const { add, fields: names } = useWords();
  const { tasks, actions, tools, view, todayIso, whenRead } = useTasks();
  const options = useQuickAdd();
  const written = tasks.drafts.current.value.newTask;
  const [faults, setFaults] = useState<FieldFaults>({});
  const [pasted, setPasted] = useState<string | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const addedRef = useRef<string | null>(null);
  const addedMsRef = useRef(-Infinity);
  useKeyboard(formRef);
  const draft = written ?? blankNewTask(todayIso);
  const isBlank = draft.description.trim() === '';
  const { readNewTask } = useReader();
  const { fields, chips, repeat } = useMemo(
    () => readNewTask(draft, options),
    [draft, options, readNewTask],
  );

  function change(next: NewTaskDraft | null): void {
    setFaults({});
    tasks.drafts.setNewTask(next);
  }

  function submit(event: TargetedEvent<HTMLFormElement, SubmitEvent>): void {
    event.preventDefault();
    // The second tap of a double tap on the button.
    if (isBlank && event.timeStamp - addedMsRef.current < 500) return;
    const { currentTarget: form, timeStamp } = event;
    whenRead((reader) => addTask(form, timeStamp, reader));
  }

  function addTask(form: HTMLFormElement, sentMs: number, reader: WholeReader): void {
    const sent = tasks.drafts.current.peek().newTask ?? blankNewTask(todayIso);
    const task = reader.readNewTask(sent, options).fields;
    const found = faultsOf(task, todayIso);
    setFaults(found);
    const isFaulty = Object.keys(found).length > 0;
    // The field in a day of the month also submits this form, and keeps the focus.
    if (isFaulty || form.contains(document.activeElement)) focusFirst(form, found);
    if (isFaulty) return;
    const rowKey = actions.add(task);
    if (rowKey === null) return;
    addedRef.current = rowKey;
    addedMsRef.current = sentMs;
    // In the month view the next task is for the same day.
    const isForDay = view.peek() === 'month' && sent.byHand?.includes('date') === true;
    const next = blankNewTask(todayIso);
    change(isForDay ? setByHand(next, 'date', { dueDate: task.dueDate }) : null);
  }

  /** Drops a draft without text, and its faults, when the focus leaves the form: its date must not apply to a later task. */
  const [forget] = useState(() => () => dropBlank(tasks.drafts));
  useLayoutEffect(() => forget, [forget, view.value]);

  function leave({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLFormElement>): void {
    // Another window or the browser's own date picker may have the focus for a while.
    const isStill = relatedTarget === null && !document.hasFocus();
    if (isStill || (relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) return;
    forget();
    if (isBlank) setFaults({});
  }

  function press(event: TargetedKeyboardEvent<HTMLFormElement>): void {
    if (event.key === 'Enter' && isOfInputMethod(event)) return event.preventDefault();
    if (event.key !== 'Escape' || event.defaultPrevented || !isBlank) return;
    event.preventDefault();
    forget();
    leaveNewTask(tools, addedRef.current);
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys bubble up from inside */}
      <form
        ref={formRef}
        id="new-task-form"
        class="new-task"
        data-empty={written === null}
        aria-label={add.title}
        noValidate
        onSubmit={submit}
        onFocusOut={leave}
        onKeyDown={press}
      >
        <NewTaskText
          text={draft.description}
          description={fields.description}
          fault={faults.description}
          onText={(text) => change(writeNewTask(draft, text, todayIso))}
          onLines={setPasted}
        />
        <div class="new-task-rest side-by-side">
          <DueDateField
            fields={fields}
            faults={faults}
            min={todayIso}
            onChange={({ dueDate }) => dueDate && change(setByHand(draft, 'date', { dueDate }))}
          />
          <Field label={names.importance}>
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
            change(setByHand(draft, kind, kind === 'date' ? { dueDate: todayIso } : {}));
            focusRow(tools, null);
          }}
        />
      </form>
      {pasted && <Pasted text={pasted} onClose={() => setPasted(null)} />}
    </>
  );
}

export function dropBlank(drafts: Tasks['drafts']): void {
  if (drafts.current.peek().newTask?.description.trim() === '') drafts.setNewTask(null);
}

type TextProps = {
  text: string;
  /** The part of the text that becomes the description. */
  description: string;
  fault: FieldFaultCode | undefined;
  onText: (text: string) => void;
  /** Called with several pasted lines, or with one line of a check list. */
  onLines: (text: string) => void;
};

/** The text of a new task. Completions are offered for the word at the caret. */
function NewTaskText({ text, description, fault, onText, onLines }: TextProps) {
  const { add } = useWords();
  const sayChip = useSayChip();
  const options = useQuickAdd();
  const input = useRef<HTMLInputElement>(null);
  const [{ caret, moved }, setCaret] = useState({ caret: 0, moved: false });
  const follow = ({ selectionStart }: HTMLInputElement) =>
    setCaret({ caret: selectionStart ?? 0, moved: false });
  const { suggest } = useReader();
  const { rows } = useTasks().tasks;
  const suggestions = useMemo(
    () =>
      suggest(text, caret, options, () =>
        knownTags(rows.peek().map(({ fields }) => fields.description)),
      ),
    [text, caret, options, rows, suggest],
  );

  // Drawing the new text moves the caret to its end.
  useLayoutEffect(() => {
    if (moved) input.current?.setSelectionRange(caret, caret);
  }, [caret, moved]);

  function complete({ start, end, text: phrase }: Suggestion): void {
    onText(`${text.slice(0, start)}${phrase} ${text.slice(end).trimStart()}`);
    setCaret({ caret: start + phrase.length + 1, moved: true });
  }

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
          inputRef={input}
          name="description"
          dir="auto"
          enterkeyhint="done"
          placeholder={add.placeholder}
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

/**
 * Sets `--keyboard` of an element to the height of the page's foot that the on-screen keyboard covers. Most browsers shrink the
 * page instead (`interactive-widget` in index.html), so that the height is 0; Safari does not.
 */
function useKeyboard(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (seen === null) return;
    const follow = () => {
      // A pinch zoom also makes the visual viewport smaller.
      const covered =
        seen.scale > 1 ? 0 : document.documentElement.clientHeight - seen.height - seen.offsetTop;
      ref.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    return listen(seen, { resize: follow, scroll: follow });
  }, [ref]);
}
