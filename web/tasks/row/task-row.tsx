import { useComputed } from '@preact/signals';
import { daysLate } from '../../view/groups.ts';
import type { Row } from '../../sync/rows.ts';
import { DayMark, IconButton } from '../../ui/controls.tsx';
import { useDays, useWords } from '../../ui/page-context.ts';
import { lazy } from '../../ui/panel.tsx';
import { pressRing } from '../commands/run-and-focus.ts';
import { useTasks } from '../workspace.ts';
import { ImportanceMark, StateRing } from './marks.tsx';
import { RowDescription } from './row-words.tsx';
import type { RowProps } from './row-words.tsx';

import './task-words.css';
import './row.css';
import './moving.css';
import './marks.css';
import './days.css';

const RowFault = lazy(async () => (await import('./row-fault.tsx')).RowFault);

/** The id of the menu that all rows share (web/tasks/row/row-menu.tsx). */
export const rowMenuId = 'row-menu';

/** One task in the list: state, description and importance. */
export function TaskRow({ row }: { row: Row }) {
  const late = useDelayText(row);
  return (
    <div class="row-body">
      <RowBody row={row} late={late}>
        <RowDetails row={row} />
      </RowBody>
    </div>
  );
}

/** The day in the gutter, beside the first row of that day. */
export function RowDay({ row }: { row: Row }) {
  const late = useDelayText(row);
  return (
    <DayMark iso={row.fields.dueDate}>{late !== null && <span class="late">{late}</span>}</DayMark>
  );
}

/** The days that a task is overdue, in words; null if it is not overdue. */
export function useDelayText({ fields }: Row): string | null {
  const { list } = useWords();
  const late = daysLate(fields, useTasks().todayIso);
  if (late === 0) return null;
  return list.late(late);
}

/** The mark of a draft, and for screen readers the date, state and importance of a row in words. */
export function RowDetails({ row }: { row: Row }) {
  const { fields, row: words } = useWords();
  const { tasks, todayIso } = useTasks();
  const days = useDays();
  const { dueDate, importance, state } = row.fields;
  const late = useDelayText(row);
  const hasDraft = useComputed(() => tasks.drafts.current.value.edits[row.key] !== undefined).value;
  return (
    <>
      {hasDraft && <span class="draft-mark"> {words.draft}</span>}
      <span class="unseen">
        , {days.long(dueDate, todayIso)}
        {late !== null && `, ${late}`}, {fields.states[state]}, {fields.importances[importance]}
      </span>
    </>
  );
}

/** The content of a row in list and board. During a selection it has no ring, so that no tap finishes a task by mistake. */
export function RowBody({ row, children, late = null }: RowProps & { late?: string | null }) {
  const { list, date } = useWords();
  const workspace = useTasks();
  const { viewState, readOnly } = workspace;
  const { rescheduling } = viewState;
  const { description, importance, state } = row.fields;
  return (
    <>
      {!viewState.selection.isOn.value && (
        <button
          type="button"
          class="ring"
          aria-label={state === 'DONE' ? list.reopen(description) : list.finish(description)}
          disabled={readOnly}
          onClick={() => pressRing(workspace, row)}
        >
          <StateRing state={state} />
        </button>
      )}
      <RowDescription row={row}>{children}</RowDescription>
      {/* For the mouse: keyboard and touch use the menu beside it. */}
      <IconButton
        icon="calendar"
        class="icon-button row-date"
        tabIndex={-1}
        title={date.title(1)}
        aria-label={`${date.title(1)}: ${description}`}
        disabled={readOnly}
        onClick={() =>
          void (rescheduling.value = rescheduling.peek()?.[0] === row.key ? null : [row.key])
        }
      />
      <IconButton
        icon="more"
        class="icon-button row-more"
        popovertarget={rowMenuId}
        aria-haspopup="menu"
        aria-label={list.more(description)}
        disabled={readOnly}
        onClick={() => void (viewState.menu.value = row.key)}
      />
      {late !== null && (
        <span class="late" aria-hidden="true">
          {late}
        </span>
      )}
      <ImportanceMark importance={importance} />
      <RowStatus row={row} />
    </>
  );
}

/** The status of a row's queued change. A waiting change is marked beside the description instead. */
function RowStatus({ row }: { row: Row }) {
  const { row: words } = useWords();
  const status = row.write?.status ?? 'waiting';
  if (status === 'waiting') return null;
  if (status === 'failed' || status === 'conflict') return <RowFault row={row} />;
  return (
    <span class="pending" title={words.saving}>
      <span class="unseen">{words.saving}</span>
    </span>
  );
}
