import { useState } from 'preact/hooks';

import type { TaskResponse } from '../../contract/task.ts';
import { useDays, useWords } from '../ui/page-context.ts';
import { exportCalendar } from './calendar-file.ts';
import { exportCsv } from './csv.ts';
import type { ExportFile } from './file.ts';
import { exportJson } from './json.ts';
import { exportMarkdown } from './markdown.ts';
import { tasksOf } from './exported-rows.ts';
import type { ExchangeRow } from './exported-rows.ts';
import { saveFile } from './save-file.ts';
import { useExchangeWords } from './words.ts';

type Props = { rows: readonly ExchangeRow[]; todayIso: string; nowMs: () => number };
const formats = ['json', 'csv', 'md', 'ics'] as const;

export function ExportPart({ rows, todayIso, nowMs }: Props) {
  const { fields, list } = useWords();
  const days = useDays();
  const [saved, setSaved] = useState<string | null>(null);
  const words = useExchangeWords().exporting;
  const tasks = tasksOf(rows);
  const makers: Record<(typeof formats)[number], (tasks: readonly TaskResponse[]) => ExportFile> = {
    json: (all) => exportJson(all, todayIso),
    csv: (all) => exportCsv(all, todayIso),
    md: (all) =>
      exportMarkdown(all, todayIso, {
        title: list.title,
        importance: fields.importances,
        state: fields.states,
        formatDate: (iso) => days.long(iso, todayIso),
      }),
    ics: (all) => exportCalendar(all, { todayIso, nowMs: nowMs(), host: location.hostname }),
  };
  return (
    <section class="exchange-part" aria-labelledby="export-title">
      <h3 id="export-title">{words.title}</h3>
      <p>{tasks.length === 0 ? words.nothing : words.text(tasks.length)}</p>
      {rows.length > tasks.length && <p class="quiet">{words.unsaved(rows.length - tasks.length)}</p>}
      {tasks.length > 0 && (
        <ul class="formats">
          {formats.map((format) => (
            <li key={format}>
              <button
                type="button"
                class="button"
                aria-describedby={`export-${format}`}
                onClick={() => {
                  const file = makers[format](tasks);
                  saveFile(file);
                  setSaved(file.fileName);
                }}
              >
                {words.formats[format].name}
              </button>
              <span id={`export-${format}`} class="quiet">
                {words.formats[format].hint}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" class="exchange-done">
        {saved !== null && words.done(saved)}
      </p>
    </section>
  );
}
