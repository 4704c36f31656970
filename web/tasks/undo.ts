import { computed, signal } from '@preact/signals-core';
import { needsDecision, sameFields } from '../sync/queue.ts';
import type { Row } from '../sync/rows.ts';
import type { Tasks } from '../sync/tasks.ts';
import type { Toasts } from '../ui/toasts.ts';
import { isolated } from '../words/language.ts';
import type { Reading } from '../words/reading.ts';
import type { Words } from '../words/en.ts';
import {
  deletesOf,
  nextStep,
  noHistory,
  reduceHistory,
  replacementsOf,
  revertsOf,
} from './history.ts';
import type { HistoryEvent, Revert, Step, TaskChange } from './history.ts';

export type UndoDependencies = {
  tasks: Tasks;
  toasts: Toasts;
  say: (text: string) => void;
  /** In the current language. */
  reading: () => Reading;
  focusRow: (rowKey: string) => void;
};

export type Undo = ReturnType<typeof createUndo>;

/** Undo and redo on this page, with the toasts that offer an undo. */
export function createUndo(dependencies: UndoDependencies) {
  const { tasks, toasts, say, reading } = dependencies;
  const state = signal(noHistory);
  const dispatch = (event: HistoryEvent) => void (state.value = reduceHistory(state.value, event));
  const toastWords = () => reading().words.toast;

  /** Records a step for undo. */
  function record(changes: readonly TaskChange[], isInPlan = false): Step {
    const step = nextStep(state.value, changes, isInPlan);
    dispatch({ kind: 'recorded', step });
    return step;
  }

  function takeBack(step: Step): void {
    const reverts = revertsOf(step, tasks.rows.value);
    const again = applyReverts(dependencies, step, reverts);
    say(sentenceOf(reverts, toastWords()));
    dispatch({ kind: 'undone', step, again });
    if (again !== null) deletesOf(again).forEach(tasks.release);
  }

  const offerNone = () => {
    const { newestToast } = state.value;
    if (newestToast !== null) toasts.dismiss(newestToast);
  };

  /** Shows a toast with an undo. Only the newest such toast stays, and those of deletes, which are sent when their toast is gone. */
  function offer(step: Step, text: string): void {
    offerNone();
    dispatch({ kind: 'offered', step });
    const onGone = () => deletesOf(step).forEach(tasks.release);
    toasts.show({ key: step.key, text, undo: () => takeBack(step), onGone });
  }

  function undoStep(step: Step): void {
    // The toast that offers this undo is removed, too.
    if (toasts.list.value.some(({ key }) => key === step.key)) toasts.undo(step.key);
    else takeBack(step);
  }

  return {
    steps: computed(() => state.value.steps),
    record,
    takeBack,
    offer,
    offerNone,
    undo(): void {
      const step = state.value.steps.at(-1);
      if (step === undefined) say(toastWords().nothingToUndo);
      else undoStep(step);
    },
    /** Undoes all steps after the one with this number. */
    undoSince(number: number): void {
      const laterSteps = state.value.steps.filter((step) => step.number > number);
      laterSteps.toReversed().forEach(undoStep);
      if (laterSteps.length > 0) say(toastWords().undoneAll(laterSteps.length));
    },
    redo(): void {
      const undone = state.value.undone.at(-1);
      const { nothingToRedo, redone, tooLate } = toastWords();
      if (undone === undefined) return say(nothingToRedo);
      const step = applyReverts(dependencies, undone, revertsOf(undone, tasks.rows.value));
      say(step === null ? tooLate : redone);
      dispatch({ kind: 'redone', step });
      if (step !== null && deletesOf(step).length > 0) offer(step, redone);
    },
  };
}

/** Carries out the reverts of a step, and focuses a row that is back. Returns the step that redoes it; null if none is left. */
function applyReverts(
  { tasks, focusRow }: UndoDependencies,
  step: Step,
  reverts: readonly Revert[],
): Step | null {
  if (reverts.length === 0) return null;
  const changes = reverts.map((revert) => revertChange(tasks, revert));
  const replacements = replacementsOf(reverts);
  if (replacements.size > 0) tasks.replaceAll(replacements);
  const lastRestored = reverts.findLast(({ kind }) => kind !== 'remove');
  if (lastRestored) focusRow(lastRestored.row.key);
  return { ...step, changes };
}

/** Carries out one revert, except a replacement: they are one write for all rows. Returns the change that it is. */
function revertChange(tasks: Tasks, revert: Revert): TaskChange {
  const { row } = revert;
  switch (revert.kind) {
    case 'remove':
      return removeRow(tasks, row);
    case 'restore':
      restoreRow(tasks, row, revert.writeKey);
      return { kind: 'added', rowKey: row.key };
    case 'replace':
      return { kind: 'changed', rowKey: row.key, before: row.fields, after: revert.fields };
  }
}

/** Deletes a row, and returns the change to undo. */
export const removeRow = (tasks: Pick<Tasks, 'remove'>, row: Row): TaskChange => ({
  kind: 'removed',
  rowKey: row.key,
  row,
  writeKey: tasks.remove(row.key),
});

/** A delete that the service may have received cannot be withdrawn: the task is created again. */
function restoreRow(tasks: Tasks, row: Row, writeKey: string): void {
  const write = tasks.state.value.writes.find(({ key }) => key === writeKey);
  if (write === undefined || (write.tried && !needsDecision(write))) {
    tasks.create(row.fields, row.key);
    return;
  }
  tasks.discard(writeKey);
  // The delete has taken the place of a change that was not sent.
  const now = row.write && tasks.rows.value.find(({ key }) => key === row.key)?.fields;
  if (now && !sameFields(now, row.fields)) tasks.replace(row.key, row.fields);
}

/** Says what an undo has done. */
function sentenceOf([first, ...others]: readonly Revert[], words: Words['toast']): string {
  if (first === undefined) return words.tooLate;
  if (others.length > 0) return words.undoneAll(others.length + 1);
  if (first.kind !== 'restore') return words.undone;
  return words.restored(isolated(first.row.fields.description));
}
