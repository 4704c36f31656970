import type { TaskResponse } from '../../contract/task.ts';

import { compareDates } from '../dates/calendar.ts';
import { writeCheckList } from '../quick-add/check-list.ts';
import { writeCalendar } from './calendar-file.ts';
import { writeCsv } from './csv.ts';
import type { DevicePart } from './file-table.ts';
import { writeJson } from './json.ts';

type ExportOptions = Parameters<typeof writeCalendar>[1] & {
  readonly todayIso: string;
  /** The heading of the Markdown file. */
  readonly title: string;
  /** Only the JSON file has it. */
  readonly device: DevicePart;
};

const writers = {
  json: ['application/json', (tasks, { todayIso, device }) => writeJson(tasks, todayIso, device)],
  csv: ['text/csv;charset=utf-8', writeCsv],
  md: ['text/markdown;charset=utf-8', writeMarkdown],
  ics: ['text/calendar;charset=utf-8', writeCalendar],
} as const satisfies Record<
  string,
  readonly [
    mediaType: string,
    write: (tasks: readonly TaskResponse[], options: ExportOptions) => string,
  ]
>;
export type Format = keyof typeof writers;
export const formats = ['json', 'csv', 'md', 'ics'] as const satisfies readonly Format[];

/** All tasks as a file. `text` is to be written as UTF-8. */
export function exportFile(format: Format, tasks: readonly TaskResponse[], options: ExportOptions) {
  const [mediaType, write] = writers[format];
  return {
    fileName: `dueline-${options.todayIso}.${format}`,
    mediaType,
    text: write(tasks, options),
  };
}

function writeMarkdown(tasks: readonly TaskResponse[], { title }: ExportOptions): string {
  const byDate = tasks.toSorted((a, b) => compareDates(a.dueDate, b.dueDate));
  return `# ${title}\n\n${writeCheckList(byDate)}`;
}
