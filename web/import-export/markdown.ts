import type { TaskImportance, TaskResponse, TaskState } from '../../contract/task.ts';

/** The words of the page's language; `formatDate` writes the heading of a day. */
export type MarkdownWords = {
  readonly title: string;
  readonly importance: Readonly<Record<TaskImportance, string>>;
  readonly state: Readonly<Record<TaskState, string>>;
  readonly formatDate: (iso: string) => string;
};

/** A check list under one heading a day. MEDIUM, TODO and DONE go without saying; the rest is in brackets. */
export function writeMarkdown(tasks: readonly TaskResponse[], words: MarkdownWords): string {
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
