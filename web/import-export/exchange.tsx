import { useState } from 'preact/hooks';

import type { TaskResponse } from '../../contract/task.ts';
import { todayAt } from '../dates/calendar.ts';
import { onChange } from '../device/later.ts';
import { Button } from '../ui/button.tsx';
import { useDays, useWords } from '../ui/page-context.ts';
import type { Actions } from '../tasks/actions.ts';
import type { Tasks } from '../sync/tasks.ts';
import { isFull } from '../sync/refusal.ts';
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
  const todayIso = todayAt(nowMs());
  const writeOf = (rowKey: string) => tasks.state.value.writes.find(({ target }) => target === rowKey);
  return (
    <div class="exchange">
      <ExportPart tasks={saved} unsaved={rows.length - saved.length} todayIso={todayIso} nowMs={nowMs} />
      <ImportPart
        readOnly={isReadOnly(state)}
        tasks={saved}
        todayIso={todayIso}
        add={(fields) =>
          addAll(fields, {
            create: tasks.create,
            outcomeOf(rowKey) {
              const write = writeOf(rowKey);
              if (write === undefined) return 'saved';
              if (write.status !== 'failed') return 'pending';
              return isFull(write.fault) ? 'full' : 'failed';
            },
            discard(rowKey) {
              const write = writeOf(rowKey);
              if (write) tasks.discard(write.key);
            },
            subscribe: (listener) => onChange(tasks.state, listener),
            note: actions.noteAdded,
          })
        }
      />
    </div>
  );
}

type ExportProps = Pick<Props, 'nowMs'> & {
  tasks: readonly TaskResponse[];
  unsaved: number;
  todayIso: string;
};

/** A button for each form in which the tasks can be kept. */
function ExportPart({ tasks, unsaved, todayIso, nowMs }: ExportProps) {
  const { fields, list } = useWords();
  const days = useDays();
  const [saved, setSaved] = useState<string | null>(null);
  const words = useWords().exchange.exporting;

  function save(format: Format): void {
    const { fileName, mediaType, text } = exportFile(format, tasks, {
      todayIso,
      nowMs: nowMs(),
      host: location.hostname,
      words: {
        title: list.title,
        importance: fields.importances,
        state: fields.states,
        formatDate: (iso) => days.long(iso, todayIso),
      },
    });
    download(fileName, new Blob([text], { type: mediaType }));
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

function download(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has begun by then and no longer needs the address.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
