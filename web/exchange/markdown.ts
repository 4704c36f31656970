import type { TaskImportance, TaskResponse, TaskState } from '../../contract/task.ts';

import { exportFile } from './file.ts';
import type { ExportFile } from './file.ts';

/** The words of the page's language. A day's heading is `formatDate`'s, or the ISO date. */
export type MarkdownWords = {
  readonly title: string;
  readonly importance: Readonly<Record<TaskImportance, string>>;
  readonly state: Readonly<Record<TaskState, string>>;
  readonly formatDate?: (iso: string) => string;
};

/** A check list under one heading a day. MEDIUM, TODO and DONE go without saying; the rest stands in brackets. */
export function exportMarkdown(
  tasks: readonly TaskResponse[],
  todayIso: string,
  words: MarkdownWords,
): ExportFile {
  const formatDate = words.formatDate ?? ((iso: string) => iso);
  const days = [...Map.groupBy(tasks, (task) => task.dueDate)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sections = days.map(
    ([date, due]) => `## ${escapeLine(formatDate(date))}\n\n${due.map((task) => item(task, words)).join('')}`,
  );
  const text = [`# ${escapeLine(words.title)}\n`, ...sections].join('\n');
  return exportFile(todayIso, 'md', 'text/markdown;charset=utf-8', text);
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
