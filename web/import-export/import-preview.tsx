import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Fields } from '../sync/fields.ts';
import { DayWords, Choice, PrimaryButton } from '../ui/controls.tsx';
import { ImportanceMark, StateRing } from '../tasks/row/task-row.tsx';
import { useQuickAdd, useTasks } from '../tasks/workspace.ts';
import { useDays, useWords } from '../ui/page-context.ts';
import { sayColumns, sayEntryFault, sayFileFault, useExchangeWords } from './exchange-words.ts';
import type { DateOrder } from './file-dates.ts';
import { shorten } from './file-table.ts';
import { planChoices } from './import-plan.ts';
import type { Doubt, PlanChoices } from './import-plan.ts';
import { previewOf, usualChoices } from './preview-data.ts';
import type { Preview } from './preview-data.ts';
import { readFile } from './read-file.ts';
import type { FileContent } from './read-file.ts';

/** The tasks that a file would add, the choices for doubtful ones, and the button that adds them. A new preview takes the focus. */
export function ImportPreview({
  file,
  onAdd,
}: {
  file: File;
  onAdd: (all: readonly Fields[]) => void;
}) {
  const words = useExchangeWords().importing;
  const { locale, todayIso } = useQuickAdd();
  const heading = useRef<HTMLHeadingElement>(null);
  const [dateOrder, setOrder] = useState<DateOrder | null>(null);
  const [choices, setChoices] = useState(usualChoices);
  const content = useContent(file, dateOrder);
  const preview = useMemo(
    () => content && previewOf(content, choices, todayIso),
    [content, choices, todayIso],
  );
  const isRead = content !== null;
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView();
  }, [isRead]);
  if (content === null || preview === null) return <p role="status">{words.reading(file.name)}</p>;

  const ask = (doubt: Doubt, legend: string) => (
    <DoubtChoice
      key={doubt}
      doubt={doubt}
      legend={legend}
      value={choices[doubt]}
      onChoose={(next) => setChoices({ ...choices, [doubt]: next })}
    />
  );
  return (
    <div class="preview">
      <h4 ref={heading} tabIndex={-1}>
        <span class="preview-file quiet">{file.name}</span> {words.preview(preview.fields.length)}
      </h4>
      {content.app !== null && <p>{words.from(content.app)}</p>}
      {content.faults.map((fault) => (
        <p key={fault.code} class="file-fault" role="alert">
          {sayFileFault(words, locale, fault)}
        </p>
      ))}
      {content.isDateOrderOpen && (
        <DateOrderChoice value={dateOrder ?? content.dateOrder} onChoose={setOrder} />
      )}
      {preview.questions.map(({ doubt, tasks }) => ask(doubt, words[doubt].legend(tasks)))}
      <ImportDetails details={preview.details} />
      {preview.areDetailsAsked && ask('details', words.details.legend)}
      {content.events > 0 && <p>{words.events(content.events)}</p>}
      <UnreadValues values={preview.unread} />
      <FaultyEntries entries={preview.faulty} />
      <PlannedTasks tasks={preview.planned} />
      {preview.ignored.length > 0 && (
        <p class="quiet">{words.ignored(sayColumns(words, preview.ignored))}</p>
      )}
      <AddButton fields={preview.fields} onAdd={onAdd} />
    </div>
  );
}

/** The content of the file, or null while it is read. It is compared with the tasks that were there at first. */
function useContent(file: File, dateOrder: DateOrder | null): FileContent | null {
  const reading = useQuickAdd();
  const { tasks } = useTasks();
  const [existing] = useState(() => tasks.rows.peek().map((row) => row.fields));
  const [content, setContent] = useState<FileContent | null>(null);
  useEffect(() => {
    let isWanted = true;
    const options = { ...reading, existing, fileName: file.name, ...(dateOrder && { dateOrder }) };
    void readFile(file, options).then((read) => isWanted && setContent(read));
    return () => {
      isWanted = false;
    };
  }, [file, existing, reading, dateOrder]);
  return content;
}

type DoubtChoiceProps = {
  doubt: Doubt;
  legend: string;
  value: PlanChoices[Doubt];
  onChoose: (value: PlanChoices[Doubt]) => void;
};

function DoubtChoice({ doubt, ...props }: DoubtChoiceProps) {
  const words = useExchangeWords().importing;
  const labels: Partial<Record<PlanChoices[Doubt], string>> = { ...words[doubt], skip: words.skip };
  const options = planChoices.map((value) => ({ value, label: labels[value] ?? '' }));
  return <Choice options={options.filter(({ label }) => label !== '')} {...props} />;
}

/** Asks if 3/4 is a day of April or of March. */
function DateOrderChoice(props: { value: DateOrder; onChoose: (order: DateOrder) => void }) {
  const { dateOrder } = useExchangeWords().importing;
  const { todayIso } = useTasks();
  const days = useDays();
  const year = todayIso.slice(0, 4);
  return (
    <Choice
      legend={dateOrder}
      options={[
        { value: 'day_first', label: days.short(`${year}-04-03`, todayIso) },
        { value: 'month_first', label: days.short(`${year}-03-04`, todayIso) },
      ]}
      {...props}
    />
  );
}

function AddButton({
  fields,
  onAdd,
}: {
  fields: readonly Fields[];
  onAdd: (all: readonly Fields[]) => void;
}) {
  const { offline } = useWords();
  const words = useExchangeWords().importing;
  const { readOnly } = useTasks();
  if (fields.length === 0) return null;
  return (
    <div class="preview-add">
      {readOnly && <p>{offline.readOnly}</p>}
      <PrimaryButton disabled={readOnly} onClick={() => onAdd(fields)}>
        {words.add(fields.length)}
      </PrimaryButton>
    </div>
  );
}

/** The details of the tasks in their app. */
function ImportDetails({ details }: Pick<Preview, 'details'>) {
  const words = useExchangeWords().importing;
  if (details.length === 0) return null;
  return (
    <ul class="details-found">
      {details.map(({ kind, tasks, texts }) => (
        <li key={kind}>
          <strong>{words.details.count(words.details.names[kind], tasks)}</strong>{' '}
          <span dir="auto">{texts.shown.map((text) => shorten(text)).join(', ')}</span>
          {texts.more > 0 && ` ${words.more(texts.more)}`}
        </li>
      ))}
    </ul>
  );
}

/** The values without a meaning here: their tasks are added, with the default. */
function UnreadValues({ values }: { values: Preview['unread'] }) {
  const { fields } = useWords();
  const words = useExchangeWords().importing;
  const title = useId();
  if (values.shown.length === 0) return null;
  const names = { ...fields.importances, ...fields.states };
  return (
    <div class="unread-values">
      <p id={title}>{words.unread.legend}</p>
      <ul aria-labelledby={title}>
        {values.shown.map(({ field, value, instead, tasks }) => (
          <li key={`${field} ${value}`} dir="auto">
            {words.unread.count(fields[field], value, names[instead], tasks)}
          </li>
        ))}
      </ul>
      {values.more > 0 && <p class="quiet">{words.more(values.more)}</p>}
    </div>
  );
}

/** The tasks as the list would show them, by date. */
function PlannedTasks({ tasks }: { tasks: Preview['planned'] }) {
  const { fields } = useWords();
  const words = useExchangeWords().importing;
  if (tasks.shown.length === 0) return null;
  const remarks = { assumed: words.assumedDate, moved: words.movedDate };
  return (
    <>
      <ul class="planned-tasks ruled-list">
        {tasks.shown.map(({ line, fields: task, remark }) => (
          <li key={line}>
            <StateRing state={task.state} />
            <span dir="auto">{task.description}</span>
            <span class="planned-date">
              <DayWords iso={task.dueDate} />
              {remark && <span class="note">{remarks[remark]}</span>}
            </span>
            <ImportanceMark importance={task.importance} />
            <span class="unseen">
              {fields.states[task.state]}, {fields.importances[task.importance]}
            </span>
          </li>
        ))}
      </ul>
      {tasks.more > 0 && <p class="quiet">{words.more(tasks.more)}</p>}
    </>
  );
}

/** The entries that are not added, each with its reasons. More than five are closed at first. */
function FaultyEntries({ entries }: { entries: Preview['faulty'] }) {
  const { fields } = useWords();
  const words = useExchangeWords().importing;
  if (entries.all === 0) return null;
  return (
    <details class="faulty-entries" open={entries.all <= 5}>
      <summary>{words.faulty(entries.all)}</summary>
      <ul class="ruled-list">
        {entries.shown.map(({ line, text, faults }) => (
          <li key={line}>
            <strong>{words.line(line)}</strong> <span dir="auto">{shorten(text)}</span>
            {faults.map((fault, at) => (
              <p key={at} class="note" dir="auto">
                {sayEntryFault(fields, words, fault)}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {entries.more > 0 && <p class="quiet">{words.more(entries.more)}</p>}
    </details>
  );
}
