import { saveFile } from '../ui/save-file.ts';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { TaskResponse } from '../../contract/task.ts';

import { useTasks } from '../tasks/workspace.ts';
import { Button } from '../ui/controls.tsx';
import { useLanguage, useSettings, useWords } from '../ui/page-context.ts';
import { lazy } from '../ui/panel.tsx';
import { exchange } from '../words/en/exchange.ts';
import type { ExchangeWords } from '../words/en/exchange.ts';
import { loadExchangeWords } from '../words/reading.ts';
import { addAll } from './adding.ts';
import type { Adding } from './adding.ts';
import type { DevicePart } from './file-table.ts';
import { useExchangeWords, WordsContext } from './exchange-words.ts';
import { exportFile, formats } from './export-file.ts';
import type { Format } from './export-file.ts';
import { ImportPreview } from './import-preview.tsx';
import './exchange.css';

/** The dialog for export and import, in four formats each. */
export function Exchange() {
  const [file, setFile] = useState<File | null>(null);
  const [adding, setAdding] = useState<Adding | null>(null);
  const InLanguage = inLanguage[useLanguage()];
  return <InLanguage {...{ file, setFile, adding, setAdding }} />;
}

/** Kept outside of the parts in one language: another language of the page takes no file away. */
type Import = {
  file: File | null;
  setFile: (file: File | null) => void;
  adding: Adding | null;
  setAdding: (adding: Adding | null) => void;
};

/** Few people open this dialog, so its texts are loaded with it. */
const inLanguage = {
  en: saying(exchange),
  de: lazy(async () => saying(await loadExchangeWords.de())),
  fr: lazy(async () => saying(await loadExchangeWords.fr())),
};

function saying(words: ExchangeWords) {
  return (chosen: Import) => (
    <WordsContext.Provider value={words}>
      <div class="exchange">
        <ExportPart />
        <ImportPart {...chosen} />
      </div>
    </WordsContext.Provider>
  );
}

/** One button per format. The files have the queued changes of tasks, but no task that the service does not have yet. */
function ExportPart() {
  const { tasks: all, viewState, todayIso } = useTasks();
  const settings = useSettings();
  const rows = all.rows.value;
  const tasks = rows.flatMap(({ fields, saved }) =>
    saved === null ? [] : [{ ...fields, id: saved.id }],
  );
  const unsaved = rows.length - tasks.length;
  const { list } = useWords();
  const words = useExchangeWords().exporting;
  const [fileName, setFileName] = useState<string | null>(null);

  return (
    <section class="exchange-part" aria-labelledby="export-title">
      <h3 id="export-title">{words.title}</h3>
      <p>{tasks.length === 0 ? words.nothing : words.text(tasks.length)}</p>
      {unsaved > 0 && <p class="quiet">{words.unsaved(unsaved)}</p>}
      {tasks.length > 0 && (
        <ul class="formats">
          {formats.map((format) => (
            <li key={format}>
              <Button
                aria-describedby={`export-${format}`}
                onClick={() => {
                  const device = { filters: viewState.savedFilters.all(), settings };
                  setFileName(save(format, tasks, { todayIso, title: list.title, device }));
                }}
              >
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
        {fileName !== null && words.done(fileName)}
      </p>
    </section>
  );
}

/** Downloads the file. */
function save(
  format: Format,
  tasks: readonly TaskResponse[],
  page: { todayIso: string; title: string; device: DevicePart },
) {
  const options = { ...page, nowMs: Date.now(), host: location.hostname };
  const { fileName, mediaType, text } = exportFile(format, tasks, options);
  saveFile(fileName, mediaType, text);
  return fileName;
}

/** Shows the preview of a file and, after the person confirms, adds its tasks. */
function ImportPart({ file, setFile, adding, setAdding }: Import) {
  const { tasks, actions } = useTasks();
  const words = useExchangeWords().importing;

  return (
    <section class="exchange-part" aria-labelledby="import-title">
      <h3 id="import-title">{words.title}</h3>
      <p>{words.text}</p>
      {/* The browser's own file input, which also takes a dropped file, with the look of a button. */}
      <label class="file-picker side-by-side">
        <input
          type="file"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ics,.vcs,.md,.markdown,.org,.taskpaper,.opml,text/csv,application/json,text/calendar,text/markdown"
          onChange={({ currentTarget }) => {
            setAdding(null);
            setFile(currentTarget.files?.[0] ?? file);
            // So that choosing the same file again is a change, too.
            currentTarget.value = '';
          }}
        />
        <span class="button">{file ? words.another : words.choose}</span>
        <span class="quiet">{words.orDrop}</span>
      </label>
      {file && adding === null && (
        <ImportPreview
          key={`${file.name}/${file.lastModified}`}
          file={file}
          onAdd={(fields) => setAdding(addAll(fields, tasks, actions.recordAdded))}
        />
      )}
      {adding && <AddingBar adding={adding} />}
    </section>
  );
}

/** The progress of an import, with buttons to stop or undo it. It takes the focus from the button that began it. */
function AddingBar({ adding }: { adding: Adding }) {
  const { toast } = useWords();
  const words = useExchangeWords().importing;
  const { state, all, added, failed } = adding.progress.value;
  const undo = adding.undo();
  const bar = useRef<HTMLDivElement>(null);
  const focusBar = () => bar.current?.focus();
  useEffect(focusBar, [adding]);
  const texts: Partial<Record<typeof state, string>> = {
    done: words.added(added),
    undone: toast.undone,
  };
  return (
    <div ref={bar} class="adding" tabIndex={-1} role="group" aria-label={words.title}>
      {state === 'adding' && (
        <progress max={all} value={added + failed} aria-label={words.adding(added, all)} />
      )}
      <p role="status">{texts[state] ?? words.adding(added, all)}</p>
      {state === 'full' && <p role="alert">{words.full(all - added - failed)}</p>}
      {failed > 0 && state !== 'undone' && <p role="alert">{words.failed(failed)}</p>}
      {state === 'adding' && <Button onClick={adding.stop}>{words.stop}</Button>}
      {undo && (
        <Button
          onClick={() => {
            undo();
            focusBar();
          }}
        >
          {toast.undo}
        </Button>
      )}
    </div>
  );
}
