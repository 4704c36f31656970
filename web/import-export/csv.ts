import type { TaskResponse } from '../../contract/task.ts';

import type { App } from './apps/app.ts';
import { outlook } from './apps/outlook.ts';
import { tickTick } from './apps/ticktick.ts';
import { arrangeTodoist, todoist } from './apps/todoist.ts';
import { unreadable } from './file-table.ts';
import type { FileEntry, FileTable } from './file-table.ts';
import { mapColumns } from './meanings.ts';

/**
 * RFC 4180 with a byte order mark, without which spreadsheets take UTF-8 for another encoding. A description that they
 * would run as a formula gets an apostrophe in front, which `readCsv` takes away again.
 */
export function writeCsv(tasks: readonly TaskResponse[]): string {
  const rows = tasks.map(({ id, description, dueDate, importance, state }) => [
    formula.test(description) ? `'${description}` : description,
    dueDate,
    importance,
    state,
    String(id),
  ]);
  return `\uFEFF${writeRecords([['description', 'dueDate', 'importance', 'state', 'id'], ...rows])}`;
}

/** Reads CSV whose first record names the columns, with the separator that makes sense of most names, or an app's. */
export function readCsv(text: string): FileTable {
  // Spreadsheets may name the separator in a line of its own.
  const hint = /^sep=.(?:\r\n|\r|\n)/i.exec(text)?.[0] ?? '';
  const body = text.slice(hint.length);
  const { records, openQuoteLine } = readRecords(body, separatorOf(body), hint === '' ? 1 : 2);
  const filled = records.filter(({ cells }) => cells.some(isFilled));
  const { app, at } = findApp(filled);
  const [header, ...rest] = filled.slice(at);
  if (header === undefined) return unreadable({ code: 'empty' });
  const table: FileTable = {
    columns: header.cells,
    entries: rest.map((record) => entryOf(record, header.cells.length)),
    faults: openQuoteLine === undefined ? [] : [{ code: 'quote_not_closed', line: openQuoteLine }],
    ...(app && { app }),
  };
  return app === todoist ? arrangeTodoist(table) : table;
}

/** The app whose columns are named in one of the first records: lines about the file may stand above them. */
function findApp(records: readonly CsvRecord[]): { readonly app?: App; readonly at: number } {
  for (const [at, { cells }] of records.slice(0, 10).entries()) {
    const app = [todoist, tickTick, outlook].find(({ marks }) => marks.every((name) => cells.includes(name)));
    if (app) return { app, at };
  }
  return { at: 0 };
}

function separatorOf(text: string): string {
  const known = [',', ';', '\t'].map((separator) => {
    const header = readRecords(text, separator, 1, 1).records[0]?.cells ?? [];
    return { separator, fields: mapColumns(header).size };
  });
  return known.reduce((best, next) => (next.fields > best.fields ? next : best)).separator;
}

function entryOf({ line, cells }: CsvRecord, width: number): FileEntry {
  const cell = (column: number) => {
    const text = cells[column] ?? '';
    return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
  };
  return cells.slice(width).some(isFilled) ? { line, cell, fault: 'too_many_cells' } : { line, cell };
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

/** Cells that begin so are formulas to one spreadsheet or another, white space and apostrophes in front or not. */
const formula = /^[\s']*[=+\-@\t\r\n＝＋－＠]/;

/** `line` is where the record begins. */
type CsvRecord = { readonly line: number; readonly cells: readonly string[] };
/** `openQuoteLine` is where a cell begins whose quotation mark is never closed. */
type CsvRecords = { readonly records: readonly CsvRecord[]; readonly openQuoteLine?: number };

/** Reads records as RFC 4180 has them, with any line end; quotation marks inside a bare cell are text. */
export function readRecords(
  text: string,
  separator: string,
  firstLine = 1,
  most = Number.POSITIVE_INFINITY,
): CsvRecords {
  // A quoted part or none, a bare part or none, and what ends the cell. Every text is a row of such cells.
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)("?))?([^${separator}\\r\\n]*)(${separator}|\\r\\n|\\r|\\n|$)`,
    'gy',
  );
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let begin = firstLine;
  let line = firstLine;
  let openQuoteLine: number | undefined;
  for (const { 0: whole, 1: quoted = '', 2: mark, 3: bare = '', 4: end, index } of text.matchAll(cell)) {
    if (records.length === most || (index === text.length && cells.length === 0)) break;
    cells.push(quoted.replaceAll('""', '"') + bare);
    if (mark === '') openQuoteLine = line;
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === separator) continue;
    records.push({ line: begin, cells });
    cells = [];
    begin = line;
  }
  return openQuoteLine === undefined ? { records } : { records, openQuoteLine };
}

/** Writes records as RFC 4180 has them: CRLF, and quotation marks around cells that need them. */
export function writeRecords(records: readonly (readonly string[])[]): string {
  return records.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
