import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { TaskResponse } from '../../contract/task.ts';
import type { Fields } from '../sync/fields.ts';
import { Choice } from '../ui/choice.tsx';
import { useDays, useWords } from '../ui/page-context.ts';
import { sayFileFault } from './fault-words.ts';
import { FaultyEntries, PlannedTasks } from './import-lists.tsx';
import { ImportDetails, ImportOrigin } from './import-origin.tsx';
import type { DateOrder } from './meanings.ts';
import { planImport } from './plan.ts';
import type { PlanChoices } from './plan.ts';
import { readFile } from './read-file.ts';

type Props = {
  name: string;
  bytes: Uint8Array;
  readOnly: boolean;
  tasks: readonly TaskResponse[];
  todayIso: string;
  onAdd: (fields: readonly Fields[]) => void;
};

/** What a file would add, what is doubtful about it, and the one button that adds it. A new preview takes the focus. */
export function ImportPreview({ name, bytes, readOnly, tasks, todayIso, onAdd }: Props) {
  const { offline } = useWords();
  const words = useWords().exchange.importing;
  const days = useDays();
  const heading = useRef<HTMLHeadingElement>(null);
  const [existing] = useState(tasks);
  const [chosenOrder, setOrder] = useState<DateOrder | null>(null);
  const [choices, setChoices] = useState<PlanChoices>({
    duplicates: 'skip',
    past: 'today',
    details: 'leave',
  });
  const content = useMemo(
    () =>
      readFile(bytes, {
        existing,
        todayIso,
        locale: days.locale,
        fileName: name,
        ...(chosenOrder && { dateOrder: chosenOrder }),
      }),
    [bytes, name, existing, todayIso, days, chosenOrder],
  );
  const { add, duplicates, past } = planImport(content, choices, todayIso);
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
          options={[
            { value: 'skip', label: words.duplicates.skip },
            { value: 'add', label: words.duplicates.add },
          ]}
          value={choices.duplicates}
          onChoose={(next) => setChoices({ ...choices, duplicates: next })}
        />
      )}
      {past > 0 && (
        <Choice
          legend={words.past.legend(past)}
          options={[
            { value: 'today', label: words.past.today },
            { value: 'skip', label: words.past.skip },
          ]}
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
        <p class="quiet">{words.ignored(content.ignored.join(', '))}</p>
      )}
      {add.length > 0 && (
        <div class="preview-add">
          {readOnly && <p>{offline.readOnly}</p>}
          <button
            type="button"
            class="button primary"
            disabled={readOnly}
            onClick={() => onAdd(add.map(({ fields }) => fields))}
          >
            {words.add(add.length)}
          </button>
        </div>
      )}
    </div>
  );
}
