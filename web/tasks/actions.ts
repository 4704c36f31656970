import { signal } from '@preact/signals-core';

import { addDays } from '../dates/calendar.ts';
import type { SetTimer } from '../device/later.ts';
import { asNew, sameFields } from '../sync/fields.ts';
import type { Fields } from '../sync/fields.ts';
import { createHistory } from './history.ts';
import { spreadDays } from '../view/overdue.ts';
import type { Reading } from '../words/reading.ts';
import type { Row } from '../sync/rows.ts';
import { isReadOnly } from '../sync/queue.ts';
import type { Tasks } from '../sync/tasks.ts';
import { hasRoom } from '../sync/kept.ts';
import type { Toasts } from '../ui/toasts.ts';

export type Actions = ReturnType<typeof createActions>;

type Parts = {
  tasks: Tasks;
  toasts: Toasts;
  say: (text: string) => void;
  /** In the language of the moment. */
  reading: () => Reading;
  /** Puts the keyboard on a row. */
  focusRow: (rowKey: string) => void;
  /** Looks whether a row that was just made is on the screen, and runs only if it is not. */
  ifOutOfSight: (rowKey: string, run: () => void) => void;
  todayIso: () => string;
  setTimer: SetTimer;
};

/** Long enough to see the tick drawn and to have second thoughts. */
const lingerMs = 780;

/**
 * What a person can do to tasks: the change, the sentence said about it, and how it is undone. A verb for many rows says one
 * sentence, and one step undoes all of it.
 */
export function createActions(parts: Parts) {
  const { tasks, toasts, say, reading, ifOutOfSight, todayIso, setTimer } = parts;
  const words = () => reading().words;
  const history = createHistory({ ...parts, words });
  const lingering = signal<ReadonlySet<string>>(new Set());

  /** While nothing can be changed, or more would wait than the device can keep, says so instead. */
  function may(more = 1): boolean {
    const state = tasks.state.value;
    const { readOnly, full } = words().offline;
    if (isReadOnly(state)) say(readOnly);
    else if (!state.offline || hasRoom(state.writes, more)) return true;
    else {
      say(full);
      toasts.show({ key: 'full', text: full });
    }
    return false;
  }

  /** Whether it could be added: a page that is read only keeps the words where they are. */
  function add(fields: Fields): boolean {
    if (!may()) return false;
    const rowKey = tasks.create(fields);
    const said = words().add.added(fields.description);
    const step = history.add([{ kind: 'added', rowKey }]);
    say(said);
    ifOutOfSight(rowKey, () => history.offer(step, said));
    return true;
  }

  /** Adds several tasks as one step, with a toast that takes all of them back; whether it could. */
  function addAll(all: readonly Fields[]): boolean {
    if (!may(all.length)) return false;
    const said = words().add.addedAll(all.length);
    const step = history.add(all.map((fields) => ({ kind: 'added', rowKey: tasks.create(fields) })));
    say(said);
    history.offer(step, said);
    return true;
  }

  /** `what` is said of the rows, or nothing, and shown with a way back: of one row only if `offersUndo`. */
  function changeAll(
    rows: readonly Row[],
    change: (fields: Fields, rowKey: string) => Fields,
    what: string | null,
    offersUndo = true,
  ): void {
    const [first] = rows;
    if (first === undefined || !may(rows.length)) return;
    const changes = rows
      .map(({ key: rowKey, fields: before }) => ({ rowKey, before, after: change(before, rowKey) }))
      .filter(({ before, after }) => !sameFields(before, after));
    for (const { rowKey, before, after } of changes)
      if (after.state === 'DONE' && before.state !== 'DONE') linger(rowKey);
    const said = what === null ? null : sentence(rows, first, what);
    if (changes.length > 0) {
      tasks.replaceAll(new Map(changes.map(({ rowKey, after }) => [rowKey, after])));
      const step = history.add(changes.map((each) => ({ kind: 'changed', ...each })));
      if (said !== null && (offersUndo || rows.length > 1)) history.offer(step, said);
      else history.offerNone();
    }
    if (said !== null) say(said);
  }

  function sentence({ length }: readonly Row[], { fields }: Row, what: string): string {
    const { list, commands } = words();
    return length === 1 ? list.nowState(what, fields.description) : commands.many(length, what);
  }

  function linger(key: string): void {
    lingering.value = new Set([...lingering.value, key]);
    setTimer(() => {
      lingering.value = new Set([...lingering.value].filter((each) => each !== key));
    }, lingerMs);
  }

  function setState(rows: readonly Row[], state: Fields['state']): void {
    changeAll(rows, (now) => ({ ...now, state }), words().fields.states[state], state === 'DONE');
  }

  return {
    /** The keys of rows just finished, which keep their place for a moment. */
    lingering,
    add,
    addAll,
    /** Makes one step of rows that came in another way, and returns what undoes it. */
    noteAdded: (rowKeys: readonly string[]) => {
      const step = history.add(rowKeys.map((rowKey) => ({ kind: 'added', rowKey })));
      return () => void (may() && history.takeBack(step));
    },
    save: (row: Row, fields: Fields): void => {
      if (!may()) return;
      changeAll([row], () => fields, null);
      tasks.drafts.setEdit(row.key, null);
    },
    /** Done, or open again when all of them are done. */
    finish: (rows: readonly Row[]) =>
      setState(rows, rows.every(({ fields }) => fields.state === 'DONE') ? 'TODO' : 'DONE'),
    setState,
    setImportance: (rows: readonly Row[], importance: Fields['importance']): void => {
      const what = words().fields.importances[importance];
      changeAll(rows, (now) => ({ ...now, importance }), what, false);
    },
    move: (rows: readonly Row[], dueDate: string) =>
      changeAll(rows, (now) => ({ ...now, dueDate }), reading().days.long(dueDate, todayIso())),
    /** Overdue rows to the coming days, a few a day (web/view/overdue.ts). */
    spread: (overdue: readonly Row[]): void => {
      const today = todayIso();
      const dayOf = spreadDays(overdue, tasks.rows.value, today);
      const last = [...dayOf.values()].at(-1) ?? today;
      const day = reading().days.long(last, today);
      const what = overdue.length === 1 || last === today ? day : words().overdue.spreadUntil(day);
      changeAll(overdue, (now, rowKey) => ({ ...now, dueDate: dayOf.get(rowKey) ?? now.dueDate }), what);
    },
    /** Later by so many days, earlier when negative. */
    nudge: (rows: readonly Row[], by: number): void => {
      const [only, ...others] = rows.map(({ fields }) => addDays(fields.dueDate, by));
      const what =
        only !== undefined && others.length === 0
          ? reading().days.long(only, todayIso())
          : words().commands.nudged(by);
      changeAll(rows, (now) => ({ ...now, dueDate: addDays(now.dueDate, by) }), what);
    },
    remove: (rows: readonly Row[]): void => {
      const [first] = rows;
      if (first === undefined || !may(rows.length)) return;
      const changes = rows.map((row) => ({ kind: 'removed' as const, row, writeKey: tasks.remove(row.key) }));
      const { toast } = words();
      const text =
        rows.length === 1 ? toast.deleted(first.fields.description) : toast.deletedAll(rows.length);
      say(text);
      history.offer(history.add(changes), text, () =>
        changes.forEach(({ writeKey }) => tasks.release(writeKey)),
      );
    },
    /** For a task that was deleted elsewhere: the same words, as a new task. */
    createAgain: (row: Row): void => {
      if (!may()) return;
      if (row.write) tasks.discard(row.write.key);
      add(asNew(row.fields, todayIso()));
    },
    /** Undoes the last step of this page, up to 20 of them one after the other. */
    undo: () => void (may(0) && history.undo()),
  };
}
