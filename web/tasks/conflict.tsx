import { fieldNames } from '../../contract/fields.ts';
import { focusRow } from './focus.ts';
import type { FieldName, Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';

/** A change that waited, and the task as it is elsewhere by now: the person chooses, and nothing is lost before. */
export function Conflict({ row }: { row: Row }) {
  const { row: words } = useWords();
  const { tasks, actions, tools } = useTasks();
  const { write, saved, fields } = row;
  if (write === null || saved === null) return null;
  const isDelete = write.change.kind === 'delete';
  const differing = fieldNames.filter((name) => isDelete || fields[name] !== saved[name]);
  const settle = (how: (writeKey: string) => void) => {
    how(write.key);
    // The button goes with the question.
    focusRow(tools, row.key);
  };
  return (
    <div class="failure conflict side-by-side">
      <p class="fault">
        <strong>{words.conflict.title}.</strong>
      </p>
      <dl>
        <dt>{words.conflict.yours}</dt>
        <dd>{isDelete ? words.conflict.deleted : <Values {...{ fields, names: differing }} />}</dd>
        <dt>{words.conflict.theirs}</dt>
        <dd>
          <Values fields={saved} names={differing} />
        </dd>
      </dl>
      <button type="button" class="button small" onClick={() => settle(tasks.retry)}>
        {words.conflict.keepYours}
      </button>
      <button type="button" class="button small" onClick={() => settle(tasks.discard)}>
        {words.conflict.keepTheirs}
      </button>
      {!isDelete && (
        <button type="button" class="button small" onClick={() => settle(() => actions.createAgain(row))}>
          {words.conflict.keepBoth}
        </button>
      )}
    </div>
  );
}

/** Some fields of a version of the task, in words. */
function Values({ fields, names }: { fields: Fields; names: readonly FieldName[] }) {
  const { fields: words } = useWords();
  const { todayIso } = useTasks();
  const days = useDays();
  const inWords: Record<FieldName, string> = {
    description: fields.description,
    dueDate: days.long(fields.dueDate, todayIso),
    importance: words.importances[fields.importance],
    state: words.states[fields.state],
  };
  return <span dir="auto">{names.map((name) => inWords[name]).join(' · ')}</span>;
}
