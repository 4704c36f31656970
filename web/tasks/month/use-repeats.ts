import { useMemo } from 'preact/hooks';

import type { QuickAddOptions } from '../../quick-add/options.ts';
import type { Fields } from '../../sync/fields.ts';
import type { Row } from '../../sync/rows.ts';
import { isOpen } from '../../view/groups.ts';
import type { Reader } from '../reader.ts';
import { useQuickAdd, useReader, useTasks } from '../workspace.ts';
import { noRows } from './month-weeks.ts';

type Found = ReturnType<Reader['repeatIn']>;
type Known = { found: WeakMap<Fields, Found>; reader: Reader; options: QuickAddOptions };

/** Returns a function that finds the open tasks which will be due again on a day, between two days. They are not stored. */
export function useRepeats(
  rows: readonly Row[],
  { fromIso, toIso }: { fromIso: string; toIso: string },
): (iso: string) => readonly Row[] {
  const reader = useReader();
  const options = useQuickAdd();
  const { todayIso } = useTasks();
  // Reading the words of all tasks takes long: those of unchanged tasks are read once.
  const known = useMemo<Known>(
    () => ({ found: new WeakMap<Fields, Found>(), reader, options }),
    [reader, options],
  );
  const byDay = useMemo(() => {
    const days = new Map<string, Row[]>();
    const repeating = rows.flatMap((row) => {
      const repeat = isOpen(row) ? repeatOf(row.fields, known) : undefined;
      return repeat === undefined ? [] : [{ row, repeat }];
    });
    const isThere = dueOn(rows, new Set(repeating.map(({ row }) => row.fields.description)));
    for (const { row, repeat } of repeating) {
      const { description, dueDate } = row.fields;
      for (const iso of reader.daysToCome(repeat, dueDate, { todayIso, fromIso, toIso })) {
        if (!isThere(description, iso)) days.set(iso, [...(days.get(iso) ?? []), row]);
      }
    }
    return days;
  }, [rows, known, reader, todayIso, fromIso, toIso]);
  return (iso) => byDay.get(iso) ?? noRows;
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

function repeatOf(fields: Fields, { found, reader, options }: Known): Found {
  if (found.has(fields)) return found.get(fields);
  const repeat = reader.repeatIn(fields.description, options);
  found.set(fields, repeat);
  return repeat;
}
