import type { Toasts } from '../ui/toasts.ts';
import type { Words } from '../words/en.ts';
import type { Tasks } from '../sync/tasks.ts';
import { fieldNames } from '../../contract/fields.ts';
import { asNew } from '../sync/fields.ts';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { asks } from '../sync/queue.ts';

/** One change to one row, with what it takes to undo it. */
type TaskChange =
  | { readonly kind: 'added'; readonly rowKey: string }
  | { readonly kind: 'changed'; readonly rowKey: string; readonly before: Fields; readonly after: Fields }
  | { readonly kind: 'removed'; readonly row: Row; readonly writeKey: string };

/** What one key press or click did, however many rows it met. `key` is also that of the toast that offers to undo it. */
type Step = { readonly changes: readonly TaskChange[]; readonly key: string };

type Parts = {
  tasks: Tasks;
  toasts: Toasts;
  say: (text: string) => void;
  words: () => Words;
  focusRow: (rowKey: string) => void;
  todayIso: () => string;
};

/** So many steps can be undone, the last one first. */
export const mostSteps = 20;

export function createHistory({ tasks, toasts, say, words, focusRow, todayIso }: Parts) {
  let steps: readonly Step[] = [];
  let count = 0;
  let newestToast = '';

  function takeBack(step: Step): void {
    steps = steps.filter((each) => each !== step);
    const keys = new Set(
      step.changes.map((change) => (change.kind === 'removed' ? change.row.key : change.rowKey)),
    );
    const met = tasks.rows.value.filter(({ key }) => keys.has(key));
    const rows = new Map(met.map((row) => [row.key, row]));
    const done = step.changes.toReversed().flatMap((change) => {
      const row = change.kind === 'removed' ? change.row : rows.get(change.rowKey);
      return row === undefined ? [] : [{ change, row }];
    });
    const reverts = new Map<string, Fields>();
    for (const { change, row } of done) {
      if (change.kind === 'added') tasks.release(tasks.remove(row.key));
      else if (change.kind === 'removed') restore(row, change.writeKey);
      else reverts.set(row.key, reverted(row.fields, change.before, change.after));
    }
    if (reverts.size > 0) tasks.replaceAll(reverts);
    const back = done.findLast(({ change }) => change.kind !== 'added');
    if (back) focusRow(back.row.key);
    const [first] = done;
    const { toast } = words();
    if (first === undefined) say(toast.tooLate);
    else if (done.length > 1) say(toast.undoneAll(done.length));
    else say(first.change.kind === 'removed' ? toast.restored(first.row.fields.description) : toast.undone);
  }

  /** A delete that the service may have seen cannot be called back: the task is created again, and not for a past date. */
  function restore(row: Row, writeKey: string): void {
    const write = tasks.state.value.writes.find(({ key }) => key === writeKey);
    if (write !== undefined && (!write.tried || asks(write))) tasks.discard(writeKey);
    else tasks.create(asNew(row.fields, todayIso()), row.key);
  }

  const offerNone = () => toasts.dismiss(newestToast);

  return {
    add(changes: readonly TaskChange[]): Step {
      const step = { changes, key: `step ${(count += 1)}` };
      steps = [...steps, step].slice(-mostSteps);
      return step;
    },
    /** Shows what was done with a way back. Of these toasts only the newest stays, but for one with `onGone`. */
    offer(step: Step, text: string, onGone?: () => void): void {
      offerNone();
      if (onGone === undefined) newestToast = step.key;
      toasts.show({ key: step.key, text, undo: () => takeBack(step), ...(onGone && { onGone }) });
    },
    /** The newest toast goes, which was about an earlier step. */
    offerNone,
    /** Undoes the last step. */
    undo(): void {
      const step = steps.at(-1);
      if (step === undefined) return say(words().toast.nothingToUndo);
      // The toast that offers it goes with it.
      if (toasts.list.value.some(({ key }) => key === step.key)) toasts.undo(step.key);
      else takeBack(step);
    },
    takeBack,
  };
}

/** The fields as they were before a change; what has been changed again since stays as it is. */
export function reverted(now: Fields, before: Fields, after: Fields): Fields {
  const since = fieldNames
    .filter((name) => now[name] !== after[name])
    .map((name) => [name, now[name]] as const);
  return { ...before, ...Object.fromEntries(since) };
}
