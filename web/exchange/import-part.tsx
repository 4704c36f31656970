import { useMemo, useState } from 'preact/hooks';

import type { TaskCreateRequest } from '../../contract/task.ts';
import { useDays } from '../ui/page-context.ts';
import type { Adding } from './adding.ts';
import { AddingBar } from './adding-bar.tsx';
import { FilePicker } from './file-picker.tsx';
import { ImportPreview } from './import-preview.tsx';
import { isDateOrderOpen, planImport } from './plan.ts';
import type { PlanChoices } from './plan.ts';
import { previewImport } from './preview.ts';
import { tasksOf } from './exported-rows.ts';
import type { ExchangeRow } from './exported-rows.ts';
import type { DateOrder } from './values.ts';
import { useExchangeWords } from './words.ts';

type Props = {
  /** Nothing can be added while the page does not understand its service. */
  readOnly: boolean;
  rows: readonly ExchangeRow[];
  todayIso: string;
  add: (fields: readonly TaskCreateRequest[]) => Adding;
};

/** From a file to a preview, and from there, when the person says so, to tasks. */
export function ImportPart({ readOnly, rows, todayIso, add }: Props) {
  const words = useExchangeWords().importing;
  const [file, setFile] = useState<Opened | 'unreadable' | null>(null);
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
        <Reading
          key={file.id}
          {...file}
          readOnly={readOnly}
          rows={rows}
          todayIso={todayIso}
          onAdd={(fields) => setAdding(add(fields))}
        />
      )}
      {adding && <AddingBar adding={adding} />}
    </section>
  );
}

type Opened = { id: string; name: string; bytes: Uint8Array };

type ReadingProps = Pick<Props, 'readOnly' | 'rows' | 'todayIso'> &
  Opened & {
    onAdd: (fields: readonly TaskCreateRequest[]) => void;
  };

function Reading({ readOnly, name, bytes, rows, todayIso, onAdd }: ReadingProps) {
  const { locale } = useDays();
  const [existing] = useState(() => tasksOf(rows));
  const [order, setOrder] = useState<DateOrder | null>(null);
  const [choices, setChoices] = useState<PlanChoices>({ duplicates: 'skip', past: 'today' });
  const [preview, isOpen] = useMemo(() => {
    const read = (dateOrder: DateOrder | null) =>
      previewImport(bytes, { existing, todayIso, locale, ...(dateOrder && { dateOrder }) });
    const one = read(order);
    const other = read(one.dateOrder === 'day_first' ? 'month_first' : 'day_first');
    return [one, isDateOrderOpen(one, other)];
  }, [bytes, existing, todayIso, locale, order]);
  return (
    <ImportPreview
      readOnly={readOnly}
      fileName={name}
      preview={preview}
      plan={planImport(preview, choices, todayIso)}
      todayIso={todayIso}
      dateOrder={isOpen ? preview.dateOrder : null}
      choices={choices}
      onDateOrder={setOrder}
      onChoices={setChoices}
      onAdd={onAdd}
    />
  );
}
