import { states } from '../../contract/fields.ts';
import type { Fields } from '../sync/fields.ts';
import { lastingKey } from '../sync/rows.ts';
import type { Row } from '../sync/rows.ts';
import { groupRows, rowItems } from './groups.ts';
import type { Grouping, Heading, RowItem } from './groups.ts';

export type State = Fields['state'];
export type Columns = Readonly<Record<State, readonly RowItem[]>>;

/** Rows by state: the open ones by day, as in the list; of the done ones first those `finished` here, then the others with the latest first. */
export function columnsOf(
  rows: readonly Row[],
  grouping: Pick<Grouping, 'todayIso' | 'firstDayOfWeek'>,
  finished: readonly string[] = [],
): Columns {
  const byState = Map.groupBy(rows, ({ fields }) => fields.state);
  const rowsOf = (state: State): readonly Row[] => byState.get(state) ?? [];
  const byDay = (state: State) =>
    groupRows(rowsOf(state), grouping).flatMap((group) => rowItems(group));
  return {
    TODO: byDay('TODO'),
    WORKING: byDay('WORKING'),
    DONE: rowItems({ key: 'done', rows: inOrderOf(finished, rowsOf('DONE').toReversed()) }),
  };
}

function inOrderOf(keys: readonly string[], rows: readonly Row[]): readonly Row[] {
  const places = new Map(keys.map((key, at) => [key, at]));
  const placeOf = (row: Row) => places.get(lastingKey(row)) ?? keys.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The rows of a column with a heading above each group. */
export const withHeadings = (items: readonly RowItem[]): readonly (Heading | RowItem)[] =>
  items.flatMap((item, at) => {
    const { group, size } = item;
    if (group === items[at - 1]?.group) return [item];
    return [{ kind: 'heading', key: `heading ${group}`, group, count: size }, item];
  });

/** More done tasks than this are folded away on the board. */
const mostDoneShown = 20;

/** The columns with only the latest of many done tasks, and the done ones that are left out. */
export function withFewDone(columns: Columns): {
  readonly columns: Columns;
  readonly leftOut: readonly RowItem[];
} {
  const DONE = columns.DONE.slice(0, mostDoneShown);
  return { columns: { ...columns, DONE }, leftOut: columns.DONE.slice(mostDoneShown) };
}

/** The column `step` to the right (left when negative), or null where there is none. */
export function columnBeside(state: State, step: number): State | null {
  const at = states.indexOf(state) + step;
  if (at < 0) return null;
  return states[at] ?? null;
}

/** The row at the same position in the next column that has rows, or the last row of that column. */
export function rowAcross(
  columns: Columns,
  { key, fields: { state } }: Row,
  step: number,
): string | null {
  const at = columns[state].findIndex((row) => row.key === key);
  let next = columnBeside(state, step);
  while (next !== null && columns[next].length === 0) next = columnBeside(next, step);
  if (next === null) return null;
  return columns[next][Math.min(at, columns[next].length - 1)]?.key ?? null;
}
