import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { addDays } from '../../dates/calendar.ts';
import type { Repeat } from '../../dates/repeat.ts';
import type { Fields } from '../../sync/fields.ts';
import type { Row } from '../../sync/rows.ts';
import { isOpen } from '../../view/groups.ts';
import { haveSame } from '../../view/rows-by-day.ts';
import type { Days } from '../../view/rows-by-day.ts';
import { useQuickAdd, useReader, useTasks } from '../workspace.ts';
import { noRows } from './month-weeks.ts';

type RowsOf = (iso: string) => readonly Row[];

/**
 * Finds the open tasks which will be due again on a day, between two days: all of them for a list, and those for the grid. They are
 * not stored.
 */
export function useRepeats(
  rows: readonly Row[],
  { fromIso, toIso }: { fromIso: string; toIso: string },
): { readonly repeatsOf: RowsOf; readonly gridRepeatsOf: RowsOf } {
  const reader = useReader();
  const options = useQuickAdd();
  const { todayIso } = useTasks();
  const repeatOf = useMemo(
    () => oncePerTask(({ description }) => reader.repeatIn(description, options)),
    [reader, options],
  );
  const daysOf = useMemo(
    () =>
      oncePerTask((fields) => {
        const repeat = repeatOf(fields);
        if (repeat === undefined) return [];
        return reader.daysToCome(repeat, fields.dueDate, { todayIso, fromIso, toIso });
      }),
    [reader, repeatOf, todayIso, fromIso, toIso],
  );
  const gridDaysOf = useMemo(
    () =>
      oncePerTask((fields) => {
        const rule = repeatOf(fields)?.rule;
        if (rule === undefined || !isOnMostDays(rule)) return daysOf(fields);
        const endIso = addDays(todayIso, 7);
        return daysOf(fields).filter((iso) => iso < endIso);
      }),
    [repeatOf, daysOf, todayIso],
  );
  return { repeatsOf: useByDay(rows, daysOf), gridRepeatsOf: useByDay(rows, gridDaysOf) };
}

/** Such a recurrence would fill every week of the grid, which has it for seven days only. */
const isOnMostDays = ({ unit, every, weekdays }: Repeat): boolean =>
  every === 1 && (unit === 'day' || (weekdays?.length ?? 0) >= 5);

type DaysOf = (fields: Fields) => readonly string[];

function useByDay(rows: readonly Row[], daysOf: DaysOf): RowsOf {
  const beforeRef = useRef<Days>(new Map());
  const byDay = useMemo(() => repeatsByDay(rows, daysOf, beforeRef.current), [rows, daysOf]);
  useLayoutEffect(() => void (beforeRef.current = byDay), [byDay]);
  return (iso) => byDay.get(iso) ?? noRows;
}

/** Reading words and counting days take long: for the same fields they are done once. */
function oncePerTask<Result>(run: (fields: Fields) => Result): (fields: Fields) => Result {
  const known = new WeakMap<Fields, { readonly result: Result }>();
  return (fields) => {
    const found = known.get(fields) ?? { result: run(fields) };
    known.set(fields, found);
    return found.result;
  };
}

/** A day with the same tasks as before is the same array, so that it is not drawn again. */
function repeatsByDay(rows: readonly Row[], daysOf: DaysOf, before: Days): Days {
  const repeating = rows.filter((row) => isOpen(row) && daysOf(row.fields).length > 0);
  const isThere = dueOn(rows, new Set(repeating.map(({ fields }) => fields.description)));
  const found = repeating.flatMap((row) =>
    daysOf(row.fields)
      .filter((iso) => !isThere(row.fields.description, iso))
      .map((iso) => ({ iso, row })),
  );
  const days = new Map<string, readonly Row[]>();
  for (const [iso, own] of Map.groupBy(found, (each) => each.iso)) {
    const next = own.map(({ row }) => row);
    const known = before.get(iso);
    days.set(iso, known !== undefined && haveSame(known, next) ? known : next);
  }
  return days;
}

/** Returns a function that is true if a row has one of the descriptions on a day. */
function dueOn(rows: readonly Row[], descriptions: ReadonlySet<string>) {
  const keyOf = (description: string, iso: string): string => `${iso} ${description}`;
  const keys = new Set(
    rows
      .filter(({ fields }) => descriptions.has(fields.description))
      .map(({ fields }) => keyOf(fields.description, fields.dueDate)),
  );
  return (description: string, iso: string): boolean => keys.has(keyOf(description, iso));
}
