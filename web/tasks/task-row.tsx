import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';

import { fieldNames } from '../../contract/fields.ts';
import { daysLate } from '../sync/fields.ts';
import type { FieldName, Fields } from '../sync/fields.ts';
import { isDeletedElsewhere, isWorthRetrying, sayRefusal } from '../sync/refusal.ts';
import type { Row } from '../sync/rows.ts';
import { Button, IconButton } from '../ui/controls.tsx';
import { DayMark, ImportanceTicks, StateRing } from './marks.tsx';
import { useDays, useWords } from '../ui/page-context.ts';
import { focusRow, useTasks } from './workspace.ts';
import { Editor } from './task-form.tsx';
import type { DrawnRow } from '../view/groups.ts';
import { RowText } from './task-words.tsx';
import './row.css';
import './days.css';

/** That of the one menu of all rows (web/tasks/row-menu.tsx). */
export const rowMenuId = 'row-menu';

/** One task in the list: its state, its words, its importance. */
export function TaskRow({ row, editing }: DrawnRow) {
  const late = useLate(row);
  if (editing) return <Editor row={row} />;
  return (
    <div class="row-body">
      <RowBody row={row} late={late}>
        <Particulars row={row} />
      </RowBody>
    </div>
  );
}

/** The day of a row in the gutter, where the rows of that day begin. */
export function RowDay({ row }: { row: Row }) {
  const late = useLate(row);
  return <DayMark iso={row.fields.dueDate}>{late !== null && <span class="late">{late}</span>}</DayMark>;
}

function useLate({ fields }: Row): string | null {
  const { list } = useWords();
  const late = daysLate(fields, useTasks().todayIso);
  return late > 0 ? list.late(late) : null;
}

/** What the place and the marks of a row show, in words for screen readers. */
export function Particulars({ row }: { row: Row }) {
  const { fields, row: words } = useWords();
  const { tasks, todayIso } = useTasks();
  const days = useDays();
  const { dueDate, importance, state } = row.fields;
  const hasDraft = useComputed(() => tasks.drafts.current.value.edits[row.key] !== undefined).value;
  return (
    <>
      <span class="unseen">
        , {days.long(dueDate, todayIso)}, {fields.states[state]}, {fields.importances[importance]}
      </span>
      {hasDraft && <span class="draft-mark"> {words.draft}</span>}
    </>
  );
}

/**
 * What list and board show of a task: the ring that finishes it, the words that open it, its importance, its menu and its
 * status. While rows are being selected the ring is not there, so that no slip of the finger finishes a task.
 */
export function RowBody({
  row,
  children,
  late = null,
}: {
  row: Row;
  /** What is said after the description. */
  children: ComponentChildren;
  late?: string | null;
}) {
  const { list, date } = useWords();
  const { actions, tools, readOnly } = useTasks();
  const { dating } = tools;
  const { description, importance, state } = row.fields;
  return (
    <>
      {!tools.selection.isOn.value && (
        <button
          type="button"
          class="ring"
          aria-label={state === 'DONE' ? list.reopen(description) : list.finish(description)}
          disabled={readOnly}
          onClick={() => actions.finish([row])}
        >
          <StateRing state={state} />
        </button>
      )}
      <RowText row={row}>{children}</RowText>
      {late !== null && (
        <span class="late" aria-hidden="true">
          {late}
        </span>
      )}
      <ImportanceTicks importance={importance} />
      {/* For the mouse: keys and fingers have the menu beside it. */}
      <IconButton
        icon="calendar"
        class="icon-button row-date"
        tabIndex={-1}
        title={date.title(1)}
        aria-label={`${date.title(1)}: ${description}`}
        disabled={readOnly}
        onClick={() => void (dating.value = dating.peek()?.[0] === row.key ? null : [row.key])}
      />
      <IconButton
        icon="more"
        class="icon-button row-more"
        popovertarget={rowMenuId}
        aria-haspopup="menu"
        aria-label={list.more(description)}
        disabled={readOnly}
        onClick={() => void (tools.menu.value = row.key)}
      />
      <RowStatus row={row} />
    </>
  );
}

/** How far a row's change has come, when the service does not have it yet. What waits says so beside its words. */
function RowStatus({ row }: { row: Row }) {
  const { row: words } = useWords();
  switch (row.write?.status) {
    case undefined:
    case 'waiting':
      return null;
    case 'failed':
      return <Failure row={row} />;
    case 'conflict':
      return <Conflict row={row} />;
    default:
      return (
        <span class="pending" title={words.saving}>
          <span class="unseen">{words.saving}</span>
        </span>
      );
  }
}

/** The person's words stay; here is why they were not taken, and the ways out. */
function Failure({ row }: { row: Row }) {
  const words = useWords();
  const { tasks, actions } = useTasks();
  const settle = useSettle(row);
  const fault = row.write?.fault;
  if (!fault) return null;
  const [name, mend] = isDeletedElsewhere(fault)
    ? [words.row.createAgain, () => actions.createAgain(row)]
    : isWorthRetrying(fault)
      ? [words.row.retry, settle(tasks.retry)]
      : [words.row.mend, () => tasks.edit(row.key)];
  return (
    <div class="failure side-by-side">
      <p class="fault">
        <strong>{words.row.failed}.</strong> {sayRefusal(fault, words)}
      </p>
      <Button class="button small" onClick={mend}>
        {name}
      </Button>
      <Button class="button small" onClick={settle(tasks.discard)}>
        {words.row.discard}
      </Button>
    </div>
  );
}

/** A change that waited, and the task as it is elsewhere by now: the person chooses, and nothing is lost before. */
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
        <dt>{words.yours}</dt>
        <dd>{isDelete ? words.deleted : <Values fields={fields} names={differing} />}</dd>
        <dt>{words.theirs}</dt>
        <dd>
          <Values fields={saved} names={differing} />
        </dd>
      </dl>
      <Button class="button small" onClick={settle(tasks.retry)}>
        {words.keepYours}
      </Button>
      <Button class="button small" onClick={settle(tasks.discard)}>
        {words.keepTheirs}
      </Button>
      {!isDelete && (
        <Button class="button small" onClick={settle(() => actions.createAgain(row))}>
          {words.keepBoth}
        </Button>
      )}
    </div>
  );
}

/** Settles the change of a row in some way; the button goes with the question, and the row has the focus. */
function useSettle({ key, write }: Row) {
  const { tools } = useTasks();
  return (how: (writeKey: string) => void) => () => {
    if (write !== null) how(write.key);
    focusRow(tools, key);
  };
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
