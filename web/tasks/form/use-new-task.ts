import type { RefObject, TargetedEvent, TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { blankNewTask, setByHand, writeNewTask } from '../../quick-add/draft.ts';
import type { Chip } from '../../quick-add/read.ts';
import type { Suggestion } from '../../quick-add/suggest.ts';
import { faultsOf } from '../../sync/fields.ts';
import type { FieldFaults, Fields } from '../../sync/fields.ts';
import type { NewTaskDraft } from '../../sync/kept.shapes.ts';
import type { Tasks } from '../../sync/tasks.ts';
import { isOfInputMethod } from '../../ui/events.ts';
import { useReading } from '../../ui/page-context.ts';
import { knownTags } from '../../view/pieces.ts';
import { isolated } from '../../words/language.ts';
import { addSubmitted } from '../add-submitted.ts';
import { focusRow, leaveNewTask } from '../focus.ts';
import type { WholeReader } from '../reader.ts';
import { useQuickAdd, useReader, useTasks } from '../workspace.ts';
import { useScreenKeyboard } from './screen-keyboard.ts';
import { focusFirst } from './task-form.tsx';

/** The draft of a new task as the form shows it, and what changes, adds or drops it. */
export function useNewTask(formRef: RefObject<HTMLFormElement | null>) {
  const { tasks, actions, viewState, view, todayIso, whenRead } = useTasks();
  const options = useQuickAdd();
  const reading = useReading();
  const written = tasks.drafts.current.value.newTask;
  const [faults, setFaults] = useState<FieldFaults>({});
  const addedRef = useRef<string | null>(null);
  const submittedMsRef = useRef(-Infinity);
  useScreenKeyboard(formRef);
  const draft = written ?? blankNewTask(todayIso);
  const isBlank = draft.description.trim() === '';
  const reader = useReader();
  const { fields, chips, repeat, unclear } = useMemo(
    () => reader.readNewTask(draft, options),
    [draft, options, reader],
  );

  function change(next: NewTaskDraft | null): void {
    setFaults({});
    tasks.drafts.setNewTask(next);
  }

  function submit(event: TargetedEvent<HTMLFormElement, SubmitEvent>): void {
    event.preventDefault();
    const { currentTarget: form, timeStamp } = event;
    const sent = tasks.drafts.current.peek().newTask ?? blankNewTask(todayIso);
    if (sent.description.trim() === '') {
      // The second tap of a double tap on the button.
      const isSecondTap = timeStamp - submittedMsRef.current < 500;
      if (!isSecondTap) refuse(form, faultsOf(sent, todayIso));
      return;
    }
    submittedMsRef.current = timeStamp;
    change(draftAfter(sent));
    tasks.submitted.add({ draft: sent, dayIso: todayIso });
    whenRead((whole) => add(form, whole));
  }

  /** In the month view the next task is for the same day. */
  function draftAfter(sent: NewTaskDraft): NewTaskDraft | null {
    if (view.peek() !== 'month' || sent.byHand?.includes('date') !== true) return null;
    return setByHand(blankNewTask(todayIso), 'date', { dueDate: sent.dueDate });
  }

  function add(form: HTMLFormElement, whole: WholeReader): void {
    const { addedKey, faults: found } = addSubmitted({ tasks, actions, reading }, whole);
    addedRef.current = addedKey ?? addedRef.current;
    if (Object.keys(found).length > 0) refuse(form, found);
    // The field in a day of the month also submits this form, and keeps the focus.
    else if (form.contains(document.activeElement)) focusFirst(form, {});
  }

  function refuse(form: HTMLFormElement, found: FieldFaults): void {
    setFaults(found);
    focusFirst(form, found);
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
    leaveNewTask(viewState, addedRef.current);
  }

  return {
    isWritten: written !== null,
    /** The texts that were submitted and wait until their words can be read. */
    adding: tasks.submitted.current.value.map((task) => isolated(task.draft.description)),
    text: draft.description,
    fields,
    chips,
    repeat,
    unclear,
    faults,
    write: (text: string) => change(writeNewTask(draft, text, todayIso)),
    setDueDate: (dueDate: string) => change(setByHand(draft, 'date', { dueDate })),
    setImportance: (importance: Fields['importance']) =>
      change(setByHand(draft, 'importance', { importance })),
    /** Leaves the words of a chip in the description. */
    keepWords: ({ kind }: Pick<Chip, 'kind'>): void => {
      change(setByHand(draft, kind, kind === 'date' ? { dueDate: todayIso } : {}));
      focusRow(viewState, null);
    },
    submit,
    leave,
    press,
  };
}

/** Completions of the word at the caret of the text box. */
export function useCompletions(text: string, onText: (text: string) => void) {
  const options = useQuickAdd();
  const inputRef = useRef<HTMLInputElement>(null);
  const [{ caret, moved }, setCaret] = useState({ caret: 0, moved: false });
  const reader = useReader();
  const { rows } = useTasks().tasks;
  const suggestions = useMemo(
    () =>
      reader.suggest(text, caret, options, () =>
        knownTags(rows.peek().map(({ fields }) => fields.description)),
      ),
    [text, caret, options, rows, reader],
  );

  // Drawing the new text moves the caret to its end.
  useLayoutEffect(() => {
    if (moved) inputRef.current?.setSelectionRange(caret, caret);
  }, [caret, moved]);

  return {
    inputRef,
    suggestions,
    follow: ({ selectionStart }: HTMLInputElement) =>
      setCaret({ caret: selectionStart ?? 0, moved: false }),
    complete: ({ start, end, text: phrase }: Suggestion): void => {
      onText(`${text.slice(0, start)}${phrase} ${text.slice(end).trimStart()}`);
      setCaret({ caret: start + phrase.length + 1, moved: true });
    },
  };
}

export function dropBlank(drafts: Tasks['drafts']): void {
  if (drafts.current.peek().newTask?.description.trim() === '') drafts.setNewTask(null);
}
