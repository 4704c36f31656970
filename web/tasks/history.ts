import type { Toasts } from '../ui/toasts.ts';
import type { Words } from '../words/en.ts';
import type { DayBook } from './day-book.ts';
import { asNew } from './fields.ts';
import type { Fields } from './fields.ts';
import { rowsOf } from './rows.ts';
import type { Row } from './rows.ts';

/** One change to one row, with what it takes to take it back. */
export type Deed =
  | { readonly kind: 'added'; readonly rowKey: string }
  | { readonly kind: 'changed'; readonly rowKey: string; readonly before: Fields; readonly after: Fields }
  | { readonly kind: 'removed'; readonly row: Row; readonly writeKey: string };

/** What one key press or click did, however many rows it met. `toast` is the slip that offers to take it back. */
export type Step = { readonly deeds: readonly Deed[]; readonly toast: string | null };

export type History = {
  add: (step: Step) => void;
  /** Takes back the last step. */
  undo: () => void;
  takeBack: (step: Step) => void;
};

type Parts = {
  book: DayBook;
  toasts: Toasts;
  say: (text: string) => void;
  words: () => Words;
  focusRow: (rowKey: string) => void;
  todayIso: () => string;
};

/** So many steps can be taken back, the last one first. */
export const mostSteps = 20;

export function createHistory({ book, toasts, say, words, focusRow, todayIso }: Parts): History {
  let steps: readonly Step[] = [];

  function takeBack(step: Step): void {
    steps = steps.filter((each) => each !== step);
    const keys = new Set(step.deeds.map((deed) => (deed.kind === 'removed' ? deed.row.key : deed.rowKey)));
    const met = rowsOf(book.tasks.get()).filter(({ key }) => keys.has(key));
    const rows = new Map(met.map((row) => [row.key, row]));
    const done = step.deeds.toReversed().filter((deed) => takeBackDeed(deed, rows));
    const [first] = done;
    const { toast } = words();
    if (first === undefined) say(toast.tooLate);
    else if (done.length > 1) say(toast.undoneAll(done.length));
    else say(first.kind === 'removed' ? toast.restored(first.row.fields.description) : toast.undone);
  }

  /** Whether there was still something to take back. */
  function takeBackDeed(deed: Deed, rows: ReadonlyMap<string, Row>): boolean {
    if (deed.kind === 'removed') return restore(deed.row, deed.writeKey);
    const row = rows.get(deed.rowKey);
    if (row === undefined) return false;
    if (deed.kind === 'added') book.release(book.remove(row.key));
    else {
      book.replace(row.key, reverted(row.fields, deed.before, deed.after));
      focusRow(row.key);
    }
    return true;
  }

  /** A delete that the service may have seen cannot be called back: the task is written anew, and not for a past date. */
  function restore(row: Row, writeKey: string): boolean {
    const write = book.tasks.get().writes.find(({ key }) => key === writeKey);
    if (write !== undefined && (!write.tried || write.status === 'failed')) book.discard(writeKey);
    else book.create(asNew(row.fields, todayIso()), row.key);
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
