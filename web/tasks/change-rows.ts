import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { optionsOf } from '../quick-add/options.ts';
import type { Fields } from '../sync/fields.ts';
import { isReadOnly, sameFields } from '../sync/queue.ts';
import type { TasksState } from '../sync/queue.ts';
import type { Row } from '../sync/rows.ts';
import { hasRoom } from '../sync/unsent.ts';
import type { Step, TaskChange } from './history.ts';
import type { WhenRead, WholeReader } from './reader.ts';
import type { NextTask, RowChange } from './next-of-recurrence.ts';
import type { Undo, UndoDependencies } from './undo.ts';
import { isolated } from '../words/language.ts';

/** What every action on tasks needs. */
export type ActionDependencies = UndoDependencies & {
  todayIso: () => string;
  whenRead: WhenRead;
  /** Runs only if the row, which was just added or changed, is not visible. */
  ifOutOfSight: (rowKey: string, run: () => void) => void;
  /** True if the search and the filter show the row. */
  isFound: (rowKey: string) => boolean;
  /** The number of tasks that fill a day. */
  mostADay: () => number;
  /** Runs now, or once nothing is pressed any more. */
  whenReleased: (run: () => void) => void;
};

/** True if `more` changes are allowed. Otherwise it announces that the page is read only, or that the queue is full. */
export function mayChange({ tasks, toasts, say, reading }: UndoDependencies, more = 1): boolean {
  const obstacle = obstacleOf(tasks.state.value, more);
  if (obstacle === null) return true;
  const text = reading().words.offline[obstacle];
  say(text);
  if (obstacle === 'full') toasts.show({ key: 'full', text });
  return false;
}

/** readOnly: the page does not understand the service. full: the device has no room for more offline changes. */
function obstacleOf(state: TasksState, more: number): 'readOnly' | 'full' | null {
  if (isReadOnly(state)) return 'readOnly';
  if (state.offline && !hasRoom(state.writes, more)) return 'full';
  return null;
}

/** The fields of a row after a change. */
export type ChangeFields = (fields: Fields, rowKey: string) => Fields;

/** A change as it was made: its step, unless no row has changed, and its announcement, if it has one. */
type MadeChange = { readonly step: Step | null; readonly announcement: string | null };

/** `changeWords` are announced with the rows, unless null. `seen`: the fields that the person saw, if the row has changed since. */
type HowChanged = { changeWords: string | null; isInPlan?: boolean; seen?: Fields };

const noNextTasks: WholeReader['nextTasks'] = () => [];

/**
 * Changes of many rows, each with one announcement, and as one step to undo. `changeWords` are announced with the rows, unless null. A
 * change that is not allowed is announced as such.
 */
export function createRowChanges(dependencies: ActionDependencies, undo: Undo) {
  const { tasks, say, reading, todayIso, whenRead, ifOutOfSight } = dependencies;
  const lingering = createLingering(dependencies.whenReleased);

  /**
   * Makes a change at once, and then runs `then`. Only a finished task waits for the reader, because the next one may follow; by then
   * other keys may have changed the rows.
   */
  function makeChange(
    rows: readonly Row[],
    changesIn: (rows: readonly Row[]) => readonly RowChange[],
    how: HowChanged,
    then: (made: MadeChange) => void,
  ): void {
    const changes = changesIn(rows);
    if (!changes.some(isFinished)) return then(make(noNextTasks, rows, changes, how));
    whenRead(({ nextTasks }) => {
      const now = rowsNow(rows);
      then(make(nextTasks, now, changesIn(now), how));
    });
  }

  function rowsNow(rows: readonly Row[]): readonly Row[] {
    const known = new Map(tasks.rows.value.map((row) => [row.key, row]));
    return rows.flatMap(({ key }) => known.get(key) ?? []);
  }

  function make(
    nextTasks: WholeReader['nextTasks'],
    rows: readonly Row[],
    changes: readonly RowChange[],
    { changeWords, isInPlan = false, seen }: HowChanged,
  ): MadeChange {
    if (rows.length === 0 || !mayChange(dependencies, rows.length))
      return { step: null, announcement: null };
    lingering.add(changes.filter(isFinished).map(({ rowKey }) => rowKey));
    const options = optionsOf(reading(), todayIso());
    const nexts = nextTasks(changes, tasks.state.value, tasks.rows.value, options);
    const afterOf = new Map(changes.map(({ rowKey, after }) => [rowKey, after]));
    const changed = rows.map(({ key, fields }) => afterOf.get(key) ?? fields);
    const announcement = announcementOf(dependencies, changed, changeWords, nexts);
    if (changes.length === 0) return { step: null, announcement };
    const different = changes.filter(isDifferent);
    tasks.replaceAll(new Map(different.map(({ rowKey, after }) => [rowKey, after])), seen);
    const added = nexts.map(({ fields, key }) => tasks.create(fields, key, key));
    const step = undo.record(
      [
        ...changes.map((each): TaskChange => ({ kind: 'changed', ...each })),
        ...added.map((rowKey): TaskChange => ({ kind: 'added', rowKey })),
      ],
      isInPlan,
    );
    undo.offerNone();
    return { step, announcement };
  }

  function offer({ step, announcement }: MadeChange): void {
    if (step !== null && announcement !== null) undo.offer(step, announcement);
  }

  function announce({ announcement }: MadeChange): void {
    if (announcement !== null) say(announcement);
  }

  return {
    /** The keys of rows just finished, which keep their place for a moment. */
    lingering: lingering.keys,
    /** Shows a toast that undoes the change. */
    change: (
      rows: readonly Row[],
      to: ChangeFields,
      changeWords: string | null,
      seen?: Fields,
    ): void =>
      makeChange(rows, differencesTo(to), { changeWords, ...(seen && { seen }) }, (made) => {
        offer(made);
        announce(made);
      }),
    /** Announces nothing. Shows such a toast if the row is not visible afterwards, as one that a filter hides. */
    changeInPlace: (
      row: Row,
      fields: Fields,
      notice: (description: string) => string,
      seen?: Fields,
    ): void => {
      const how = { changeWords: null, ...(seen && { seen }) };
      makeChange(
        [row],
        differencesTo(() => fields),
        how,
        (made) => {
          offer(made);
          announce(made);
          const { step } = made;
          if (step !== null && made.announcement === null)
            ifOutOfSight(row.key, () => {
              const text = notice(isolated(fields.description));
              undo.offer(step, text);
              say(text);
            });
        },
      );
    },
    /** Shows such a toast only for several rows, or for a row that is not visible. */
    changeInSight: (rows: readonly Row[], to: ChangeFields, changeWords: string): void =>
      makeChange(rows, differencesTo(to), { changeWords }, (made) => {
        const [first, ...others] = rows;
        if (others.length > 0) offer(made);
        else if (first && made.step) ifOutOfSight(first.key, () => offer(made));
        announce(made);
      }),
    /** Places rows on days in the plan. Shows no toast; the step also has the rows whose day stays the same. */
    moveInPlan: (rows: readonly Row[], to: ChangeFields, changeWords: string): void => {
      const changesIn = (now: readonly Row[]) => changesOf(now, to);
      makeChange(rows, changesIn, { changeWords, isInPlan: true }, announce);
    },
  };
}

const changesOf = (rows: readonly Row[], to: ChangeFields): readonly RowChange[] =>
  rows.map(({ key, fields }) => ({ rowKey: key, before: fields, after: to(fields, key) }));

const differencesTo = (to: ChangeFields) => (rows: readonly Row[]) =>
  changesOf(rows, to).filter(isDifferent);

const isDifferent = ({ before, after }: RowChange): boolean => !sameFields(before, after);

const isFinished = ({ before, after }: RowChange): boolean =>
  after.state === 'DONE' && before.state !== 'DONE';

/** What was done with which rows, and the next tasks of recurrences; null if there is nothing to say. */
function announcementOf(
  { reading, todayIso }: ActionDependencies,
  tasks: readonly Fields[],
  changeWords: string | null,
  nexts: readonly NextTask[],
): string | null {
  const { words, days } = reading();
  const [task, ...otherTasks] = tasks;
  const [next, ...otherNexts] = nexts;
  const sentences: string[] = [];
  if (changeWords !== null && task && otherTasks.length === 0)
    sentences.push(words.list.nowState(changeWords, isolated(task.description)));
  else if (changeWords !== null) sentences.push(words.commands.many(tasks.length, changeWords));
  if (next && otherNexts.length === 0)
    sentences.push(words.list.next(days.long(next.fields.dueDate, todayIso())));
  else if (next) sentences.push(words.list.nextOnes(nexts.length));
  if (sentences.length === 0) return null;
  return sentences.join('. ');
}

/** Long enough to see the tick and to undo it. */
const lingerMs = 780;

/** The keys of rows that keep their place for `lingerMs`, and while another row is pressed. */
function createLingering(whenReleased: ActionDependencies['whenReleased']) {
  const keys = signal<ReadonlySet<string>>(new Set());
  const shown: ReadonlySignal<ReadonlySet<string>> = keys;
  return {
    keys: shown,
    add(more: readonly string[]): void {
      if (more.length === 0) return;
      keys.value = new Set([...keys.value, ...more]);
      const end = () => {
        keys.value = new Set([...keys.value].filter((each) => !more.includes(each)));
      };
      setTimeout(() => whenReleased(end), lingerMs);
    },
  };
}
