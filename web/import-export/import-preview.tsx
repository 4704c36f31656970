import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Fields } from '../sync/fields.ts';
import { DayWords, Choice, PrimaryButton } from '../ui/controls.tsx';
import { ImportanceMark, StateRing } from '../tasks/row/task-row.tsx';
import { useQuickAdd, useTasks } from '../tasks/workspace.ts';
import { useDays, useWords } from '../ui/page-context.ts';
import { sayEntryFault, sayFileFault, shorten, useExchangeWords } from './exchange-words.ts';
import type { DateOrder } from './file-dates.ts';
import { countDetails, planChoices, planImport } from './import-plan.ts';
import type { Doubt, PlanChoices, PlannedTask } from './import-plan.ts';
import { readFile } from './read-file.ts';
import type { FileContent, FileTask } from './read-file.ts';

/** The tasks that a file would add, the choices for doubtful ones, and the button that adds them. A new preview takes the focus. */
export function ImportPreview({
  file,
  onAdd,
}: {
  file: File;
  onAdd: (all: readonly Fields[]) => void;
}) {
  const { offline } = useWords();
  const words = useExchangeWords().importing;
  const days = useDays();
  const reading = useQuickAdd();
  const { locale, todayIso } = reading;
  const heading = useRef<HTMLHeadingElement>(null);
  const { tasks, readOnly } = useTasks();
  const [existing] = useState(() => tasks.rows.peek().map((row) => row.fields));
  const [dateOrder, setOrder] = useState<DateOrder | null>(null);
  const [content, setContent] = useState<FileContent | null>(null);
  const [choices, setChoices] = useState<PlanChoices>({
    duplicates: 'skip',
    finished: 'add',
    past: 'add',
    details: 'skip',
  });
  const plan = useMemo(
    () => content && planImport(content, choices, todayIso),
    [content, choices, todayIso],
  );
  useEffect(() => {
    let isWanted = true;
    const options = { ...reading, existing, fileName: file.name, ...(dateOrder && { dateOrder }) };
    void readFile(file, options).then((read) => isWanted && setContent(read));
    return () => {
      isWanted = false;
    };
  }, [file, existing, reading, dateOrder]);
  const isRead = content !== null;
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView();
  }, [isRead]);
  if (content === null || plan === null) return <p role="status">{words.reading(file.name)}</p>;

  const { add } = plan;
  const ask = (doubt: Doubt, legend: string) => {
    const labels: Partial<Record<PlanChoices[Doubt], string>> = {
      ...words[doubt],
      skip: words.skip,
    };
    const options = planChoices.map((value) => ({ value, label: labels[value] ?? '' }));
    return (
      <Choice
        key={doubt}
        legend={legend}
        options={options.filter(({ label }) => label !== '')}
        value={choices[doubt]}
        onChoose={(next) => setChoices({ ...choices, [doubt]: next })}
      />
    );
  };
  const year = todayIso.slice(0, 4);
  return (
    <div class="preview">
      <h4 ref={heading} tabIndex={-1}>
        <span class="preview-file quiet">{file.name}</span> {words.preview(add.length)}
      </h4>
      {content.app !== null && <p>{words.from(content.app)}</p>}
      {content.faults.map((fault) => (
        <p key={fault.code} class="file-fault" role="alert">
          {sayFileFault(words, locale, fault)}
        </p>
      ))}
      {content.isDateOrderOpen && (
        <Choice
          legend={words.dateOrder}
          options={[
            { value: 'day_first', label: days.short(`${year}-04-03`, todayIso) },
            { value: 'month_first', label: days.short(`${year}-03-04`, todayIso) },
          ]}
          value={dateOrder ?? content.dateOrder}
          onChoose={(order) => setOrder(order)}
        />
      )}
      {(['duplicates', 'finished', 'past'] as const).map(
        (doubt) => plan[doubt] > 0 && ask(doubt, words[doubt].legend(plan[doubt])),
      )}
      <ImportDetails tasks={content.tasks}>{ask('details', words.details.legend)}</ImportDetails>
      <FaultyEntries entries={content.faulty} />
      <PlannedTasks tasks={add} />
      {add.length > 0 && content.ignored.length > 0 && (
        <p class="quiet">
          {words.ignored(content.ignored.map((column) => shorten(column)).join(', '))}
        </p>
      )}
      {add.length > 0 && (
        <div class="preview-add">
          {readOnly && <p>{offline.readOnly}</p>}
          <PrimaryButton disabled={readOnly} onClick={() => onAdd(add.map(({ fields }) => fields))}>
            {words.add(add.length)}
          </PrimaryButton>
        </div>
      )}
    </div>
  );
}

/** The details of the tasks in their app; `children` has the choice to add them to the descriptions. */
function ImportDetails({
  tasks,
  children,
}: {
  tasks: readonly FileTask[];
  children: ComponentChildren;
}) {
  const { details, more } = useExchangeWords().importing;
  const counts = useMemo(() => countDetails(tasks), [tasks]);
  if (counts.length === 0) return null;
  return (
    <>
      <ul class="details-found">
        {counts.map(({ kind, tasks: found, texts }) => (
          <li key={kind}>
            <strong>{details.count(details.names[kind], found)}</strong>{' '}
            <span dir="auto">
              {texts
                .slice(0, mostTexts)
                .map((text) => shorten(text))
                .join(', ')}
            </span>
            {texts.length > mostTexts && ` ${more(texts.length - mostTexts)}`}
          </li>
        ))}
      </ul>
      {counts.some(({ kind }) => kind !== 'repeat') && children}
    </>
  );
}

/** The tasks as the list would show them, by date, at most the first `mostTasks`. */
function PlannedTasks({ tasks }: { tasks: readonly PlannedTask[] }) {
  const { fields } = useWords();
  const words = useExchangeWords().importing;
  if (tasks.length === 0) return null;
  const remarks = { assumed: words.assumedDate, moved: words.movedDate };
  const byDate = tasks.toSorted((a, b) => (a.fields.dueDate < b.fields.dueDate ? -1 : 1));
  return (
    <>
      <ul class="planned-tasks ruled-list">
        {byDate.slice(0, mostTasks).map(({ line, fields: task, remark }) => (
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
      {tasks.length > mostTasks && <p class="quiet">{words.more(tasks.length - mostTasks)}</p>}
    </>
  );
}

/** The entries that are not added, each with its reasons. More than five are closed at first. */
function FaultyEntries({ entries }: { entries: FileContent['faulty'] }) {
  const { fields } = useWords();
  const words = useExchangeWords().importing;
  if (entries.length === 0) return null;
  return (
    <details class="faulty-entries" open={entries.length <= 5}>
      <summary>{words.faulty(entries.length)}</summary>
      <ul class="ruled-list">
        {entries.slice(0, mostFaultyShown).map(({ line, text, faults }) => (
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
      {entries.length > mostFaultyShown && (
        <p class="quiet">{words.more(entries.length - mostFaultyShown)}</p>
      )}
    </details>
  );
}

const mostTasks = 200;
const mostFaultyShown = 100;
const mostTexts = 5;
