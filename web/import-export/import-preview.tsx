import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Fields } from '../sync/fields.ts';
import { DayWords, Choice, PrimaryButton } from '../ui/controls.tsx';
import { ImportanceMark, StateRing } from '../tasks/row/marks.tsx';
import { useQuickAdd, useTasks } from '../tasks/workspace.ts';
import { useSettings, useWords } from '../ui/page-context.ts';
import { DateChoices } from './date-choices.tsx';
import { DevicePreview } from './device-preview.tsx';
import { useExchangeWords } from './exchange-words.ts';
import { shorten } from './file-table.ts';
import { planAnswers } from './import-plan.ts';
import type { PlanChoices, Question } from './import-plan.ts';
import { previewOf, usualChoices } from './preview-data.ts';
import type { Preview } from './preview-data.ts';
import { readFile } from './read-file.ts';
import type { DateForms, FileContent } from './read-file.ts';
import {
  FaultyEntries,
  FileFaults,
  IgnoredColumns,
  LeftOutParts,
  UnreadValues,
} from './unread-parts.tsx';

/** The tasks that a file would add, the choices for doubtful ones, and the button that adds them. A new preview takes the focus. */
export function ImportPreview({
  file,
  onAdd,
}: {
  file: File;
  onAdd: (all: readonly Fields[]) => void;
}) {
  const words = useExchangeWords().importing;
  const { todayIso } = useQuickAdd();
  const heading = useRef<HTMLHeadingElement>(null);
  const [dateForms, setDateForms] = useState<DateForms>({});
  const [choices, setChoices] = useState(usualChoices);
  const mostADay = Number(useSettings().daily);
  const existing = useExisting();
  const content = useContent(file, existing, dateForms);
  const preview = useMemo(
    () => content && previewOf(content, choices, { todayIso, existing, mostADay }),
    [content, choices, todayIso, existing, mostADay],
  );
  const isRead = content !== null;
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView();
  }, [isRead]);
  if (content === null || preview === null) return <p role="status">{words.reading(file.name)}</p>;

  const ask = (question: Question, legend: string, hint?: string) => (
    <AnswerChoice
      key={question}
      question={question}
      legend={legend}
      hint={hint}
      value={choices[question]}
      onChoose={(answer) => setChoices({ ...choices, [question]: answer })}
    />
  );
  const hints: Partial<Record<Question, string>> = {};
  if (choices.undated === 'spread') hints.undated = words.undated.hint(mostADay);
  return (
    <div class="preview">
      <h4 ref={heading} tabIndex={-1}>
        <span class="preview-file quiet">{file.name}</span> {words.preview(preview.fields.length)}
      </h4>
      {content.app !== null && <p>{words.from(content.app)}</p>}
      {content.areLettersGuessed && <p class="quiet">{words.lettersGuessed}</p>}
      <FileFaults faults={content.faults} />
      <DateChoices content={content} chosen={dateForms} onChoose={setDateForms} />
      {preview.questions.map(({ question, tasks }) =>
        ask(question, words[question].legend(tasks), hints[question]),
      )}
      <FirstDays days={preview.days} />
      <ImportDetails details={preview.details} />
      {preview.tag !== undefined && ask('tags', words.tags.legend(preview.tag))}
      {preview.areDetailsAsked && ask('details', words.details.legend)}
      {content.cut > 0 && <p>{words.cut(content.cut)}</p>}
      <LeftOutParts leftOut={content.leftOut} />
      <UnreadValues values={preview.unread} />
      <FaultyEntries entries={preview.faulty} />
      <PlannedTasks tasks={preview.planned} />
      <IgnoredColumns names={preview.ignored} />
      {content.device && <DevicePreview part={content.device} />}
      <AddButton fields={preview.fields} onAdd={onAdd} />
    </div>
  );
}

/** The tasks that were in the list when the preview began. */
function useExisting(): readonly Fields[] {
  const { tasks } = useTasks();
  const [existing] = useState(() => tasks.rows.peek().map((row) => row.fields));
  return existing;
}

/** The content of the file, or null while it is read. */
function useContent(
  file: File,
  existing: readonly Fields[],
  dateForms: DateForms,
): FileContent | null {
  const reading = useQuickAdd();
  const [content, setContent] = useState<FileContent | null>(null);
  useEffect(() => {
    let isWanted = true;
    const options = { ...reading, ...dateForms, existing, fileName: file.name };
    void readFile(file, options).then((read) => isWanted && setContent(read));
    return () => {
      isWanted = false;
    };
  }, [file, existing, reading, dateForms]);
  return content;
}

type AnswerChoiceProps = {
  question: Question;
  legend: string;
  hint: string | undefined;
  value: PlanChoices[Question];
  onChoose: (answer: PlanChoices[Question]) => void;
};

function AnswerChoice({ question, ...props }: AnswerChoiceProps) {
  const words = useExchangeWords().importing;
  const labels: Partial<Record<PlanChoices[Question], string>> = {
    skip: words.skip,
    ...words[question].answers,
  };
  const options = planAnswers[question].map((value) => ({ value, label: labels[value] ?? '' }));
  return <Choice options={options} {...props} />;
}

/** The first days with tasks of the file, so that a wrong choice is seen before they are added. */
function FirstDays({ days }: Pick<Preview, 'days'>) {
  const words = useExchangeWords().importing;
  const title = useId();
  if (days.length === 0) return null;
  return (
    <div class="first-days">
      <p id={title} class="note">
        {words.firstDays}
      </p>
      <ol aria-labelledby={title}>
        {days.map(({ iso, tasks }) => (
          <li key={iso}>
            <DayWords iso={iso} /> <span class="quiet">{words.onDay(tasks)}</span>
          </li>
        ))}
      </ol>
    </div>
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
