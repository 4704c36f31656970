import { fieldNames } from '../../../contract/fields.ts';
import type { FieldName, Fields } from '../../sync/fields.ts';
import { sameField } from '../../sync/queue.ts';
import type { Row } from '../../sync/rows.ts';
import { SmallButton } from '../../ui/controls.tsx';
import { useDays, useWords } from '../../ui/page-context.ts';
import { useTasks } from '../workspace.ts';
import { useResolve } from './resolve-change.ts';

/**
 * A conflict of two devices: the queued change and the newer version of the task. Both are kept until the person chooses. Which changes
 * are merged, and which are in conflict, is decided in web/sync/queue.ts (`check`).
 */
export function Conflict({ row }: { row: Row }) {
  const { conflict: words } = useWords().row;
  const { tasks, actions } = useTasks();
  const resolve = useResolve(row);
  const { write, saved, fields } = row;
  if (write === null || saved === null) return null;
  const isDelete = write.change.kind === 'delete';
  const differing = fieldNames.filter((name) => isDelete || !sameField(name, fields, saved));
  return (
    <div class="failure conflict side-by-side">
      <p class="fault">
        <strong>{words.title}.</strong>
      </p>
      <dl>
        <dt class="quiet">{words.yours}</dt>
        <dd>
          {isDelete && words.deleted}
          {!isDelete && <Values fields={fields} names={differing} />}
        </dd>
        <dt class="quiet">{words.theirs}</dt>
        <dd>
          <Values fields={saved} names={differing} />
        </dd>
      </dl>
      <SmallButton onClick={resolve(tasks.retry)}>{words.keepYours}</SmallButton>
      <SmallButton onClick={resolve(tasks.discard)}>{words.keepTheirs}</SmallButton>
      {!isDelete && (
        <SmallButton onClick={resolve(() => actions.createAgain(row))}>
          {words.keepBoth}
        </SmallButton>
      )}
    </div>
  );
}

/** Some fields of one version of the task, in words. */
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
