import type { TaskResponse } from '../../contract/task.ts';

import type { Words } from '../words/en.ts';
import { writeCalendar } from './calendar-file.ts';
import type { CalendarOptions } from './calendar-file.ts';
import { writeCsv } from './csv.ts';
import { writeJson } from './json.ts';

/** The words of the page's language; `formatDate` writes the heading of a day. */
type MarkdownWords = {
  readonly title: string;
  readonly fields: Pick<Words['fields'], 'importances' | 'states'>;
  readonly formatDate: (iso: string) => string;
};
type ExportOptions = CalendarOptions & MarkdownWords & { readonly todayIso: string };

const writers = {
  json: ['application/json', (tasks, { todayIso }) => writeJson(tasks, todayIso)],
  csv: ['text/csv;charset=utf-8', writeCsv],
  md: ['text/markdown;charset=utf-8', writeMarkdown],
  ics: ['text/calendar;charset=utf-8', writeCalendar],
} as const satisfies Record<
  string,
  readonly [mediaType: string, write: (tasks: readonly TaskResponse[], options: ExportOptions) => string]
>;
export type Format = keyof typeof writers;
export const formats = ['json', 'csv', 'md', 'ics'] as const satisfies readonly Format[];

/** All tasks as a file for the person to keep. `text` is written as UTF-8. */
export function exportFile(format: Format, tasks: readonly TaskResponse[], options: ExportOptions) {
  const [mediaType, write] = writers[format];
  return { fileName: `dueline-${options.todayIso}.${format}`, mediaType, text: write(tasks, options) };
}

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
    ...(task.importance === 'MEDIUM' ? [] : [words.fields.importances[task.importance]]),
    ...(task.state === 'WORKING' ? [words.fields.states.WORKING] : []),
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
