import { useMemo, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

import { useShown } from './focus.ts';
import { useTravel } from './travel.ts';
import { VirtualList } from './virtual-list.tsx';
import { groupRows, itemsOf, orderOf } from '../view/groups.ts';
import type { Heading } from '../view/groups.ts';
import { isNarrow } from '../view/query.ts';
import type { Row } from '../sync/rows.ts';
import { TaskRow } from './task-row.tsx';
import { OverdueActions } from './overdue-actions.tsx';
import { Icon } from '../ui/icon.tsx';
import { useDays, useTasks, useTools, useWords } from '../ui/page-context.ts';

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
    <VirtualList items={items} listClass="rows" rowClass="row" row={TaskRow}>
      {(heading, list) => (
        <GroupSection key={heading.key} heading={heading} onToggle={() => setOpen(!isOpen)}>
          {list}
        </GroupSection>
      )}
    </VirtualList>
  );
}

type Props = { heading: Heading; onToggle: () => void; children: ComponentChildren };

function GroupSection({ heading, onToggle, children }: Props) {
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
      <div class="group-head" data-heading={key}>
        <h2 id={id}>
          {group === 'done' ? (
            <button type="button" class="fold" aria-expanded={children !== false} onClick={onToggle}>
              <Icon name="fold" />
              {label}
            </button>
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
