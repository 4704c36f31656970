import { readFile } from '../read-file.ts';
import type { FileContent, ReadOptions } from '../read-file.ts';

export const todayIso = '2026-09-29';

/** For tests: the content of a file that another app has exported. */
export function readExport(file: string | Uint8Array, given: Partial<ReadOptions> = {}): FileContent {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return readFile(bytes, { existing: [], todayIso, locale: 'en-US', ...given });
}

/** For tests: each task as one line, with its four fields and its details; `?` for a date that the file does not have. */
export function linesOf({ tasks }: FileContent): string[] {
  return tasks.map(({ fields, details, isDateAssumed }) =>
    [
      `${fields.description} | ${isDateAssumed ? '?' : fields.dueDate} ${fields.importance} ${fields.state}`,
      ...Object.entries(details).map(([kind, text]) => `${kind}: ${text}`),
    ].join(' | '),
  );
}
