import { fieldNames } from '../../contract/fields.ts';
import type { TaskResponse } from '../../contract/task.ts';

import type { App } from './apps.ts';
import { arrangeApp, csvApps } from './csv-apps.ts';
import { inStandardForm } from './csv-dialects.ts';
import { mostCells, mostEntries, tooMany, unreadable } from './file-table.ts';
import type { FileEntry, FileFault, FileTable } from './file-table.ts';
import { mapColumns } from './meanings.ts';

/** RFC 4180, with a byte order mark for spreadsheets. A cell that is a formula for them gets an apostrophe; `readCsv` removes it. */
export function writeCsv(tasks: readonly TaskResponse[]): string {
  const names = [...fieldNames, 'id'] as const;
  const rows = tasks.map((task) => names.map((name) => withGuard(String(task[name] ?? ''))));
  return `\uFEFF${writeRecords([names, ...rows])}`;
}

/** Reads CSV with a header; uses the separator that gives the most known names. */
export function readCsv(text: string): FileTable {
  const body = inStandardForm(text);
  const records: CsvRecord[] = [];
  let count = 0;
  const openQuotes: OpenQuote[] = [];
  for (const record of readRecords(body, separatorOf(body.replace(/^[\r\n]+/, '')))) {
    if (record.openQuote !== undefined) openQuotes.push(record.openQuote);
    if (record.cells.every(isBlank)) continue;
    count += 1;
    if (count <= mostLinesAbove + mostEntries) records.push(record);
  }
  const { app, at } = findHeader(records);
  const [header, ...rest] = records.slice(at, at + 1 + mostEntries);
  if (header === undefined) return unreadable({ code: 'empty' });
  const columns = namesOf(header, app);
  const above = records[at - 1]?.cells[0] ?? '';
  const table: FileTable = {
    columns,
    entries: rest.map((record) => entryOf(record, columns)),
    faults: [...notClosed(openQuotes), ...tooMany(count - at - 1)],
    ...(app && { app }),
  };
  return arrangeApp(table, above);
}

/** The fault of quotation marks that are not closed, with the first line and the number of all lines in their cells. */
function notClosed(openQuotes: readonly OpenQuote[]): readonly FileFault[] {
  const [first] = openQuotes;
  if (first === undefined) return [];
  const lines = openQuotes.reduce((sum, each) => sum + each.lines, 0);
  return [{ code: 'quote_not_closed', line: first.line, lines }];
}

/** Lines about the file may come before its header. */
const mostLinesAbove = 10;

/** The header of an app, or else the first record that names the column of a task and another field; or else the first record. */
function findHeader(records: readonly CsvRecord[]) {
  const firstOnes = [...records.slice(0, mostLinesAbove).entries()];
  for (const [at, { cells }] of firstOnes) {
    const names = new Set(cells.map(comparableName));
    const app = csvApps.find(({ marks }) =>
      marks?.every((name) => names.has(comparableName(name))),
    );
    if (app) return { app, at };
  }
  const isTitled = mapColumns(records[0]?.cells ?? []).description !== undefined;
  if (isTitled) return { at: 0 };
  const [at = 0] = firstOnes.find(([, { cells }]) => isHeader(cells)) ?? [];
  return { at };
}

function isHeader(cells: readonly string[]): boolean {
  const columns = mapColumns(cells);
  return columns.description !== undefined && Object.keys(columns).length > 1;
}

/** Apps change the case of their columns: "Due date" became "Due Date". */
const comparableName = (name: string): string => name.slice(0, longestName).trim().toLowerCase();

/** No app has a longer name of a column, in UTF-16 units. */
const longestName = 100;

function separatorOf(text: string): string {
  const fieldsBy = (separator: string) => {
    const records = [...readRecords(text.slice(0, longestHeader), separator)];
    const fields = records.slice(0, mostLinesAbove).map(({ cells }) => mapColumns(cells));
    return Math.max(0, ...fields.map((columns) => Object.keys(columns).length));
  };
  // A table of one column has no separator: a comma in it is text.
  if (!separators.some((each) => text.split(/[\r\n]/, 1)[0]?.includes(each))) {
    const most = Math.max(...separators.map(fieldsBy));
    if (most === 1) return noSeparator;
  }
  return separators.toSorted((a, b) => fieldsBy(b) - fieldsBy(a))[0] ?? ',';
}

const separators = [',', ';', '\t', '|'];
/** A control character of this meaning, which no file uses. */
const noSeparator = '\u001F';

/** The most characters that are read to find the separator. */
const longestHeader = 4000;

/** The names of the columns as the app writes them, made unique: a second "Note" is "Note (2)". */
function namesOf({ cells }: CsvRecord, app: App | undefined): readonly string[] {
  const own = [
    ...Object.values(app?.columns ?? {}).flat(),
    ...(app?.finished ?? []),
    ...(app?.ignored.split('|') ?? []),
  ];
  const spelled = new Map(own.map((name) => [comparableName(name), name]));
  const names = cells.map((name) => spelled.get(comparableName(name)) ?? name.trim());
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    if (before === 0) return name;
    return `${name} (${before + 1})`;
  });
}

function entryOf(record: CsvRecord, columns: readonly string[]): FileEntry {
  const { line, cells, openQuote } = record;
  const own = columns.slice(0, cells.length);
  const values = new Map(own.map((name, column) => [name, withoutGuard(cells[column] ?? '')]));
  if (openQuote !== undefined) return { line, values, fault: 'open_quote' };
  const hasOther = !cells.slice(columns.length).every(isBlank);
  if (hasOther) return { line, values, fault: 'too_many_cells' };
  return { line, values };
}

const isBlank = (cell: string): boolean => cell.trim() === '';

function withGuard(cell: string): string {
  if (formula.test(cell)) return `'${cell}`;
  return cell;
}

function withoutGuard(cell: string): string {
  if (cell.startsWith("'") && formula.test(cell)) return cell.slice(1);
  // Some programs write a text as a formula, so that a spreadsheet changes nothing in it.
  return cell.replace(/^="([^"]*)"$/, '$1');
}

/** The start of a cell that some spreadsheet runs as a formula, also after white space and apostrophes. */
const formula = /^[\s']*[=+\-@\t\r\n＝＋－＠]/;

/** `line` is the first line of the record. */
type CsvRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly openQuote?: OpenQuote;
};

/** A quotation mark that is not closed at the end of its cell: its line, and the lines with text from there to the end of the record. */
type OpenQuote = { readonly line: number; readonly lines: number };

/** Reads the records of RFC 4180, with any line end; quotation marks inside an unquoted cell are text. */
export function* readRecords(text: string, separator: string): Generator<CsvRecord> {
  // An optional quoted part, an optional bare part, and the end of the cell. Every text matches as a sequence of such cells.
  const pattern = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)("?))?([^${separator}\\r\\n]*)([${separator}]|\\r\\n|\\r|\\n|$)`,
    'gy',
  );
  let record: UnreadRecord = { line: 1, cells: [] };
  let line = 1;
  for (const { 0: whole, 1: quoted = '', 2: mark, 3: bare = '', 4: end, index } of text.matchAll(
    pattern,
  )) {
    if (index === text.length && record.cells.length === 0) return;
    if (record.cells.length < mostCells)
      record.cells.push(quoted.replaceAll('""', '"') + textAfter(mark, bare));
    if (isOpen(mark, quoted, bare)) record.open ??= { line, index };
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === separator) continue;
    yield finished(record, text.slice(0, index + whole.length));
    record = { line, cells: [] };
  }
}

/** A record whose end is not read yet, and where a quotation mark that is not closed begins. */
type UnreadRecord = {
  line: number;
  cells: string[];
  open?: { readonly line: number; readonly index: number };
};

/** The record at the end of the text. */
function finished({ line, cells, open }: UnreadRecord, text: string): CsvRecord {
  if (open === undefined) return { line, cells };
  const lines = text.slice(open.index).split(/\r\n|\r|\n/);
  const withText = lines.filter((each) => !isBlank(each)).length;
  return { line, cells, openQuote: { line: open.line, lines: withText } };
}

/** True for a quotation mark without a second one, or with one in the middle of a later cell: text follows it, and lines are before it. */
function isOpen(mark: string | undefined, quoted: string, bare: string): boolean {
  if (mark === '') return true;
  return mark === '"' && !isBlank(bare) && /[\r\n]/.test(quoted);
}

/** The text after a quoted part. Some programs write blanks between the quotation mark and the separator. */
function textAfter(mark: string | undefined, bare: string): string {
  if (mark === '"' && isBlank(bare)) return '';
  return bare;
}

/** Writes the records of RFC 4180: CRLF, and quotation marks around cells that need them. */
export function writeRecords(records: readonly (readonly string[])[]): string {
  return records.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(cell: string): string {
  if (!/[",;\t\r\n]|^\s|\s$/.test(cell)) return cell;
  return `"${cell.replaceAll('"', '""')}"`;
}
