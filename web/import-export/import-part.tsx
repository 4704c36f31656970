import { useEffect, useRef, useState } from 'preact/hooks';

import type { TaskResponse } from '../../contract/task.ts';
import type { Fields } from '../sync/fields.ts';
import { Button } from '../ui/button.tsx';
import { useWords } from '../ui/page-context.ts';
import type { Adding } from './adding.ts';
import { ImportPreview } from './import-preview.tsx';

type Props = {
  /** Nothing can be added while the page does not understand its service. */
  readOnly: boolean;
  tasks: readonly TaskResponse[];
  todayIso: string;
  add: (fields: readonly Fields[]) => Adding;
};

/** From a file to a preview, and from there, when the person says so, to tasks. */
export function ImportPart({ readOnly, tasks, todayIso, add }: Props) {
  const words = useWords().exchange.importing;
  const [file, setFile] = useState<File | null>(null);
  const [adding, setAdding] = useState<Adding | null>(null);

  function open(chosen: File | undefined): void {
    if (chosen === undefined) return;
    setAdding(null);
    setFile(chosen);
  }

  return (
    <section class="exchange-part" aria-labelledby="import-title">
      <h3 id="import-title">{words.title}</h3>
      <p>{words.text}</p>
      <FilePicker chosen={file !== null} onChoose={open} />
      {file && adding === null && (
        <ImportPreview
          key={`${file.name}/${file.lastModified}`}
          file={file}
          readOnly={readOnly}
          tasks={tasks}
          todayIso={todayIso}
          onAdd={(fields) => setAdding(add(fields))}
        />
      )}
      {adding && <AddingBar adding={adding} />}
    </section>
  );
}

/** The browser's own file input with the look of a button; a file can be dropped on it, too. */
function FilePicker({ chosen, onChoose }: { chosen: boolean; onChoose: (file: File | undefined) => void }) {
  const words = useWords().exchange.importing;
  const [over, setOver] = useState(false);

  return (
    // Dropping is a second way; the input inside is the one for keyboards and screen readers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      class="file-picker side-by-side"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onChoose(event.dataTransfer?.files[0]);
      }}
    >
      <input
        type="file"
        accept=".csv,.tsv,.txt,.json,.ics,text/csv,application/json,text/calendar"
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0]);
          // Choosing the same file again is a change, too.
          currentTarget.value = '';
        }}
      />
      <span class="button">{chosen ? words.another : words.choose}</span>
      <span class="quiet">{words.orDrop}</span>
    </label>
  );
}

/** The progress of an import, with buttons that stop it or take it back. It takes the focus from the button before. */
function AddingBar({ adding }: { adding: Adding }) {
  const { toast } = useWords();
  const words = useWords().exchange.importing;
  const { state, all, added, failed } = adding.progress.value;
  const undo = adding.undo();
  const bar = useRef<HTMLDivElement>(null);
  const focusBar = () => bar.current?.focus();
  useEffect(focusBar, [adding]);
  const said = { done: words.added(added), undone: toast.undone };
  return (
    <div ref={bar} class="adding" tabIndex={-1} role="group" aria-label={words.title}>
      {state === 'adding' && (
        <progress max={all} value={added + failed} aria-label={words.adding(added, all)} />
      )}
      <p role="status">{state === 'done' || state === 'undone' ? said[state] : words.adding(added, all)}</p>
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
