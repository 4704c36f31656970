import type { TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { blankNewTask, setByHand } from '../quick-add/new-task.ts';
import { useDays, useWords } from '../ui/page-context.ts';
import { dayId } from './month-weeks.ts';
import { dropBlank } from './new-task.tsx';
import { useTasks } from './workspace.ts';

/**
 * A line in a day that writes the words of the new task, for that day: Enter adds it and stays for the next one, and so does
 * leaving; Escape leaves the words in the form above.
 */
export function NewInDay({ iso, onLeave }: { iso: string; onLeave: () => void }) {
  const { add } = useWords();
  const days = useDays();
  const { tasks, todayIso } = useTasks();
  const { drafts } = tasks;
  const draft = drafts.current.value.newTask;
  const ref = useRef<HTMLInputElement>(null);
  // Before the next key.
  useLayoutEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.closest('.month-day')?.scrollIntoView({ block: 'nearest' });
  }, []);

  function write(description: string): void {
    const written = { ...(draft ?? blankNewTask(todayIso)), description };
    drafts.setNewTask(description === '' ? null : setByHand(written, 'date', { dueDate: iso }));
  }

  function press(event: TargetedKeyboardEvent<HTMLInputElement>): void {
    const isBlank = event.currentTarget.value.trim() === '';
    if (event.isComposing || !(event.key === 'Escape' || (event.key === 'Enter' && isBlank))) return;
    event.preventDefault();
    event.stopPropagation();
    ref.current = null;
    dropBlank(drafts);
    onLeave();
    document.getElementById(dayId(iso))?.focus();
  }

  function leave({ currentTarget }: TargetedEvent<HTMLInputElement>): void {
    // Another window may have the focus for a while; Escape has left already.
    if (ref.current === null || !document.hasFocus()) return;
    if (currentTarget.value.trim() !== '') currentTarget.form?.requestSubmit();
    dropBlank(drafts);
    onLeave();
  }

  return (
    <input
      ref={ref}
      class="month-line"
      form="new-task-form"
      enterkeyhint="done"
      autocomplete="off"
      aria-label={`${add.title}, ${days.long(iso, todayIso)}`}
      placeholder={add.title}
      value={draft?.description ?? ''}
      onInput={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={press}
      onBlur={leave}
    />
  );
}
