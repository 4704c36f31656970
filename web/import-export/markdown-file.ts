import { readCheckList } from '../quick-add/check-list.ts';
import { readObsidianTask } from '../quick-add/obsidian.ts';
import type { QuickAddOptions } from '../quick-add/options.ts';
import { obsidianTasks } from './apps.ts';
import { mostEntries, recordTable, tooMany } from './file-table.ts';
import type { FileTable } from './file-table.ts';

/** Number of entries that are read before a pause: dates in words are slow to read. */
export const entriesAtOnce = 20;

type Pause = () => Promise<void>;

/** Reads the lines of a check list like pasted text, and those of Obsidian Tasks by their marks. */
export async function readMarkdown(
  text: string,
  options: QuickAddOptions,
  pause: Pause,
): Promise<FileTable> {
  const lines = linesIn(text);
  const table = await readLines(lines, options, pause);
  const others = text.split(/\r?\n/).filter(isText).length - lines.filter(isText).length;
  return { ...table, leftOut: { lines: others } };
}

/** True for a line with words that is no heading. */
const isText = (line: string): boolean => /[\p{L}\p{N}]/u.test(line) && !heading.test(line);

const heading = /^\s*#{1,6}\s/;

/** Reads a text with one task on each line. */
export const readPlainList = (text: string, options: QuickAddOptions, pause: Pause) =>
  readLines(
    text.split(/\r?\n/).filter((line) => line.trim() !== ''),
    options,
    pause,
  );

async function readLines(
  lines: readonly string[],
  options: QuickAddOptions,
  pause: Pause,
): Promise<FileTable> {
  const tasks: Readonly<Record<string, unknown>>[] = [];
  let isObsidian = false;
  for (const line of itemsOf(lines.slice(0, mostEntries))) {
    const marked = readObsidianTask(line);
    isObsidian ||= marked !== undefined;
    for (const task of marked ? [marked] : readLine(line, options)) {
      if (tasks.length % entriesAtOnce === entriesAtOnce - 1) await pause();
      tasks.push(task);
    }
  }
  const table = recordTable(tasks, isObsidian ? obsidianTasks : undefined);
  const cancelled = (at: number) => tasks[at]?.isCancelled === 'yes';
  const entries = table.entries.map((entry, at) => ({ ...entry, isCancelled: cancelled(at) }));
  return { ...table, entries, faults: tooMany(lines.length) };
}

/** The lines that may be tasks. Of a note that does not begin as a list these are the lines with a box, of a list with boxes its items. */
function linesIn(text: string): readonly string[] {
  const isNote = !beginsAsList.test(text);
  const hasBox = withBox.test(text);
  return text.split(/\r?\n/).filter((line, at, all) => {
    if (isNote) return withBox.test(line);
    const isContinued = all[at - 1]?.endsWith('\\') === true && line.startsWith('  ');
    if (hasBox) return isContinued || listItem.test(line) || withBox.test(line);
    return !/^\s*(?:#{1,6}\s.*)?$/.test(line);
  });
}

const listItem = /^[ \t]*(?:[-*+]|\d{1,3}[.)]) /;

/** True for a check list, and for a note that has one. Such lines in a cell of CSV make no note. */
export function isMarkdown(text: string, fileName = ''): boolean {
  if (beginsAsList.test(text)) return true;
  const isNote = /\.(?:md|markdown)$/i.test(fileName) || /^---\r?\n/.test(text);
  return isNote && withBox.test(text);
}

const beginsAsList = /^\s*(?:#{1,6}|[-*+]) /;
/** A box after the mark of an item, or without one as in a copied list. */
const withBox = /^[ \t]*(?:(?:[-*+]|\d{1,3}[.)]) (?:\[.\] |[☐☑☒])|\[[ xX]?\] |[☐☑☒])/m;

/** The lines of each item: one that ends with a backslash continues on the next line. */
function* itemsOf(lines: readonly string[]): Generator<string> {
  let item: string | undefined;
  for (const line of lines) {
    const isContinued = item?.endsWith('\\') === true && line.startsWith('  ');
    if (isContinued) item = `${item}\n${line}`;
    else {
      if (item !== undefined) yield item;
      item = line;
    }
  }
  if (item !== undefined) yield item;
}

function readLine(line: string, options: QuickAddOptions) {
  return Array.from(readCheckList(line, options), (read) => {
    const { chips, repeat, unclear: _unclear, isExact: _isExact, dueDate, ...others } = read;
    const isDated = repeat?.rule !== undefined || chips.some(({ kind }) => kind === 'date');
    return { ...others, ...(isDated && { dueDate }) };
  });
}
