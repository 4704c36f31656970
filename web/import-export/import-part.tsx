import { useState } from 'preact/hooks';

import type { TaskResponse } from '../../contract/task.ts';
import type { Fields } from '../sync/fields.ts';
import type { Adding } from './adding.ts';
import { AddingBar } from './adding-bar.tsx';
import { FilePicker } from './file-picker.tsx';
import { ImportPreview } from './import-preview.tsx';
import { useWords } from '../ui/page-context.ts';

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
  const [file, setFile] = useState<{ id: string; name: string; bytes: Uint8Array } | 'unreadable' | null>(
    null,
  );
  const [adding, setAdding] = useState<Adding | null>(null);

  async function open(chosen: File): Promise<void> {
    setAdding(null);
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      setFile({ id: `${chosen.name}/${chosen.lastModified}`, name: chosen.name, bytes });
    } catch {
      // Moved, locked or taken away since it was chosen.
      setFile('unreadable');
    }
  }

  return (
    <section class="exchange-part" aria-labelledby="import-title">
      <h3 id="import-title">{words.title}</h3>
      <p>{words.text}</p>
      <FilePicker chosen={file !== null} onChoose={(chosen) => void open(chosen)} />
      {file === 'unreadable' && <p role="alert">{words.faults.unreadable}</p>}
      {file !== null && file !== 'unreadable' && adding === null && (
        <ImportPreview
          key={file.id}
          name={file.name}
          bytes={file.bytes}
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
