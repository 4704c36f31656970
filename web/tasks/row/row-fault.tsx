import { fieldNames } from '../../../contract/fields.ts';
import type { FieldName, Fields } from '../../sync/fields.ts';
import type { Row } from '../../sync/rows.ts';
import { isDeletedElsewhere, isWorthRetrying, sayRefusal } from '../../sync/refusals.ts';
import { SmallButton } from '../../ui/controls.tsx';
import { useDays, useWords } from '../../ui/page-context.ts';
import { focusRow } from '../focus.ts';
import { useTasks } from '../workspace.ts';

/** A change that the service refused, or that conflicts with a newer version of its task. */
export const RowFault = ({ row }: { row: Row }) =>
  row.write?.status === 'conflict' ? <Conflict row={row} /> : <Failure row={row} />;

/** A failed change: the reason, and buttons that resolve it. The person's text stays in the row. */
function Failure({ row }: { row: Row }) {
  const words = useWords();
  const { tasks, actions } = useTasks();
  const settle = useSettle(row);
  const fault = row.write?.fault ?? null;
  if (fault === null) return null;
  function remedy() {
    if (isDeletedElsewhere(fault))
      return { name: words.row.createAgain, mend: () => actions.createAgain(row) };
    if (isWorthRetrying(fault)) return { name: words.row.retry, mend: settle(tasks.retry) };
    return { name: words.row.mend, mend: () => tasks.edit(row.key) };
  }
  const { name, mend } = remedy();
  return (
    <div class="failure side-by-side">
      <p class="fault">
        <strong>{words.row.failed}.</strong> {sayRefusal(fault, words)}
      </p>
      <SmallButton onClick={mend}>{name}</SmallButton>
      <SmallButton onClick={settle(tasks.discard)}>{words.row.discard}</SmallButton>
    </div>
  );
}

/** A conflict: the queued change and the newer version of the task. Both are kept until the person chooses. */
function Conflict({ row }: { row: Row }) {
  const { conflict: words } = useWords().row;
  const { tasks, actions } = useTasks();
  const settle = useSettle(row);
  const { write, saved, fields } = row;
  if (write === null || saved === null) return null;
  const isDelete = write.change.kind === 'delete';
  const differing = fieldNames.filter((name) => isDelete || fields[name] !== saved[name]);
  return (
    <div class="failure conflict side-by-side">
      <p class="fault">
        <strong>{words.title}.</strong>
      </p>
      <dl>
        <dt class="quiet">{words.yours}</dt>
        <dd>{isDelete ? words.deleted : <Values fields={fields} names={differing} />}</dd>
        <dt class="quiet">{words.theirs}</dt>
        <dd>
          <Values fields={saved} names={differing} />
        </dd>
      </dl>
      <SmallButton onClick={settle(tasks.retry)}>{words.keepYours}</SmallButton>
      <SmallButton onClick={settle(tasks.discard)}>{words.keepTheirs}</SmallButton>
      {!isDelete && (
        <SmallButton onClick={settle(() => actions.createAgain(row))}>{words.keepBoth}</SmallButton>
      )}
    </div>
  );
}

/** Resolves the change of a row. The pressed button is then removed, so that the row gets the focus. */
function useSettle({ key, write }: Row) {
  const { tools } = useTasks();
  return (how: (writeKey: string) => void) => () => {
    if (write !== null) how(write.key);
    focusRow(tools, key);
  };
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
