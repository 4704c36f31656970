import { signal } from '@preact/signals-core';
import { fieldNames } from '../../contract/fields.ts';
import { sameFields, needsDecision } from '../sync/queue.ts';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import type { Tasks } from '../sync/tasks.ts';
import type { Toasts } from '../ui/page-context.ts';
import type { Reading } from '../words/reading.ts';

/** One change to one row, with the data to undo it. */
type TaskChange =
  | { readonly kind: 'added'; readonly rowKey: string }
  | {
      readonly kind: 'changed';
      readonly rowKey: string;
      readonly before: Fields;
      readonly after: Fields;
    }
  | {
      readonly kind: 'removed';
      readonly rowKey: string;
      readonly row: Row;
      readonly writeKey: string;
    };

/** The changes of one key press or click, for any number of rows. `key` is also the key of the toast that offers the undo. */
export type Step = {
  readonly changes: readonly TaskChange[];
  readonly key: string;
  /** Counted from one, on this page. */
  readonly number: number;
  /** True if rows were placed on a day in the plan, also on the day that they had. */
  readonly places: boolean;
};

/** The number of steps that can be undone, the last one first. */
export const mostSteps = 200;

type Parts = {
  tasks: Tasks;
  toasts: Toasts;
  say: (text: string) => void;
  /** In the current language. */
  reading: () => Reading;
  focusRow: (rowKey: string) => void;
};

/** The undo and redo of this page, with the toasts that offer an undo. */
export function createHistory({ tasks, toasts, say, reading, focusRow }: Parts) {
  const words = () => reading().words;

  const steps = signal<readonly Step[]>([]);
  /** The steps that redo the undone ones; a new step removes them. */
  let undone: readonly Step[] = [];
  let count = 0;
  let newestToast = '';

  function takeBack(step: Step): void {
    steps.value = steps.value.filter((each) => each !== step);
    const again = revert(step);
    if (again === null) return;
    undone = [...undone, again];
    deletesOf(again).forEach(tasks.release);
  }

  /** Undoes a step and announces it. Returns the step that redoes it, or null if none of its rows is left. */
  function revert(step: Step, said?: string): Step | null {
    const keys = new Set(step.changes.map(({ rowKey }) => rowKey));
    const met = tasks.rows.value.filter(({ key }) => keys.has(key));
    const rows = new Map(met.map((row) => [row.key, row]));
    const done = step.changes.toReversed().flatMap((change) => {
      const row = change.kind === 'removed' ? change.row : rows.get(change.rowKey);
      return row === undefined ? [] : [{ change, row }];
    });
    const reverts = new Map<string, Fields>();
    const changes = done.map(({ change, row }): TaskChange => {
      if (change.kind === 'added') return removed(row);
      if (change.kind === 'removed') {
        restore(row, change.writeKey);
        return { kind: 'added', rowKey: row.key };
      }
      const after = reverted(row.fields, change.before, change.after);
      if (!sameFields(row.fields, after)) reverts.set(row.key, after);
      return { kind: 'changed', rowKey: row.key, before: row.fields, after };
    });
    if (reverts.size > 0) tasks.replaceAll(reverts);
    const back = done.findLast(({ change }) => change.kind !== 'added');
    if (back) focusRow(back.row.key);
    const [first] = done;
    const { toast } = words();
    if (first === undefined) say(toast.tooLate);
    else if (said !== undefined) say(said);
    else if (done.length > 1) say(toast.undoneAll(done.length));
    else
      say(
        first.change.kind === 'removed'
          ? toast.restored(first.row.fields.description)
          : toast.undone,
      );
    return first === undefined ? null : { ...step, changes };
  }

  /** A delete that the service may have received cannot be withdrawn: the task is created again. */
  function restore(row: Row, writeKey: string): void {
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

  /** Deletes a row, and returns the change to undo. */
  const removed = (row: Row): TaskChange => ({
    kind: 'removed',
    rowKey: row.key,
    row,
    writeKey: tasks.remove(row.key),
  });

  const offerNone = () => toasts.dismiss(newestToast);

  /** Records a step for undo. */
  function keep(changes: readonly TaskChange[], places = false): Step {
    undone = [];
    const number = (count += 1);
    const step = { changes, key: `step ${number}`, number, places };
    keepLast(step);
    return step;
  }

  const keepLast = (step: Step) => void (steps.value = [...steps.value, step].slice(-mostSteps));

  /** Shows a toast with an undo. Only the newest such toast stays, and those of deletes, which are sent when their toast is gone. */
  function offer(step: Step, text: string): void {
    offerNone();
    const writeKeys = deletesOf(step);
    if (writeKeys.length === 0) newestToast = step.key;
    const onGone = () => writeKeys.forEach(tasks.release);
    toasts.show({ key: step.key, text, undo: () => takeBack(step), onGone });
  }

  function undo(): void {
    const step = steps.value.at(-1);
    if (step === undefined) return say(words().toast.nothingToUndo);
    undoStep(step);
  }

  /** Undoes all steps after the one with this number. */
  function undoSince(number: number): void {
    const since = steps.value.filter((step) => step.number > number);
    since.toReversed().forEach(undoStep);
    if (since.length > 0) say(words().toast.undoneAll(since.length));
  }

  function undoStep(step: Step): void {
    // The toast that offers this undo is removed, too.
    if (toasts.list.value.some(({ key }) => key === step.key)) toasts.undo(step.key);
    else takeBack(step);
  }

  function redo(): void {
    const { toast } = words();
    const next = undone.at(-1);
    if (!next) return say(toast.nothingToRedo);
    undone = undone.slice(0, -1);
    const step = revert(next, toast.redone);
    if (step === null) return;
    keepLast(step);
    if (deletesOf(step).length > 0) offer(step, toast.redone);
  }

  return { keep, removed, offer, offerNone, takeBack, undo, undoSince, redo, steps };
}

const deletesOf = ({ changes }: Step): readonly string[] =>
  changes.flatMap((each) => (each.kind === 'removed' ? [each.writeKey] : []));

/** The fields from before a change; a field that has changed again since keeps its value. */
function reverted(now: Fields, before: Fields, after: Fields): Fields {
  const since = fieldNames
    .filter((name) => now[name] !== after[name])
    .map((name) => [name, now[name]] as const);
  return { ...before, ...Object.fromEntries(since) };
}
