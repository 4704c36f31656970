import type { Toasts } from './toasts.ts';
import type { Words } from '../words/en.ts';
import type { Tasks } from './tasks.ts';
import { asNew } from './fields.ts';
import type { Fields } from './fields.ts';
import { rowsOf } from './rows.ts';
import type { Row } from './rows.ts';

/** One change to one row, with what it takes to take it back. */
export type TaskChange =
  | { readonly kind: 'added'; readonly rowKey: string }
  | { readonly kind: 'changed'; readonly rowKey: string; readonly before: Fields; readonly after: Fields }
  | { readonly kind: 'removed'; readonly row: Row; readonly writeKey: string };

/** What one key press or click did, however many rows it met. `toast` is the slip that offers to take it back. */
export type Step = { readonly changes: readonly TaskChange[]; readonly toast: string | null };

export type History = {
  add: (step: Step) => void;
  /** Takes back the last step. */
  undo: () => void;
  takeBack: (step: Step) => void;
};

type Parts = {
  tasks: Tasks;
  toasts: Toasts;
  say: (text: string) => void;
  words: () => Words;
  focusRow: (rowKey: string) => void;
  todayIso: () => string;
};

/** So many steps can be taken back, the last one first. */
export const mostSteps = 20;

export function createHistory({ tasks, toasts, say, words, focusRow, todayIso }: Parts): History {
  let steps: readonly Step[] = [];

  function takeBack(step: Step): void {
    steps = steps.filter((each) => each !== step);
    const keys = new Set(
      step.changes.map((change) => (change.kind === 'removed' ? change.row.key : change.rowKey)),
    );
    const met = rowsOf(tasks.state.get()).filter(({ key }) => keys.has(key));
    const rows = new Map(met.map((row) => [row.key, row]));
    const done = step.changes.toReversed().filter((change) => takeBackChange(change, rows));
    const [first] = done;
    const { toast } = words();
    if (first === undefined) say(toast.tooLate);
    else if (done.length > 1) say(toast.undoneAll(done.length));
    else say(first.kind === 'removed' ? toast.restored(first.row.fields.description) : toast.undone);
  }

  /** Whether there was still something to take back. */
  function takeBackChange(change: TaskChange, rows: ReadonlyMap<string, Row>): boolean {
    if (change.kind === 'removed') return restore(change.row, change.writeKey);
    const row = rows.get(change.rowKey);
    if (row === undefined) return false;
    if (change.kind === 'added') tasks.release(tasks.remove(row.key));
    else {
      tasks.replace(row.key, reverted(row.fields, change.before, change.after));
      focusRow(row.key);
    }
    return true;
  }

  /** A delete that the service may have seen cannot be called back: the task is written anew, and not for a past date. */
  function restore(row: Row, writeKey: string): boolean {
    const write = tasks.state.get().writes.find(({ key }) => key === writeKey);
    if (write !== undefined && (!write.tried || write.status === 'failed')) tasks.discard(writeKey);
    else tasks.create(asNew(row.fields, todayIso()), row.key);
    focusRow(row.key);
    return true;
  }

  return {
    add: (step) => void (steps = [...steps, step].slice(-mostSteps)),
    undo() {
      const step = steps.at(-1);
      if (step === undefined) return say(words().toast.nothingToUndo);
      const shown = toasts.store.get().find(({ key }) => key === step.toast);
      // The slip goes with it.
      if (shown) toasts.undo(shown.key);
      else takeBack(step);
    },
    takeBack,
  };
}

/** The fields as they were before a change; what has been changed again since stays as it is. */
export function reverted(now: Fields, before: Fields, after: Fields): Fields {
  const back = <Name extends keyof Fields>(name: Name): Fields[Name] =>
    now[name] === after[name] ? before[name] : now[name];
  return {
    description: back('description'),
    dueDate: back('dueDate'),
    importance: back('importance'),
    state: back('state'),
  };
}
