import type { AimRow, Spread } from './aims.ts';
import { compareWithAims, ratios, spreadOf } from './aims.ts';
import type { Outcome } from './case.ts';

/** A table of texts; the first row is its head. */
export type Table = readonly (readonly string[])[];

/** A table of the aims with their figures. */
export function aimsTable(outcomes: readonly Outcome[]): Table {
  const row = ({ title, unit, aim, spread, isMet }: AimRow) => [
    title,
    unit,
    aim,
    textOf(spread),
    isMet ? 'met' : 'missed',
  ];
  return [
    ['case', 'figure', 'aim', 'median (minimum to maximum)', ''],
    ...compareWithAims(outcomes).map(row),
  ];
}

/** All figures of a case: a row for each contender, a column for each unit. */
export function caseTable(outcome: Outcome): Table {
  const rows = Object.entries(outcome.contenders);
  const units = [...new Set(rows.flatMap(([, figures]) => Object.keys(figures)))];
  const floored = outcome.contenders['floor']?.['a second'] !== undefined;
  return [
    ['', ...units, ...(floored ? ['of the floor'] : [])],
    ...rows.map(([name, figures]) => [
      name,
      ...units.map((unit) => (figures[unit] ? textOf(spreadOf(figures[unit])) : '')),
      ...(floored ? [textOf(spreadOf(ratios(outcome, name, 'floor', 'a second')))] : []),
    ]),
  ];
}

/** A table as text with columns, for a terminal. */
export function printable(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A table as Markdown. */
export function markdown([head = [], ...rows]: Table): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const textOf = ({ least, median, most }: Spread) =>
  least === most
    ? numberText(median)
    : `${numberText(median)} (${numberText(least)} to ${numberText(most)})`;

/** Three digits: more are not reproducible on one machine. */
function numberText(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.01))));
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.min(digits, 2) });
}
