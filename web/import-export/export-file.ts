import type { TaskResponse } from '../../contract/task.ts';

import { writeCalendar } from './calendar-file.ts';
import type { CalendarOptions } from './calendar-file.ts';
import { writeCsv } from './csv.ts';
import { writeJson } from './json.ts';
import { writeMarkdown } from './markdown.ts';
import type { MarkdownWords } from './markdown.ts';

export const formats = ['json', 'csv', 'md', 'ics'] as const;
export type Format = (typeof formats)[number];
export type ExportOptions = CalendarOptions & { readonly todayIso: string; readonly words: MarkdownWords };

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
