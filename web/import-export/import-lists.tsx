import { ImportanceTicks, StateRing } from '../tasks/marks.tsx';
import { DayWords } from '../ui/day-words.tsx';
import { useWords } from '../ui/page-context.ts';
import { sayEntryFault, shorten } from './fault-words.ts';
import type { PlannedTask } from './plan.ts';
import type { FaultyEntry } from './read-entry.ts';

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
      <More count={tasks.length - mostTasks} />
    </>
  );
}

/** The entries that cannot become tasks, each with its reasons; closed at first when there are many. */
export function FaultyEntries({ entries }: { entries: readonly FaultyEntry[] }) {
  const { fields } = useWords();
  const words = useWords().exchange.importing;
  if (entries.length === 0) return null;
  return (
    <details class="faulty-entries" open={entries.length <= 5}>
      <summary>{words.faulty(entries.length)}</summary>
      <ul class="ruled-list">
        {entries.slice(0, mostFaulty).map(({ line, faults, text }) => (
          <li key={line}>
            <strong>{words.line(line)}</strong> {text !== '' && <span dir="auto">{shorten(text)}</span>}
            {faults.map((fault) => (
              <p key={'field' in fault ? fault.field : fault.code} class="note">
                {sayEntryFault(fields, words, fault)}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <More count={entries.length - mostFaulty} />
    </details>
  );
}

/** How many are not shown, if any. */
export function More({ count }: { count: number }) {
  const words = useWords().exchange.importing;
  return count > 0 && <p class="quiet">{words.more(count)}</p>;
}

const mostTasks = 200;
const mostFaulty = 100;
