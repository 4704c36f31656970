import { signal } from '@preact/signals-core';
import { longestDescription } from '../../contract/fields.ts';
import { addDays } from '../dates/calendar.ts';
import { nextDue } from '../dates/repeat.ts';
import { lengthOf } from '../sync/fields.ts';
import { sameFields, idOfRow, isReadOnly } from '../sync/queue.ts';
import { keyAfterDeletion, nextTaskKey } from '../sync/sending.ts';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { optionsOf } from '../quick-add/options.ts';
import { repeatIn } from '../quick-add/read-date.ts';
import { monthDayWords } from '../quick-add/repeat-rule.ts';
import { spreadDays } from '../view/week.ts';
import { hasRoom } from '../sync/unsent.ts';
import { createHistory } from './history.ts';
import type { QuickAddOptions } from '../quick-add/options.ts';

export type Actions = ReturnType<typeof createActions>;

type Parts = Parameters<typeof createHistory>[0] & {
  todayIso: () => string;
  /** Runs only if the row, which was just added or changed, is not visible. */
  ifOutOfSight: (rowKey: string, run: () => void) => void;
  /** The number of tasks that fill a day. */
  mostADay: () => number;
};

/**
 * The toast with an undo for a change: always (`toast`), for many rows or a row out of sight (`words`), or never (`place`: rows
 * placed on days in web/tasks/plan.tsx). A `place` step also has the rows whose day stays the same.
 */
type Feedback = 'toast' | 'words' | 'place';

/** Long enough to see the tick and to undo it. */
const lingerMs = 780;

/** The actions on tasks, each with its announcement. An action on many rows has one announcement and is one step to undo. */
export function createActions(parts: Parts) {
  const { tasks, toasts, say, reading, ifOutOfSight, todayIso, mostADay } = parts;
  const words = () => reading().words;
  const lingering = signal<ReadonlySet<string>>(new Set());

  const history = createHistory(parts);
  const { keep, offer, offerNone } = history;
  const options = () => optionsOf(reading(), todayIso());
  const inWords = (iso: string) => reading().days.long(iso, todayIso());

  /** True if `more` changes are allowed. Otherwise it announces that the page is read only, or that the queue is full. */
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

  /** Returns the key of the new row, or null if it cannot be added; the caller then keeps the text. */
  function add(fields: Fields): string | null {
    if (!may()) return null;
    const rowKey = tasks.create(fields);
    const said = words().add.added(fields.description);
    const step = keep([{ kind: 'added', rowKey }]);
    say(said);
    ifOutOfSight(rowKey, () => offer(step, said));
    return rowKey;
  }

  /** Adds several tasks as one step, with a toast that undoes all. Returns false if they cannot be added. */
  function addAll(all: readonly Fields[]): boolean {
    if (!may(all.length)) return false;
    const said = words().add.addedAll(all.length);
    const step = keep(all.map((fields) => ({ kind: 'added', rowKey: tasks.create(fields) })));
    say(said);
    offer(step, said);
    return true;
  }

  /** `what` is announced with the rows, unless null. `seen` has the fields that the person saw, if the row has changed since. */
  function changeAll(
    rows: readonly Row[],
    change: (fields: Fields, rowKey: string) => Fields,
    what: string | null,
    feedback: Feedback = 'toast',
    seen?: Fields,
  ): void {
    const [first] = rows;
    if (first === undefined || !may(rows.length)) return;
    const changes = rows
      .map(({ key: rowKey, fields: before }) => ({ rowKey, before, after: change(before, rowKey) }))
      .filter(({ before, after }) => feedback === 'place' || !sameFields(before, after));
    for (const { rowKey, before, after } of changes)
      if (after.state === 'DONE' && before.state !== 'DONE') linger(rowKey);
    const nexts = changes.flatMap(nextTask);
    const sentences = [
      what !== null && sentence(rows, first, what),
      nexts.length > 0 && nextOn(nexts),
    ];
    const said = sentences.filter((each) => each !== false).join('. ') || null;
    if (changes.length > 0) {
      const differing = changes.filter(({ before, after }) => !sameFields(before, after));
      tasks.replaceAll(new Map(differing.map(({ rowKey, after }) => [rowKey, after])), seen);
      const added = nexts.map(({ fields, key }) => tasks.create(fields, key, key));
      const done = [
        ...changes.map((each) => ({ kind: 'changed' as const, ...each })),
        ...added.map((rowKey) => ({ kind: 'added' as const, rowKey })),
      ];
      const places = feedback === 'place';
      const step = keep(done, places);
      offerNone();
      if (said !== null && !places) {
        if (feedback === 'toast' || rows.length > 1) offer(step, said);
        else ifOutOfSight(first.key, () => offer(step, said));
      }
    }
    if (said !== null) say(said);
  }

  /** The next task of a recurrence, unless the list has it already, also in a changed form. */
  function nextTask({ rowKey, before, after }: { rowKey: string; before: Fields; after: Fields }) {
    const fields = nextOf(before, after, options());
    let key = nextTaskKey(idOfRow(tasks.state.value, rowKey) ?? rowKey, after.dueDate);
    const isThere = (row: Row) =>
      row.key.startsWith(key) || (fields && sameFields(row.fields, fields));
    if (!fields || tasks.rows.value.some(isThere)) return [];
    const { writes } = tasks.state.value;
    while (writes.some(({ target }) => target === key)) key = keyAfterDeletion(key);
    return [{ fields, key }];
  }

  function nextOn([first, ...others]: readonly { fields: Fields }[]): string {
    const { next, nextOnes } = words().list;
    return first && others.length === 0
      ? next(inWords(first.fields.dueDate))
      : nextOnes(others.length + 1);
  }

  function sentence({ length }: readonly Row[], { fields }: Row, what: string): string {
    const { list, commands } = words();
    return length === 1 ? list.nowState(what, fields.description) : commands.many(length, what);
  }

  function linger(key: string): void {
    lingering.value = new Set([...lingering.value, key]);
    setTimeout(() => {
      lingering.value = new Set([...lingering.value].filter((each) => each !== key));
    }, lingerMs);
  }

  function setState(rows: readonly Row[], state: Fields['state']): void {
    const feedback = state === 'DONE' ? 'toast' : 'words';
    changeAll(rows, (now) => ({ ...now, state }), words().fields.states[state], feedback);
  }

  return {
    /** The keys of rows just finished, which keep their place for `lingerMs`. */
    lingering,
    add,
    addAll,
    /** Records rows that an import has added as one step. Returns a function that undoes it. */
    recordAdded: (rowKeys: readonly string[]) => {
      const step = keep(rowKeys.map((rowKey) => ({ kind: 'added', rowKey })));
      return () => void (may() && history.takeBack(step));
    },
    /** `opened` has the fields that the form began with. */
    save: (row: Row, fields: Fields, opened = row.fields): void => {
      if (!may()) return;
      changeAll(
        [row],
        () => fields,
        null,
        'toast',
        sameFields(row.fields, opened) ? undefined : opened,
      );
      tasks.drafts.setEdit(row.key, null);
    },
    /** Finishes the rows, or reopens them if all are done. */
    finish: (rows: readonly Row[]) =>
      setState(rows, rows.every(({ fields }) => fields.state === 'DONE') ? 'TODO' : 'DONE'),
    setState,
    setImportance: (rows: readonly Row[], importance: Fields['importance']): void => {
      const what = words().fields.importances[importance];
      changeAll(rows, (now) => ({ ...now, importance }), what, 'words');
    },
    endRepeat: (row: Row): void => {
      const end = (now: Fields) => ({
        ...now,
        description: withoutRepeat(now.description, options()),
      });
      changeAll([row], end, words().menu.endRepeat);
    },
    move: (rows: readonly Row[], dueDate: string, feedback?: Feedback) =>
      changeAll(rows, (now) => ({ ...now, dueDate }), inWords(dueDate), feedback),
    /** Spreads rows over the coming working days, a few a day (web/view/week.ts). */
    spread: (rows: readonly Row[], feedback?: Feedback): void => {
      const today = todayIso();
      const most = mostADay();
      const dayOf = spreadDays(rows, tasks.rows.value, today, most);
      const last = [...dayOf.values()].at(-1) ?? today;
      const day = inWords(last);
      const what =
        rows.length === 1 || last === today ? day : words().overdue.spreadUntil(most, day);
      const place = (now: Fields, rowKey: string) => ({
        ...now,
        dueDate: dayOf.get(rowKey) ?? now.dueDate,
      });
      changeAll(rows, place, what, feedback);
    },
    /** Moves rows by a number of days; earlier if negative. */
    moveByDays: (rows: readonly Row[], by: number): void => {
      const later = (now: Fields) => ({ ...now, dueDate: addDays(now.dueDate, by) });
      const [first] = rows;
      const isOne = first !== undefined && rows.length === 1;
      const what = isOne ? inWords(later(first.fields).dueDate) : words().commands.nudged(by);
      changeAll(rows, later, what);
    },
    remove: (rows: readonly Row[]): void => {
      const [first] = rows;
      if (first === undefined || !may(rows.length)) return;
      const { toast } = words();
      const text =
        rows.length === 1 ? toast.deleted(first.fields.description) : toast.deletedAll(rows.length);
      say(text);
      offer(keep(rows.map(history.removed)), text);
    },
    /** Discards the change and adds its fields as a new task. */
    createAgain: (row: Row): void => {
      if (!may()) return;
      if (row.write) tasks.discard(row.write.key);
      add(row.fields);
    },
    undo: () => void (may(0) && history.undo()),
    redo: () => void (may(0) && history.redo()),
    steps: history.steps,
    undoSince: (number: number) => void (may(0) && history.undoSince(number)),
  };
}

/** The task that follows a finished one: the same description, due on the next day of its rule after today. */
export function nextOf(
  before: Fields,
  after: Fields,
  options: QuickAddOptions,
): Fields | undefined {
  if (after.state !== 'DONE' || before.state === 'DONE') return undefined;
  const repeat = repeatIn(after.description, options);
  const dueDate = repeat && nextDue(repeat.rule, after.dueDate, options.todayIso);
  if (dueDate === undefined) return undefined;
  return { ...after, description: withDay(after, dueDate, options), dueDate, state: 'TODO' };
}

/** "every month" from the 31st gets "on the 31st" if the next month is shorter; "every year" from 29 February gets that day. */
function withDay(
  { description, dueDate }: Fields,
  nextIso: string,
  options: QuickAddOptions,
): string {
  const repeat = repeatIn(description, options);
  const day = Number(dueDate.slice(8));
  const isShorter = /month|year/.test(repeat?.rule.unit ?? '') && Number(nextIso.slice(8)) < day;
  if (!repeat || !isShorter || repeat.rule.monthDay !== undefined || repeat.rule.isFromDone)
    return description;
  const [before, after] = [description.slice(0, repeat.end), description.slice(repeat.end)];
  const month = repeat.rule.unit === 'year' ? february[repeat.language] : '';
  const written = `${before} ${monthDayWords[repeat.language](day)}${month}${after}`;
  const isRead = repeatIn(written, options)?.rule.monthDay === day;
  return isRead && lengthOf(written) <= longestDescription ? written : description;
}

const february = { en: ' of February', de: ' Februar', fr: ' février' };

/** The description without its recurrence, or unchanged if it has no other words. */
export function withoutRepeat(description: string, options: QuickAddOptions): string {
  const repeat = repeatIn(description, options);
  if (repeat === undefined) return description;
  const [before, after] = [description.slice(0, repeat.start), description.slice(repeat.end)];
  return `${before.trimEnd()} ${after.trimStart()}`.trim() || description;
}
