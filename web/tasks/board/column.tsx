import type { ComponentChildren } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { addDays } from '../../dates/calendar.ts';
import type { Row } from '../../sync/rows.ts';
import { Button, DayWords } from '../../ui/controls.tsx';
import { useDays, useWords } from '../../ui/page-context.ts';
import { withHeadings } from '../../view/columns.ts';
import type { State } from '../../view/columns.ts';
import type { Heading, RowItem } from '../../view/groups.ts';
import { afterDrawing } from '../focus.ts';
import { NewTaskLine } from '../form/new-task-line.tsx';
import { useGroupName } from '../list/group-name.ts';
import { usePainted, VirtualList } from '../list/virtual-list.tsx';
import { RowBody, useDelayText } from '../row/task-row.tsx';
import { useTasks } from '../workspace.ts';

/** All tasks of one state, the open ones by day. On a phone its tab is its heading. */
export function Column({
  state,
  items,
  count,
  headed,
  leftOut,
  onShowAll,
}: {
  state: State;
  items: readonly RowItem[];
  /** The number of tasks, with those that are left out. */
  count: number;
  headed: boolean;
  leftOut: number;
  onShowAll: () => void;
}) {
  const { fields, views } = useWords();
  const id = useId();
  const drawn = useMemo(() => (state === 'DONE' ? items : withHeadings(items)), [state, items]);
  return (
    <section class="column" data-column={state} aria-labelledby={headed ? id : undefined}>
      {headed && (
        <h2 id={id}>
          {fields.states[state]} <Count count={count} />
        </h2>
      )}
      {items.length === 0 && <p class="column-empty quiet">{views.columnEmpty}</p>}
      <VirtualList items={drawn} rowClass="board-task" row={BoardTask}>
        {(heading, list) => (
          <ColumnGroup key={heading.key} heading={heading} level={headed ? 'h3' : 'h2'}>
            {list}
          </ColumnGroup>
        )}
      </VirtualList>
      {leftOut > 0 && (
        <Button class="flat-button" onClick={onShowAll}>
          {views.more(leftOut)}
        </Button>
      )}
      {state !== 'DONE' && <NewInColumn state={state} />}
    </section>
  );
}

type GroupProps = { heading: Heading; level: 'h2' | 'h3'; children: ComponentChildren };

/** The tasks of a column for one day, or for several days such as a week. */
function ColumnGroup({ heading: { key, group, count }, level: Name, children }: GroupProps) {
  const groupName = useGroupName();
  const id = useId();
  return (
    <div role="group" class="column-group" data-group={group} aria-labelledby={id}>
      <Name id={id} class="note" data-heading={key}>
        {groupName(group)} <Count count={count} />
      </Name>
      {children}
    </div>
  );
}

/** At the foot of a column: a button that becomes the field for a new task in this state. */
function NewInColumn({ state }: { state: State }) {
  const { add, fields } = useWords();
  const { readOnly } = useTasks();
  const [isWritten, setWritten] = useState(false);
  const isPainted = usePainted();
  const id = useId();
  const name = fields.states[state];
  // The first drawing has only the first cards: the button would move when the others are drawn.
  if (!isPainted) return null;
  return (
    <div class="column-new">
      {isWritten ? (
        <NewTaskLine
          of={name}
          kind="state"
          value={{ state }}
          onLeave={(refocus) => {
            setWritten(false);
            if (refocus) afterDrawing(() => document.getElementById(id)?.focus());
          }}
        />
      ) : (
        <Button
          id={id}
          class="flat-button"
          aria-label={`${add.title}, ${name}`}
          disabled={readOnly}
          onClick={() => setWritten(true)}
        >
          {add.title}
        </Button>
      )}
    </div>
  );
}

/** The number of tasks in a column, and the same in words for screen readers. */
export function Count({ count }: { count: number }) {
  const { list } = useWords();
  const { locale } = useDays();
  return (
    <span class="count">
      {/* The first use of Intl is slow, and below 1000 all our languages write the same. */}
      <span aria-hidden="true">{count < 1000 ? count : count.toLocaleString(locale)}</span>
      <span class="unseen">{list.counted(count)}</span>
    </span>
  );
}

/**
 * One task on the board: the date and the days overdue are below the description, unless the heading above says the day; screen
 * readers also get the importance.
 */
function BoardTask({ row }: { row: Row }) {
  const { fields } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  const { dueDate, importance, state } = row.fields;
  const late = useDelayText(row);
  const isOfHeading =
    state !== 'DONE' && (dueDate === todayIso || dueDate === addDays(todayIso, 1));
  return (
    <RowBody row={row}>
      <span class="note board-task-date" data-unseen={isOfHeading}>
        <span class="unseen">, </span>
        {isOfHeading ? (
          <span class="unseen">{days.full(dueDate)}</span>
        ) : (
          <DayWords iso={dueDate} />
        )}
        {late && (
          <>
            <span class="unseen">, </span> <span class="late">{late}</span>
          </>
        )}
        <span class="unseen">, {fields.importances[importance]}</span>
      </span>
    </RowBody>
  );
}
