import { states } from '../../contract/fields.ts';
import type { Fields } from '../sync/fields.ts';
import { rowItems } from '../view/groups.ts';
import type { RowItem } from '../view/groups.ts';
import type { Row } from '../sync/rows.ts';

export type State = Fields['state'];
export type Columns = Readonly<Record<State, readonly RowItem[]>>;

/** Rows by their state, in their order; of the done ones the latest comes first. */
export function columnsOf(rows: readonly Row[]): Columns {
  const byState = Map.groupBy(rows, ({ fields }) => fields.state);
  const rowsOf = (state: State): readonly Row[] => byState.get(state) ?? [];
  return {
    TODO: rowItems({ key: 'TODO', rows: rowsOf('TODO') }),
    WORKING: rowItems({ key: 'WORKING', rows: rowsOf('WORKING') }),
    DONE: rowItems({ key: 'DONE', rows: rowsOf('DONE').toReversed() }),
  };
}

/** The column that many places on, or null where there is none. */
export function columnBeside(state: State, places: number): State | null {
  const at = states.indexOf(state) + places;
  return at < 0 ? null : (states[at] ?? null);
}

/** The row that an arrow key leads to: up and down in its own column, across to the same height in the next that has rows. */
export function rowBeside(columns: Columns, rowKey: string, key: string): string | null {
  const state = states.find((each) => columns[each].some((row) => row.key === rowKey));
  if (state === undefined) return null;
  const at = columns[state].findIndex((row) => row.key === rowKey);
  if (key === 'ArrowUp') return columns[state][at - 1]?.key ?? null;
  if (key === 'ArrowDown') return columns[state][at + 1]?.key ?? null;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step === undefined) return null;
  let next = columnBeside(state, step);
  while (next !== null && columns[next].length === 0) next = columnBeside(next, step);
  if (next === null) return null;
  return columns[next][Math.min(at, columns[next].length - 1)]?.key ?? null;
}
