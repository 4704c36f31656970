import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { TaskResponse } from '../../contract/task.ts';
import type { Fields } from '../sync/fields.ts';
import { Choice } from '../ui/choice.tsx';
import { Button } from '../ui/button.tsx';
import { useDays, useWords } from '../ui/page-context.ts';
import { sayFileFault, shorten } from './fault-words.ts';
import type { DateOrder } from './file-dates.ts';
import { FaultyEntries, ImportDetails, ImportOrigin, PlannedTasks } from './import-lists.tsx';
import { planImport } from './plan.ts';
import type { PlanChoices } from './plan.ts';
import { readFile } from './read-file.ts';
import type { FileContent } from './read-file.ts';

type Props = {
  file: File;
  readOnly: boolean;
  tasks: readonly TaskResponse[];
  todayIso: string;
  onAdd: (fields: readonly Fields[]) => void;
};

/** What a file would add, what is doubtful about it, and the one button that adds it. */
export function ImportPreview({ file, readOnly, tasks, todayIso, onAdd }: Props) {
  const words = useWords().exchange.importing;
  const { locale } = useDays();
  const [existing] = useState(tasks);
  const [dateOrder, setOrder] = useState<DateOrder | null>(null);
  const [content, setContent] = useState<FileContent | null>(null);
  useEffect(() => {
    let isWanted = true;
    const options = { existing, todayIso, locale, fileName: file.name, ...(dateOrder && { dateOrder }) };
    void readFile(file, options).then((read) => isWanted && setContent(read));
    return () => {
      isWanted = false;
    };
  }, [file, existing, todayIso, locale, dateOrder]);
  if (content === null) return <p role="status">{words.reading(file.name)}</p>;
  const shown = dateOrder ? { ...content, dateOrder } : content;
  return <Preview {...{ name: file.name, content: shown, readOnly, todayIso, onAdd, setOrder }} />;
}

type PreviewProps = Pick<Props, 'readOnly' | 'todayIso' | 'onAdd'> & {
  name: string;
  content: FileContent;
  setOrder: (order: DateOrder) => void;
};

/** A new preview takes the focus. */
function Preview({ name, content, readOnly, todayIso, onAdd, setOrder }: PreviewProps) {
  const { offline } = useWords();
  const words = useWords().exchange.importing;
  const days = useDays();
  const heading = useRef<HTMLHeadingElement>(null);
  const [choices, setChoices] = useState<PlanChoices>({
    duplicates: 'skip',
    past: 'today',
    details: 'leave',
  });
  const { add, duplicates, past } = useMemo(
    () => planImport(content, choices, todayIso),
    [content, choices, todayIso],
  );
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView();
  }, []);

  const year = todayIso.slice(0, 4);
  return (
    <div class="preview">
      <h4 ref={heading} tabIndex={-1}>
        <span class="preview-file quiet">{name}</span> {words.preview(add.length)}
      </h4>
      <ImportOrigin app={content.app} becomes={content.becomes} />
      {content.faults.map((fault) => (
        <p key={fault.code} class="file-fault" role="alert">
          {sayFileFault(words, days.locale, fault)}
        </p>
      ))}
      {content.isDateOrderOpen && (
        <Choice
          legend={words.dateOrder}
          options={[
            { value: 'day_first', label: days.short(`${year}-04-03`, todayIso) },
            { value: 'month_first', label: days.short(`${year}-03-04`, todayIso) },
          ]}
          value={content.dateOrder}
          onChoose={setOrder}
        />
      )}
      {duplicates > 0 && (
        <Choice
          legend={words.duplicates.legend(duplicates)}
          options={optionsOf(['skip', 'add'], words.duplicates)}
          value={choices.duplicates}
          onChoose={(next) => setChoices({ ...choices, duplicates: next })}
        />
      )}
      {past > 0 && (
        <Choice
          legend={words.past.legend(past)}
          options={optionsOf(['today', 'skip'], words.past)}
          value={choices.past}
          onChoose={(next) => setChoices({ ...choices, past: next })}
        />
      )}
      <ImportDetails
        tasks={content.tasks}
        planned={add}
        choice={choices.details}
        onChoose={(details) => setChoices({ ...choices, details })}
      />
      <FaultyEntries entries={content.faulty} />
      <PlannedTasks tasks={add} />
      {add.length > 0 && content.ignored.length > 0 && (
        <p class="quiet">{words.ignored(content.ignored.map((column) => shorten(column)).join(', '))}</p>
      )}
      {add.length > 0 && (
        <div class="preview-add">
          {readOnly && <p>{offline.readOnly}</p>}
          <Button
            class="button primary"
            disabled={readOnly}
            onClick={() => onAdd(add.map(({ fields }) => fields))}
          >
            {words.add(add.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

const optionsOf = <const T extends string>(
  values: readonly T[],
  labels: Readonly<Record<NoInfer<T>, string>>,
) => values.map((value) => ({ value, label: labels[value] }));
