import { options as regions } from '../quick-add/options-fixture.ts';
import { readFile } from './read-file.ts';
import type { FileContent, ReadOptions } from './read-file.ts';

// An instant without a zone in the file is read in the zone of the machine.
// oxlint-disable-next-line node/no-process-env -- a zone that differs from that of the tasks, on every machine
process.env['TZ'] = 'America/New_York';

export const readExport = (
  file: string | Uint8Array<ArrayBuffer>,
  more: Partial<ReadOptions> = {},
) => readFile(new Blob([file]), { existing: [], ...regions.en, todayIso: '2026-09-29', ...more });

/** Each task as one line, with its fields and details; `?` for a date that is not in the file. */
export function linesOf({ tasks }: FileContent): string[] {
  return tasks.map(({ fields, details, isDateAssumed }) =>
    [
      `${fields.description} | ${isDateAssumed ? '?' : fields.dueDate} ${fields.importance} ${fields.state}`,
      ...Object.entries(details).map(([kind, text]) => `${kind}: ${text}`),
    ].join(' | '),
  );
}
