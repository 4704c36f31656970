import { addDays } from '../dates/calendar.ts';
import { optionsOf } from '../quick-add/options.ts';
import { dayNamed } from '../quick-add/day-names.ts';
import type { DayName } from '../quick-add/day-names.ts';
import type { Fields } from '../sync/fields.ts';
import { sameFields } from '../sync/queue.ts';
import { rowWith } from '../sync/rows.ts';
import type { Row } from '../sync/rows.ts';
import { spreadDays } from '../view/week.ts';
import { isolated } from '../words/language.ts';
import { whereaboutsOf } from '../sync/whereabouts.ts';
import { addedNotice } from './added-notice.ts';
import { createRowChanges, mayChange } from './change-rows.ts';
import type { ActionDependencies, ChangeFields } from './change-rows.ts';
import type { Step, TaskChange } from './history.ts';
import { createUndo, removeRow } from './undo.ts';

export type Actions = ReturnType<typeof createActions>;

/** The actions on tasks, each with its announcement. An action on many rows has one announcement and is one step to undo. */
export function createActions(dependencies: ActionDependencies) {
  const { tasks, toasts, say, reading, ifOutOfSight, isFound, todayIso, whenRead } = dependencies;
  const words = () => reading().words;
  const movedTo = (iso: string) => words().toast.movedTo(inWords(iso));
  const inWords = (iso: string) => reading().days.long(iso, todayIso());
  const undo = createUndo(dependencies);
  const { lingering, change, changeInPlace, changeInSight, moveInPlan } = createRowChanges(
    dependencies,
    undo,
  );

  function setState(rows: readonly Row[], state: Fields['state']): void {
    const changeWords = words().fields.states[state];
    if (state === 'DONE') change(rows, withFields({ state }), changeWords);
    else changeInSight(rows, withFields({ state }), changeWords);
  }

  const isoOf = (name: DayName) =>
    dayNamed(name, { todayIso: todayIso(), firstDayOfWeek: reading().days.firstDayOfWeek });

  const move = (rows: readonly Row[], dueDate: string) =>
    change(rows, withFields({ dueDate }), movedTo(dueDate));

  const moveToDateInPlan = (rows: readonly Row[], dueDate: string) =>
    moveInPlan(rows, withFields({ dueDate }), movedTo(dueDate));

  /** The new day of one row, or the number of days by which several move. */
  function moveWords([first, ...others]: readonly Row[], by: number): string {
    if (first && others.length === 0) return movedTo(addDays(first.fields.dueDate, by));
    return words().commands.nudged(by);
  }

  /** The name of one deleted row, or the number of several. */
  function deleteWords(rows: readonly Row[]): string {
    const { deleted, deletedAll } = words().toast;
    const [first, ...others] = rows;
    if (first && others.length === 0) return deleted(isolated(first.fields.description));
    return deletedAll(rows.length);
  }

  /** Where an edit takes a row: to another day, or among the finished ones; null if it stays. */
  function destinationOf(before: Fields, after: Fields): string | null {
    if (after.dueDate !== before.dueDate) return movedTo(after.dueDate);
    if (after.state !== before.state) return words().fields.states[after.state];
    return null;
  }

  /** After an edit of a row that is not in sight: whether the search or the filter hides it. */
  function savedWords({ key }: Row, title: string): string {
    const { saved, outOfView } = words().editor;
    return isFound(key) ? saved(title) : outOfView(title);
  }

  /** Returns the key of the new row, or null if it cannot be added; the caller then keeps the text. */
  function add(fields: Fields): string | null {
    if (!mayChange(dependencies)) return null;
    const rowKey = tasks.create(fields);
    const { description, dueDate } = fields;
    const step = undo.record([asAdded(rowKey)]);
    const title = isolated(description);
    const onDay = words().add.addedOn(inWords(dueDate), title);
    const inSight = dueDate === todayIso() ? words().add.added(title) : onDay;
    const noticeOf = (added: string) => noticeAbout([rowKey], added, title);
    say(noticeOf(inSight)() ?? inSight);
    ifOutOfSight(rowKey, () => offerAdded(step, noticeOf(onDay)));
    return rowKey;
  }

  /** Returns a function that says where the added rows are now. */
  function noticeAbout(rowKeys: readonly string[], added: string, subject: string) {
    return () => addedNotice(whereaboutsOf(tasks.state.value, rowKeys), added, subject, words());
  }

  /** Offers to undo an addition. The notice changes when the tasks stay on this device, and goes when they are refused. */
  function offerAdded(step: Step, noticeNow: () => string | null): void {
    const first = noticeNow();
    if (first === null) return;
    undo.offer(step, first);
    const isShown = () => toasts.list.peek().some(({ key }) => key === step.key);
    const unfollow = tasks.state.subscribe(() => {
      if (isShown()) toasts.reword(step.key, noticeNow());
      else queueMicrotask(() => unfollow());
    });
  }

  return {
    lingering,
    add,
    /** Adds several tasks as one step, with a toast that undoes all. Returns false if they cannot be added. */
    addAll: (all: readonly Fields[]): boolean => {
      if (!mayChange(dependencies, all.length)) return false;
      const rowKeys = all.map((fields) => tasks.create(fields));
      const step = undo.record(rowKeys.map(asAdded));
      const { add: texts, list } = words();
      const added = texts.addedAll(all.length);
      const noticeNow = noticeAbout(rowKeys, added, list.counted(all.length));
      say(noticeNow() ?? added);
      offerAdded(step, noticeNow);
      return true;
    },
    /** Records rows that an import has added as one step. Returns a function that undoes it. */
    recordAdded: (rowKeys: readonly string[]) => {
      const step = undo.record(rowKeys.map(asAdded));
      return () => void (mayChange(dependencies) && undo.takeBack(step));
    },
    /** `opened` has the fields that the form began with. */
    save: (row: Row, fields: Fields, opened = row.fields): void => {
      if (!mayChange(dependencies)) return;
      const seen = sameFields(row.fields, opened) ? undefined : opened;
      const moved = destinationOf(row.fields, fields);
      if (moved !== null) change([row], () => fields, moved, seen);
      else changeInPlace(row, fields, (title) => savedWords(row, title), seen);
      tasks.drafts.setEdit(row.key, null);
    },
    /** Finishes the rows, or reopens them if all are done. */
    finish: (rows: readonly Row[]) =>
      setState(rows, rows.every(({ fields }) => fields.state === 'DONE') ? 'TODO' : 'DONE'),
    setState,
    setImportance: (rows: readonly Row[], importance: Fields['importance']) =>
      changeInSight(rows, withFields({ importance }), words().fields.importances[importance]),
    endRepeat: (row: Row): void =>
      whenRead(({ withoutRepeat }) => {
        const options = optionsOf(reading(), todayIso());
        // As it is now: other keys may have changed the row before the reader was loaded.
        const now = rowWith(tasks.rows.value, row.key) ?? row;
        const description = withoutRepeat(now.fields.description, options);
        change([now], withFields({ description }), words().menu.endRepeat);
      }),
    move,
    moveToDay: (rows: readonly Row[], name: DayName) => move(rows, isoOf(name)),
    /** Moves rows to a day in the plan. */
    moveInPlan: moveToDateInPlan,
    moveToDayInPlan: (rows: readonly Row[], name: DayName) => moveToDateInPlan(rows, isoOf(name)),
    /** Spreads rows over the coming working days, a few a day (web/view/week.ts). */
    spread: (rows: readonly Row[]): void => {
      const { to, changeWords } = spreadOf(dependencies, rows);
      change(rows, to, changeWords);
    },
    /** Spreads rows in the plan. */
    spreadInPlan: (rows: readonly Row[]): void => {
      const { to, changeWords } = spreadOf(dependencies, rows);
      moveInPlan(rows, to, changeWords);
    },
    /** Moves rows by a number of days; earlier if negative. */
    moveByDays: (rows: readonly Row[], by: number): void => {
      if (rows.length === 0) return;
      const moved = (now: Fields) => ({ ...now, dueDate: addDays(now.dueDate, by) });
      change(rows, moved, moveWords(rows, by));
    },
    remove: (rows: readonly Row[]): void => {
      if (rows.length === 0 || !mayChange(dependencies, rows.length)) return;
      const text = deleteWords(rows);
      say(text);
      undo.offer(undo.record(rows.map((row) => removeRow(tasks, row))), text);
    },
    sayCopied: (count: number) => say(words().commands.many(count, words().crash.copied)),
    /** Discards the change and adds its fields as a new task. */
    createAgain: (row: Row): void => {
      if (!mayChange(dependencies)) return;
      if (row.write) tasks.discard(row.write.key);
      add(row.fields);
    },
    undo: () => void (mayChange(dependencies, 0) && undo.undo()),
    redo: () => void (mayChange(dependencies, 0) && undo.redo()),
    steps: undo.steps,
    undoSince: (number: number) => void (mayChange(dependencies, 0) && undo.undoSince(number)),
  };
}

const withFields =
  (changed: Partial<Fields>): ChangeFields =>
  (now) => ({ ...now, ...changed });

const asAdded = (rowKey: string): TaskChange => ({ kind: 'added', rowKey });

/** Rows spread over the coming working days, and the last of these days in words. */
function spreadOf(
  { tasks, reading, todayIso, mostADay }: ActionDependencies,
  rows: readonly Row[],
) {
  const today = todayIso();
  const most = mostADay();
  const dayOf = spreadDays(rows, tasks.rows.value, today, most);
  const last = [...dayOf.values()].at(-1) ?? today;
  const { words, days } = reading();
  const day = days.long(last, today);
  const to: ChangeFields = (now, rowKey) => ({
    ...now,
    dueDate: dayOf.get(rowKey) ?? now.dueDate,
  });
  if (rows.length === 1 || last === today) return { to, changeWords: words.toast.movedTo(day) };
  return { to, changeWords: words.overdue.spreadUntil(most, day) };
}
