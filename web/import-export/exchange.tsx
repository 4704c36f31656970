import { useState } from 'preact/hooks';

import type { TaskResponse } from '../../contract/task.ts';
import { todayAt } from '../dates/calendar.ts';
import { Button } from '../ui/button.tsx';
import { useDays, useWords } from '../ui/page-context.ts';
import type { Actions } from '../tasks/actions.ts';
import type { Tasks } from '../sync/tasks.ts';
import { rowsOf } from '../sync/rows.ts';
import { isReadOnly } from '../sync/queue.ts';
import { addAll } from './adding.ts';
import { exportFile, formats } from './export-file.ts';
import type { Format } from './export-file.ts';
import { ImportPart } from './import-part.tsx';
import './exchange.css';

type Props = { tasks: Tasks; actions: Actions; nowMs: () => number };

/** Exports tasks in four forms and imports them from three. */
export function Exchange({ tasks, actions, nowMs }: Props) {
  const state = tasks.state.value;
  const rows = rowsOf(state);
  // With the changes that the service does not have yet.
  const saved = rows.flatMap(({ fields, saved: task }) =>
    task === null ? [] : [{ ...fields, id: task.id }],
  );
  return (
    <div class="exchange">
      <ExportPart tasks={saved} unsaved={rows.length - saved.length} nowMs={nowMs} />
      <ImportPart
        readOnly={isReadOnly(state)}
        tasks={saved}
        todayIso={todayAt(nowMs())}
        add={(fields) => addAll(fields, tasks, actions.noteAdded)}
      />
    </div>
  );
}

type ExportProps = { tasks: readonly TaskResponse[]; unsaved: number; nowMs: () => number };

/** A button for each form in which the tasks can be kept. */
function ExportPart({ tasks, unsaved, nowMs }: ExportProps) {
  const { fields, list, exchange } = useWords();
  const words = exchange.exporting;
  const days = useDays();
  const [saved, setSaved] = useState<string | null>(null);

  function save(format: Format): void {
    const todayIso = todayAt(nowMs());
    const { fileName, mediaType, text } = exportFile(format, tasks, {
      todayIso,
      nowMs: nowMs(),
      host: location.hostname,
      title: list.title,
      fields,
      formatDate: (iso) => days.long(iso, todayIso),
    });
    const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
    Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
    // The download has begun by then and no longer needs the address.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    setSaved(fileName);
  }

  return (
    <section class="exchange-part" aria-labelledby="export-title">
      <h3 id="export-title">{words.title}</h3>
      <p>{tasks.length === 0 ? words.nothing : words.text(tasks.length)}</p>
      {unsaved > 0 && <p class="quiet">{words.unsaved(unsaved)}</p>}
      {tasks.length > 0 && (
        <ul class="formats">
          {formats.map((format) => (
            <li key={format}>
              <Button aria-describedby={`export-${format}`} onClick={() => save(format)}>
                {words.formats[format].name}
              </Button>
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
