import type { Store } from '../state/store.ts';
import { createStore } from '../state/store.ts';
import type { Toasts } from '../ui/toasts.ts';
import type { Words } from '../words/en.ts';
import type { DayBook } from './day-book.ts';
import type { Fields } from './fields.ts';
import type { Row } from './rows.ts';

/** What a person can do to rows: the change, what is said about it, and how long it may be taken back. */
export type Actions = {
  add: (fields: Fields) => void;
  save: (row: Row, fields: Fields) => void;
  setState: (row: Row, state: Fields['state']) => void;
  setImportance: (row: Row, importance: Fields['importance']) => void;
  remove: (row: Row) => void;
  /** For a task that was deleted elsewhere: the same words, as a new task. */
  createAgain: (row: Row, todayIso: string) => void;
  /** Rows just finished, which keep their place for a moment. */
  lingering: Store<ReadonlySet<string>, { key: string; stays: boolean }>;
};

type Parts = {
  book: DayBook;
  toasts: Toasts;
  say: (text: string) => void;
  /** In the language of the moment. */
  words: () => Words;
  /** Where the keyboard is: put it on a row, or take it along from a row that is about to go. */
  focus: { row: (rowKey: string) => void; leave: (rowKey: string) => void };
  setTimer: (run: () => void, ms: number) => () => void;
};

/** Long enough to see the tick drawn and to have second thoughts. */
export const lingerMs = 780;

export function createActions({ book, toasts, say, words, focus, setTimer }: Parts): Actions {
  const lingering = createStore(reduceLingering, new Set<string>());

  return {
    lingering,
    add(fields) {
      book.create(fields);
      say(words().add.added(fields.description));
    },
    save(row, fields) {
      book.replace(row.key, fields);
      book.drafts.dispatch({ kind: 'edit', rowKey: row.key, fields: null });
    },
    setState(row, state) {
      if (state === 'DONE') {
        lingering.dispatch({ key: row.key, stays: true });
        setTimer(() => {
          focus.leave(row.key);
          lingering.dispatch({ key: row.key, stays: false });
        }, lingerMs);
      }
      book.replace(row.key, { ...row.fields, state });
      const { description } = row.fields;
      say(
        state === 'DONE'
          ? words().list.nowDone(description)
          : words().list.nowState(words().fields.states[state], description),
      );
    },
    setImportance(row, importance) {
      book.replace(row.key, { ...row.fields, importance });
      say(words().list.nowState(words().fields.importances[importance], row.fields.description));
    },
    remove(row) {
      const { description } = row.fields;
      const key = book.remove(row.key);
      say(words().toast.deleted(description));
      toasts.show({
        key,
        text: words().toast.deleted(description),
        undo() {
          book.discard(key);
          focus.row(row.key);
          say(words().toast.restored(description));
        },
        onGone: () => book.release(key),
      });
    },
    createAgain(row, todayIso) {
      if (row.write) book.discard(row.write.key);
      const { dueDate } = row.fields;
      book.create({ ...row.fields, dueDate: dueDate < todayIso ? todayIso : dueDate });
    },
  };
}

function reduceLingering(keys: ReadonlySet<string>, { key, stays }: { key: string; stays: boolean }) {
  const next = new Set(keys);
  if (stays) next.add(key);
  else next.delete(key);
  return next;
}
