import { addDays } from '../dates/calendar.ts';
import type { Actions } from '../model/actions.ts';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import type { Fields } from '../model/fields.ts';
import type { Row } from '../model/rows.ts';

/** What can be done to one line or to many at once: one sentence, one step back. */
export type Verbs = {
  /** Done, or open again when all of them are done. */
  finish: (rows: readonly Row[]) => void;
  setState: (rows: readonly Row[], state: Fields['state']) => void;
  setImportance: (rows: readonly Row[], importance: Fields['importance']) => void;
  move: (rows: readonly Row[], dueDate: string) => void;
  /** Later by so many days, earlier when negative. */
  nudge: (rows: readonly Row[], days: number) => void;
  remove: Actions['removeAll'];
};

export function useVerbs(): Verbs {
  const { fields: names, commands } = useWords();
  const days = useDays();
  const { actions, todayIso } = useTasks();

  function changeAll(rows: readonly Row[], change: (fields: Fields) => Fields, what: string): void {
    const [first] = rows;
    if (first === undefined) return;
    const said =
      rows.length === 1 ? `${first.fields.description}: ${what}` : commands.many(rows.length, what);
    actions.changeAll(rows, change, said, true);
  }

  function setState(rows: readonly Row[], state: Fields['state']): void {
    const [first] = rows;
    if (rows.length === 1 && first !== undefined) actions.setState(first, state);
    else changeAll(rows, (fields) => ({ ...fields, state }), names.states[state]);
  }

  return {
    setState,
    finish: (rows) => setState(rows, rows.every(({ fields }) => fields.state === 'DONE') ? 'TODO' : 'DONE'),
    setImportance(rows, importance) {
      const [first] = rows;
      if (rows.length === 1 && first !== undefined) actions.setImportance(first, importance);
      else changeAll(rows, (fields) => ({ ...fields, importance }), names.importances[importance]);
    },
    move: (rows, dueDate) =>
      changeAll(rows, (fields) => ({ ...fields, dueDate }), days.long(dueDate, todayIso)),
    nudge(rows, by) {
      const [first] = rows;
      const what =
        rows.length === 1 && first !== undefined
          ? days.long(addDays(first.fields.dueDate, by), todayIso)
          : commands.nudged(by);
      changeAll(rows, (fields) => ({ ...fields, dueDate: addDays(fields.dueDate, by) }), what);
    },
    remove: actions.removeAll,
  };
}
