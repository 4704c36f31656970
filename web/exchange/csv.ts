import type { TaskResponse } from '../../contract/task.ts';

import { fieldOf } from './columns.ts';
import { exportFile } from './file.ts';
import type { ExportFile } from './file.ts';
import { readRecords, writeRecords } from './records.ts';
import type { CsvRecord } from './records.ts';
import { unreadable } from './table.ts';
import type { BoardTask, Table } from './table.ts';

/**
 * RFC 4180 with a byte order mark, without which spreadsheets take UTF-8 for something else. A description that they
 * would run as a formula gets an apostrophe in front, which `readCsv` takes away again.
 */
export function exportCsv(tasks: readonly TaskResponse[], todayIso: string): ExportFile {
  const rows = tasks.map((task) => [
    guard(task.description),
    task.dueDate,
    task.importance,
    task.state,
    String(task.id),
  ]);
  const text = `\uFEFF${writeRecords([['description', 'dueDate', 'importance', 'state', 'id'], ...rows])}`;
  return exportFile(todayIso, 'csv', 'text/csv;charset=utf-8', text);
}

/** Reads CSV whose first record names the columns, with whichever separator makes sense of most names. */
export function readCsv(text: string): Table {
  // Spreadsheets may name the separator in a line of its own.
  const hint = /^sep=.(?:\r\n|\r|\n)/i.exec(text)?.[0] ?? '';
  const body = text.slice(hint.length);
  const { records, openQuoteLine } = readRecords(body, separatorOf(body));
  const [header, ...rest] = records.filter((record) => record.cells.some((cell) => cell.trim() !== ''));
  if (header === undefined) return unreadable('empty');
  const firstLine = hint === '' ? 0 : 1;
  return {
    columns: header.cells,
    entries: rest.map((record) => entry(record, header.cells.length, firstLine)),
    faults:
      openQuoteLine === undefined ? [] : [{ code: 'quote_not_closed', line: openQuoteLine + firstLine }],
  };
}

function separatorOf(text: string): string {
  const known = [',', ';', '\t'].map((separator) => {
    const header = readRecords(text, separator, 1).records[0]?.cells ?? [];
    return { separator, fields: header.filter((name) => fieldOf(name) !== undefined).length };
  });
  return known.reduce((best, next) => (next.fields > best.fields ? next : best)).separator;
}

function entry({ line, cells }: CsvRecord, width: number, linesBefore: number): BoardTask {
  const isTooLong = cells.slice(width).some((cell) => cell.trim() !== '');
  return {
    line: line + linesBefore,
    cell: (column) => unguard(cells[column] ?? ''),
    ...(isTooLong && { fault: 'too_many_cells' as const }),
  };
}

/** Cells that begin so are formulas to one spreadsheet or another, white space and apostrophes in front or not. */
const formula = /^[\s']*[=+\-@\t\r\n＝＋－＠]/;

function guard(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

function unguard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
