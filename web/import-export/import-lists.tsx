import { useMemo } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

import { ImportanceTicks, StateRing } from '../tasks/marks.tsx';
import { Choice } from '../ui/choice.tsx';
import { DayWords } from '../ui/day-words.tsx';
import { useWords } from '../ui/page-context.ts';
import { sayEntryFault, shorten } from './fault-words.ts';
import { countDetails } from './plan.ts';
import type { PlanChoices, PlannedTask } from './plan.ts';
import type { FaultyEntry, FileContent } from './read-file.ts';

/** Which app the file is from, and what becomes of its columns. */
export function ImportOrigin({ app, becomes }: Pick<FileContent, 'app' | 'becomes'>) {
  const { fields } = useWords();
  const { origin, details } = useWords().exchange.importing;
  if (app === null) return null;
  const names = { ...fields, ...details.names };
  return (
    <>
      <p>{origin.from(app)}</p>
      <details class="origin-columns">
        <summary>{origin.columns}</summary>
        <dl class="ruled-list">
          {becomes.map(({ column, target }) => (
            <div key={column}>
              <dt>{column}</dt>
              <dd>{names[target]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

type FoundProps = {
  tasks: FileContent['tasks'];
  planned: readonly PlannedTask[];
  choice: PlanChoices['details'];
  onChoose: (choice: PlanChoices['details']) => void;
};

/** What the tasks have in their app that is no field here, whether it becomes part of their text, and what does not fit. */
export function ImportDetails({ tasks, planned, choice, onChoose }: FoundProps) {
  const { details, more } = useWords().exchange.importing;
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
      {counts.some(({ kind }) => kind !== 'repeat') && (
        <Choice
          legend={details.legend}
          options={[
            { value: 'leave', label: details.leave },
            { value: 'add', label: details.add },
          ]}
          value={choice}
          onChoose={onChoose}
        />
      )}
      <UnfittingTasks tasks={planned.filter(({ left }) => left.length > 0)} />
    </>
  );
}

/** The tasks as the list would show them, by date; of very many the first. */
export function PlannedTasks({ tasks }: { tasks: readonly PlannedTask[] }) {
  const { fields } = useWords();
  const words = useWords().exchange.importing;
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
            <ImportanceTicks importance={task.importance} />
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

/** The entries that cannot become tasks, each with its reasons. */
export function FaultyEntries({ entries }: { entries: readonly FaultyEntry[] }) {
  const { fields } = useWords();
  const words = useWords().exchange.importing;
  return (
    <Details summary={words.faulty(entries.length)} entries={entries}>
      {({ line, faults, text }) => (
        <li key={line}>
          <strong>{words.line(line)}</strong> {text !== '' && <span dir="auto">{shorten(text)}</span>}
          {faults.map((fault) => (
            <p key={'field' in fault ? fault.field : fault.code} class="note">
              {sayEntryFault(fields, words, fault)}
            </p>
          ))}
        </li>
      )}
    </Details>
  );
}

/** The tasks that would be too long with their details, each with those that are left out. */
export function UnfittingTasks({ tasks }: { tasks: readonly PlannedTask[] }) {
  const { details } = useWords().exchange.importing;
  return (
    <Details summary={details.unfitting(tasks.length)} entries={tasks}>
      {({ line, fields, left, details: texts }) => (
        <li key={line}>
          <strong dir="auto">{shorten(fields.description)}</strong>
          {left.map((kind) => (
            <p key={kind} class="note" dir="auto">
              {details.names[kind]}: {shorten(texts[kind] ?? '', 500)}
            </p>
          ))}
        </li>
      )}
    </Details>
  );
}

type DetailsProps<T> = { summary: string; entries: readonly T[]; children: (entry: T) => ComponentChildren };

/** Nothing for no entries; closed at first when there are many. */
function Details<T>({ summary, entries, children }: DetailsProps<T>) {
  const words = useWords().exchange.importing;
  if (entries.length === 0) return null;
  return (
    <details class="faulty-entries" open={entries.length <= 5}>
      <summary>{summary}</summary>
      <ul class="ruled-list">{entries.slice(0, mostEntries).map(children)}</ul>
      {entries.length > mostEntries && <p class="quiet">{words.more(entries.length - mostEntries)}</p>}
    </details>
  );
}

const mostTasks = 200;
const mostEntries = 100;
const mostTexts = 5;
