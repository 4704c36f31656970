/** One record of a CSV file; `line` (from 1) is where it begins. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] };

export type CsvRecords = {
  readonly records: readonly CsvRecord[];
  /** Line of the quotation mark that no other one closes. */
  readonly openQuoteLine?: number;
};

/** Reads records as RFC 4180 has them, with any line end; quotation marks inside a bare cell are text. */
export function readRecords(text: string, separator: string, most = Number.POSITIVE_INFINITY): CsvRecords {
  const bare = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const records: CsvRecord[] = [];
  let at = 0;
  let line = 1;
  const takeBare = () => {
    bare.lastIndex = at;
    const run = bare.exec(text)?.[0] ?? '';
    at += run.length;
    return run;
  };
  while (at < text.length && records.length < most) {
    const begin = line;
    const cells: string[] = [];
    do {
      if (cells.length > 0) at += 1;
      if (text[at] !== '"') {
        cells.push(takeBare());
        continue;
      }
      const quoted = takeQuoted(text, at);
      if (quoted.end === undefined)
        return {
          records: [...records, { line: begin, cells: [...cells, quoted.value] }],
          openQuoteLine: line,
        };
      at = quoted.end;
      line += quoted.value.match(lineEnds)?.length ?? 0;
      cells.push(quoted.value + takeBare());
    } while (text[at] === separator);
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    records.push({ line: begin, cells });
  }
  return { records };
}

/** Writes records as RFC 4180 has them: CRLF, and quotation marks around what would not survive bare. */
export function writeRecords(records: readonly (readonly string[])[]): string {
  return records.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

const lineEnds = /\r\n|\r|\n/g;

/** The cell whose opening quotation mark is at `from`. No `end`: nothing closes it. */
function takeQuoted(text: string, from: number): { value: string; end?: number } {
  let value = '';
  for (let at = from + 1; ;) {
    const close = text.indexOf('"', at);
    if (close === -1) return { value: value + text.slice(at) };
    value += text.slice(at, close);
    if (text[close + 1] !== '"') return { value, end: close + 1 };
    value += '"';
    at = close + 2;
  }
}

function writeCell(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
