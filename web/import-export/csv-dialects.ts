/** The text of a table in the form of RFC 4180, with as many lines: other programs put a line, a frame or backslashes to it. */
export function inStandardForm(text: string): string {
  // Spreadsheets may name the separator in an extra first line.
  const table = text.replace(/^sep=.(?=[\r\n])/i, '');
  if (framed.test(table)) return withoutFrame(table);
  if (backslashed.test(table) && !doubled.test(table)) return table.replaceAll('\\"', '""');
  return table;
}

/** A table of Markdown: each line begins and ends with a line, and one below the header has only lines. */
const framed = /^\s*\|[^\r\n]*\|[^\S\r\n]*\r?\n[^\S\r\n]*\|[-:| ]*-[-:| ]*\|[^\S\r\n]*(?:\r?\n|$)/;

const withoutFrame = (table: string): string =>
  table
    .replace(/^[^\S\r\n]*\|[-:| ]*-[-:| ]*\|[^\S\r\n]*$/m, '')
    .replace(/^[^\S\r\n]*\|[^\S\r\n]*/gm, '')
    .replace(/(?<![^\S\r\n])[^\S\r\n]*\|[^\S\r\n]*$/gm, '')
    .replace(/(?<![^\S\r\n])[^\S\r\n]*\|[^\S\r\n]*/g, '|');

/** A quotation mark inside a cell, after a backslash as in a programming language, or doubled. */
const backslashed = /\\"[\p{L}\p{N}]/u;
const doubled = /[^,;\t\r\n"]""[^,;\t\r\n"]/;
