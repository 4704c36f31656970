import { useMemo } from 'preact/hooks';

import { Choice } from '../ui/choice.tsx';
import { useWords } from '../ui/page-context.ts';
import type { DetailKind } from './apps/app.ts';
import { countDetails } from './details.ts';
import type { DetailCount } from './details.ts';
import { shorten } from './fault-words.ts';
import { More } from './import-lists.tsx';
import type { PlanChoices, PlannedTask } from './plan.ts';
import type { FileContent } from './read-file.ts';

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

type DetailsProps = {
  tasks: FileContent['tasks'];
  planned: readonly PlannedTask[];
  choice: PlanChoices['details'];
  onChoose: (choice: PlanChoices['details']) => void;
};

/** What the tasks have in their app that is no field here, whether it becomes part of their text, and what does not fit. */
export function ImportDetails({ tasks, planned, choice, onChoose }: DetailsProps) {
  const { details } = useWords().exchange.importing;
  const counts = useMemo(() => countDetails(tasks), [tasks]);
  if (counts.length === 0) return null;
  return (
    <>
      <ul class="details-found">
        {counts.map((count) => (
          <Found key={count.kind} {...count} />
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
      <Unfitting tasks={planned.filter(({ left }) => left.length > 0)} />
    </>
  );
}

function Found({ kind, tasks, texts }: DetailCount) {
  const { details, more } = useWords().exchange.importing;
  return (
    <li>
      <strong>{details.count(details.names[kind], tasks)}</strong>{' '}
      <span dir="auto">
        {texts
          .slice(0, mostTexts)
          .map((text) => shorten(text))
          .join(', ')}
      </span>
      {texts.length > mostTexts && ` ${more(texts.length - mostTexts)}`}
    </li>
  );
}

function Unfitting({ tasks }: { tasks: readonly PlannedTask[] }) {
  const { details } = useWords().exchange.importing;
  if (tasks.length === 0) return null;
  return (
    <details class="faulty-entries" open={tasks.length <= 5}>
      <summary>{details.unfitting(tasks.length)}</summary>
      <ul class="ruled-list">
        {tasks.slice(0, mostTasks).map(({ line, fields, left, details: texts }) => (
          <li key={line}>
            <strong dir="auto">{shorten(fields.description)}</strong>
            {left.map((kind: DetailKind) => (
              <p key={kind} class="note" dir="auto">
                {details.names[kind]}: {shorten(texts[kind] ?? '', 500)}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <More count={tasks.length - mostTasks} />
    </details>
  );
}

const mostTexts = 5;
const mostTasks = 100;
