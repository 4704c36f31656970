import type { TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { blankNewTask, setByHand } from '../../quick-add/draft.ts';
import type { Chip } from '../../quick-add/read.ts';
import type { Fields } from '../../sync/fields.ts';
import { isOfInputMethod } from '../../ui/events.ts';
import { useWords } from '../../ui/page-context.ts';
import { useTasks } from '../workspace.ts';
import { dropBlank } from './use-new-task.ts';

import './new-task-line.css';

type Props = {
  /** The day or the state of the new task in words, and as a value. */
  of: string;
  kind: Chip['kind'];
  value: Partial<Fields>;
  /** `refocus` is false if a press elsewhere moves the focus. */
  onLeave: (refocus: boolean) => void;
};

/**
 * A field for a new task where the task will stand: Enter or leaving the field adds the task; Escape keeps the text in the form
 * above.
 */
export function NewTaskLine({ of, kind, value, onLeave }: Props) {
  const { add } = useWords();
  const { tasks, todayIso } = useTasks();
  const { drafts } = tasks;
  const draft = drafts.current.value.newTask;
  const ref = useRef<HTMLInputElement>(null);
  // A layout effect moves the focus before the next key event.
  useLayoutEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, []);

  function write(description: string): void {
    const written = { ...(draft ?? blankNewTask(todayIso)), description };
    drafts.setNewTask(description === '' ? null : setByHand(written, kind, value));
  }

  function press(event: TargetedKeyboardEvent<HTMLInputElement>): void {
    const isBlank = event.currentTarget.value.trim() === '';
    if (isOfInputMethod(event) || !(event.key === 'Escape' || (event.key === 'Enter' && isBlank)))
      return;
    event.preventDefault();
    event.stopPropagation();
    ref.current = null;
    dropBlank(drafts);
    onLeave(true);
  }

  function leave({ currentTarget }: TargetedEvent<HTMLInputElement>): void {
    // Another window may have the focus for a while; Escape has closed the field already.
    if (ref.current === null || !document.hasFocus()) return;
    if (currentTarget.value.trim() !== '') currentTarget.form?.requestSubmit();
    dropBlank(drafts);
    onLeave(false);
  }

  return (
    <input
      ref={ref}
      class="new-task-line"
      form="new-task-form"
      enterkeyhint="done"
      autocomplete="off"
      aria-label={`${add.title}, ${of}`}
      placeholder={add.title}
      value={draft?.description ?? ''}
      onInput={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={press}
      onBlur={leave}
    />
  );
}
