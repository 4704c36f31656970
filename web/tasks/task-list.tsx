import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import type { Row } from '../sync/rows.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useDays, useWords } from '../ui/page-context.ts';
import { groupRows, itemsOf, orderOf } from '../view/groups.ts';
import type { Heading } from '../view/groups.ts';
import { overdueRows } from '../view/overdue.ts';
import { isNarrow } from '../view/query.ts';
import { focusRow, useShown } from './focus.ts';
import { TaskRow } from './task-row.tsx';
import { useTravel } from './moving-rows.ts';
import { VirtualList } from './virtual-list.tsx';
import { useTasks, useTools } from './workspace.ts';

/** The list: open tasks in groups by date, or in another order, and the done ones in a group that can be opened. */
export function TaskList({ rows }: { rows: readonly Row[] }) {
  const { tasks, actions, todayIso } = useTasks();
  const { firstDayOfWeek, locale } = useDays();
  const lingering = actions.lingering.value;
  const query = useTools().query.value;
  const { order } = query;
  const groups = useMemo(
    () => groupRows(rows, { todayIso, firstDayOfWeek, lingering, order, locale }),
    [rows, todayIso, firstDayOfWeek, lingering, order, locale],
  );
  const [chosen, setOpen] = useState<boolean | null>(null);
  const editing = tasks.editing.value;
  const done = groups.find(({ key }) => key === 'done');
  // Closed, unless someone searches or edits one of its tasks.
  const isOpen = chosen ?? (isNarrow(query) || done?.rows.some(({ key }) => key === editing) === true);
  const items = useMemo(() => itemsOf(groups, ({ key }) => key === 'done' && !isOpen), [groups, isOpen]);
  useShown(orderOf(items));
  useTravel(items);
  return (
    <VirtualList items={items} rowClass="row" row={TaskRow}>
      {(heading, list) => (
        <GroupSection key={heading.key} heading={heading} onToggle={() => setOpen(!isOpen)}>
          {list}
        </GroupSection>
      )}
    </VirtualList>
  );
}

type GroupProps = { heading: Heading; onToggle: () => void; children: ComponentChildren };

function GroupSection({ heading, onToggle, children }: GroupProps) {
  const { list } = useWords();
  const { key, group, count } = heading;
  const name = useGroupName(group);
  const id = `group-${group}`;
  const label = (
    <>
      {name} <span class="count">{list.counted(count)}</span>
    </>
  );
  return (
    <section class="group" data-group={group} aria-labelledby={id}>
      <div class="group-head side-by-side" data-heading={key}>
        <h2 id={id}>
          {group === 'done' ? (
            <Button class="fold line" aria-expanded={children !== false} onClick={onToggle}>
              <Icon name="fold" />
              {label}
            </Button>
          ) : (
            label
          )}
        </h2>
        {group === 'overdue' && <OverdueActions count={count} />}
      </div>
      {children}
    </section>
  );
}

/** Groups have fixed names but for months. */
function useGroupName(key: string): string {
  const { list, fields, search } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  const names: Readonly<Record<string, string>> = {
    ...list.groups,
    ...fields.importances,
    ...fields.states,
    all: search.orders.name,
  };
  return names[key] ?? days.monthAndYear(key, todayIso);
}

/** What can be done to all overdue tasks that are shown, beside their heading. */
function OverdueActions({ count }: { count: number }) {
  const { overdue: words } = useWords();
  const { actions, tools, found, todayIso, readOnly } = useTasks();

  function toAll(run: (overdue: readonly Row[]) => void): void {
    const overdue = overdueRows(found.value, todayIso);
    run(overdue);
    // The group goes, and the buttons with it.
    focusRow(tools, overdue[0]?.key ?? null);
  }

  return (
    <p class="overdue-actions side-by-side">
      <Button
        class="flat-button"
        disabled={readOnly}
        onClick={() => toAll((rows) => actions.move(rows, todayIso))}
      >
        {words.allToToday}
      </Button>
      {count > 1 && (
        <Button class="flat-button" disabled={readOnly} onClick={() => toAll(actions.spread)}>
          {words.spread}
          <span class="five-a-day">{words.fiveADay}</span>
        </Button>
      )}
    </p>
  );
}
