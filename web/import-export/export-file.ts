import type { TaskImportance, TaskResponse, TaskState } from '../../contract/task.ts';

import { writeCalendar } from './calendar-file.ts';
import type { CalendarOptions } from './calendar-file.ts';
import { writeCsv } from './csv.ts';
import { writeJson } from './json.ts';

export const formats = ['json', 'csv', 'md', 'ics'] as const;
export type Format = (typeof formats)[number];
type ExportOptions = CalendarOptions & { readonly todayIso: string; readonly words: MarkdownWords };

/** All tasks as a file for the person to keep. `text` is written as UTF-8. */
export function exportFile(format: Format, tasks: readonly TaskResponse[], options: ExportOptions) {
  const { todayIso, words } = options;
  const writers: Record<Format, readonly [mediaType: string, write: () => string]> = {
    json: ['application/json', () => writeJson(tasks, todayIso)],
    csv: ['text/csv;charset=utf-8', () => writeCsv(tasks)],
    md: ['text/markdown;charset=utf-8', () => writeMarkdown(tasks, words)],
    ics: ['text/calendar;charset=utf-8', () => writeCalendar(tasks, options)],
  };
  const [mediaType, write] = writers[format];
  return { fileName: `dueline-${todayIso}.${format}`, mediaType, text: write() };
}

/** The words of the page's language; `formatDate` writes the heading of a day. */
type MarkdownWords = {
  readonly title: string;
  readonly importance: Readonly<Record<TaskImportance, string>>;
  readonly state: Readonly<Record<TaskState, string>>;
  readonly formatDate: (iso: string) => string;
};

/** A check list under one heading a day. MEDIUM, TODO and DONE go without saying; the rest is in brackets. */
function writeMarkdown(tasks: readonly TaskResponse[], words: MarkdownWords): string {
  const days = [...Map.groupBy(tasks, (task) => task.dueDate)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sections = days.map(([date, due]) => {
    const items = due.map((task) => item(task, words)).join('');
    return `## ${escapeLine(words.formatDate(date))}\n\n${items}`;
  });
  return [`# ${escapeLine(words.title)}\n`, ...sections].join('\n');
}

function item(task: TaskResponse, words: MarkdownWords): string {
  const remarks = [
    ...(task.importance === 'MEDIUM' ? [] : [words.importance[task.importance]]),
    ...(task.state === 'WORKING' ? [words.state.WORKING] : []),
  ];
  const remark = remarks.length === 0 ? '' : ` (${escapeLine(remarks.join(', '))})`;
  const lines = task.description.trim().split(/\r\n|\r|\n/);
  // A backslash at its end keeps the line's end; blank lines would end the list item.
  const description = lines
    .filter((line) => line.trim() !== '')
    .map(escapeLine)
    .join('\\\n  ');
  return `- [${task.state === 'DONE' ? 'x' : ' '}] ${description}${remark}\n`;
}

/** Markdown (CommonMark and GFM) reads the result as plain text; addresses of web pages stay whole. */
function escapeLine(line: string): string {
  return line
    .trim()
    .replace(/[\\`*[\]<>~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#|\w+;)/gu, '\\$&')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}
