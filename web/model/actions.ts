import type { SetTimer } from '../state/timer.ts';
import type { Toasts } from './toasts.ts';
import type { Words } from '../words/en.ts';
import type { Tasks } from './tasks.ts';
import { asNew, sameFields } from './fields.ts';
import type { Fields } from './fields.ts';
import { createHistory } from './history.ts';
import type { Step } from './history.ts';
import { createLingering } from './lingering.ts';
import type { Lingering } from './lingering.ts';
import type { Row } from './rows.ts';
import { isReadOnly } from './state.ts';

/** What a person can do to rows: the change, what is said about it, and how it is taken back. */
export type Actions = {
  /** Whether it could be added: a page that is read only keeps the words where they are. */
  add: (fields: Fields) => boolean;
  /** Makes one step of rows that came in another way, and returns what takes it back. */
  noteAdded: (rowKeys: readonly string[]) => () => void;
  save: (row: Row, fields: Fields) => void;
  setState: (row: Row, state: Fields['state']) => void;
  setImportance: (row: Row, importance: Fields['importance']) => void;
  /**
   * The same change to however many rows: one sentence is said, and one step takes all of it back. `offersUndo` shows the
   * sentence as well, with the way back beside it.
   */
  changeAll: (
    rows: readonly Row[],
    change: (fields: Fields) => Fields,
    said: string,
    offersUndo?: boolean,
  ) => void;
  remove: (row: Row) => void;
  removeAll: (rows: readonly Row[]) => void;
  /** For a task that was deleted elsewhere: the same words, as a new task. */
  createAgain: (row: Row, todayIso: string) => void;
  /** Drops what an earlier page could not save, unless one thinks better of it. */
  discardOffer: () => void;
  /** Takes back the last step of this page, up to 20 of them one after the other. */
  undo: () => void;
  /** Rows just finished, which keep their place for a moment. */
  lingering: Lingering;
};

type Parts = {
  tasks: Tasks;
  toasts: Toasts;
  say: (text: string) => void;
  /** In the language of the moment. */
  words: () => Words;
  /** Puts the keyboard on a row. */
  focusRow: (rowKey: string) => void;
  /** Looks whether a row that was just made is on the screen, and runs only if it is not. */
  ifOutOfSight: (rowKey: string, run: () => void) => void;
  todayIso: () => string;
  setTimer: SetTimer;
};

/** A step with the slip that may offer to take it back. */
type ToastStep = Step & { readonly toast: string };

export function createActions(parts: Parts): Actions {
  const { tasks, toasts, say, words, ifOutOfSight, setTimer } = parts;
  const { lingering, linger } = createLingering(setTimer);
  const history = createHistory(parts);
  let toastsShown = 0;
  let newestToast = '';

  /** While nothing can be changed, says so instead. */
  function may(): boolean {
    if (isReadOnly(tasks.state.get())) say(words().offline.readOnly);
    return !isReadOnly(tasks.state.get());
  }

  function add(fields: Fields): boolean {
    if (!may()) return false;
    const rowKey = tasks.create(fields);
    const said = words().add.added(fields.description);
    const step: ToastStep = { changes: [{ kind: 'added', rowKey }], toast: nextToast() };
    history.add(step);
    say(said);
    ifOutOfSight(rowKey, () => showToast(step, said));
    return true;
  }

  function changeAll(
    rows: readonly Row[],
    change: (fields: Fields) => Fields,
    said: string,
    offersUndo = false,
  ): void {
    if (!may()) return;
    const changes = rows
      .map(({ key, fields }) => ({
        kind: 'changed' as const,
        rowKey: key,
        before: fields,
        after: change(fields),
      }))
      .filter(({ before, after }) => !sameFields(before, after));
    for (const { rowKey, before, after } of changes) {
      if (after.state === 'DONE' && before.state !== 'DONE') linger(rowKey);
      tasks.replace(rowKey, after);
    }
    if (changes.length > 0) remember(changes, offersUndo ? said : null);
    if (said !== '') say(said);
  }

  /** Of the toastsShown about changes only the newest stands; for older steps there is the key. */
  function remember(changes: Step['changes'], shown: string | null): void {
    const step: ToastStep = { changes, toast: nextToast() };
    history.add(step);
    if (shown === null) toasts.dismiss(newestToast);
    else showToast(step, shown);
  }

  function nextToast(): string {
    toastsShown += 1;
    return `changed ${toastsShown}`;
  }

  function showToast(step: ToastStep, text: string): void {
    toasts.dismiss(newestToast);
    newestToast = step.toast;
    toasts.show({ key: step.toast, text, undo: () => history.takeBack(step) });
  }

  function removeAll(rows: readonly Row[]): void {
    const [first] = rows;
    if (first === undefined || !may()) return;
    const changes = rows.map((row) => ({ kind: 'removed' as const, row, writeKey: tasks.remove(row.key) }));
    const toast = `deleted ${changes[0]?.writeKey ?? ''}`;
    const step = { changes, toast };
    history.add(step);
    toasts.dismiss(newestToast);
    const text =
      rows.length === 1
        ? words().toast.deleted(first.fields.description)
        : words().toast.deletedAll(rows.length);
    say(text);
    toasts.show({
      key: toast,
      text,
      undo: () => history.takeBack(step),
      onGone: () => changes.forEach(({ writeKey }) => tasks.release(writeKey)),
    });
  }

  return {
    lingering,
    add,
    noteAdded(rowKeys) {
      const step: Step = { changes: rowKeys.map((rowKey) => ({ kind: 'added', rowKey })), toast: null };
      history.add(step);
      return () => void (may() && history.takeBack(step));
    },
    save(row, fields) {
      if (!may()) return;
      changeAll([row], () => fields, '');
      tasks.drafts.dispatch({ kind: 'edit', rowKey: row.key, fields: null });
    },
    setState(row, state) {
      const { list, fields } = words();
      const { description } = row.fields;
      const said =
        state === 'DONE' ? list.nowDone(description) : list.nowState(fields.states[state], description);
      changeAll([row], (now) => ({ ...now, state }), said, state === 'DONE');
    },
    setImportance(row, importance) {
      const { list, fields } = words();
      const said = list.nowState(fields.importances[importance], row.fields.description);
      changeAll([row], (now) => ({ ...now, importance }), said);
    },
    changeAll,
    remove: (row) => removeAll([row]),
    removeAll,
    createAgain(row, today) {
      if (!may()) return;
      if (row.write) tasks.discard(row.write.key);
      add(asNew(row.fields, today));
    },
    discardOffer() {
      const { offered } = tasks.state.get();
      const text = words().offer.discarded(offered.length);
      tasks.offer([]);
      say(text);
      toasts.show({ key: 'offer-discarded', text, undo: () => tasks.offer(offered) });
    },
    undo: () => void (may() && history.undo()),
  };
}
