import { fieldNames } from '../../contract/fields.ts';
import type { FieldName, Fields } from '../sync/fields.ts';
import { exactEnd, readObsidianTask } from './obsidian.ts';
import { readQuickAdd } from './all-words.ts';
import type { QuickAddOptions } from './options.ts';

/**
 * Writes tasks as a Markdown check list, one line per task: "- [ ] Bread (2026-12-03 !high /working)". The text in brackets is
 * quick-add text in English, which is read in every language; it leaves out medium importance, to do and done.
 */
export function writeCheckList(tasks: readonly Fields[]): string {
  return tasks
    .map((task) => {
      const box = task.state === 'DONE' ? '[x]' : '[ ]';
      const beside = fieldNames.map((name) => besideWords[name](task)).filter(Boolean);
      return `- ${box} ${escapeText(task.description)} (${beside.join(' ')})\n`;
    })
    .join('');
}

/** The text of each field in the brackets; empty for what is in the box, before the brackets, or usual. */
const besideWords: Readonly<Record<FieldName, (task: Fields) => string>> = {
  description: () => '',
  dueDate: ({ dueDate }) => dueDate,
  importance: ({ importance }) => (importance === 'MEDIUM' ? '' : `!${importance.toLowerCase()}`),
  state: ({ state }) => (state === 'WORKING' ? '/working' : ''),
};

/** A backslash at the end of a line keeps the line break; blank lines would end the list item. */
function escapeText(text: string): string {
  const lines = text.split(/[\r\n\u2028\u2029]+/).filter((line) => line.trim() !== '');
  return lines.map(escapeLine).join('\\\n  ');
}

/** Escapes a line for Markdown (CommonMark and GFM); web addresses do not change. */
function escapeLine(line: string): string {
  return line
    .trim()
    .replace(/[\\`*[\]<>~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#|\w+;)/gu, '\\$&')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/**
 * Reads one task per line that is not blank, without list marks ("- ", "* ", "1. "). A ticked box makes it done. Lines of
 * `writeCheckList` and of Obsidian Tasks are read exactly as written, all others like typed text. Headings and lines across the page are ignored.
 */
export function* readCheckList(text: string, options: QuickAddOptions) {
  for (const [line, box, sign, written = ''] of withoutCells(text).matchAll(item)) {
    if (/^[-*_\s]*$/.test(written) || /^\s*#{1,6}\s/.test(line)) continue;
    const mark = box ?? sign;
    const marks = readObsidianTask(line);
    if (marks?.isCancelled !== undefined) continue;
    if (marks !== undefined) {
      yield readMarks(marks, options);
      continue;
    }
    if (mark === undefined) yield { ...readQuickAdd(written, options), isExact: false };
    else yield readAfterBox(mark, unescape(written), options);
  }
}

/** The text without the marks of a table: line ends in a cell of a spreadsheet, and the lines between the cells of Markdown. */
const withoutCells = (text: string): string =>
  text
    .replace(cellWithLines, (_, start: string, cell: string) => {
      const words = cell.replaceAll('""', '"').replace(/\s*\r?\n\s*/g, ' ');
      return `${start}${words}`;
    })
    .replace(headOfTable, '')
    .replace(/^[^\S\r\n]*\|(.*)\|[^\S\r\n]*$/gm, (_, cells: string) =>
      cells.replace(/(?<!\\)\|/g, ' ').trim(),
    );

/** A cell in quotation marks, as spreadsheets copy one with line ends. */
const cellWithLines = /(^|\t)"((?:[^"\n]|""){0,1000}\n(?:[^"]|""){0,1000})"(?=\t|\r?\n|$)/gm;

/** The names of the columns and the line below them. */
const headOfTable = /^[^\S\r\n]*\|.*\|[^\S\r\n]*\r?\n[^\S\r\n]*\|[-:| ]*-[-:| ]*\|[^\S\r\n]*$/gm;

/** The task of the marks of Obsidian. A date that is not in the calendar stays in the words. */
function readMarks(marks: Readonly<Record<string, string>>, options: QuickAddOptions) {
  const due = marks.dueDate ?? marks.scheduled ?? marks.start ?? '';
  const importance = (marks.importance ?? '').replace('highest', 'high').replace('lowest', 'low');
  const english = { ...options, language: 'en' as const };
  const read = readQuickAdd(`${due} !${importance} /${marks.state ?? 'todo'}`, english);
  const isDated = read.chips.some(({ kind }) => kind === 'date');
  const words = [marks.description, marks.repeat, isDated ? '' : due];
  return { ...read, description: words.filter(Boolean).join(' '), isExact: isDated };
}

/** Reads the text after a box; `x` in the box, or a tick, is done. */
function readAfterBox(box: string, text: string, options: QuickAddOptions) {
  const [, beside] = exactEnd.exec(text) ?? [];
  const read = readQuickAdd(beside ?? text, options);
  if (beside !== undefined) read.description = text.slice(0, -beside.length - 3).trim();
  if (/[x☑☒✓✔]/i.test(box)) read.state = 'DONE';
  return { ...read, isExact: beside !== undefined };
}

const unescape = (words: string): string =>
  words.replace(/\\\r?\n {2}/g, '\n').replace(/\\([!-/:-@[-`{-~])/g, '$1');

/**
 * A bullet of Markdown or of a word processor, a number or a letter, then a box, each at most once and followed by white space; then the
 * text, which continues on the next line after a backslash.
 */
const item =
  /^[^\S\n\r]*(?:(?:[-*+•–—◦·●○▪§]|o(?=\t)|\d{1,3}[.)]|[a-z]\))(?:[^\S\n\r]+|$))?(?:\[([ xX]?)\](?:[^\S\n\r]+|$)|([☐☑☒✓✔])\uFE0F?[^\S\n\r]*)?((?:.*\\\r?\n {2})*.*)$/gm;
