import { useMemo, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

import { useShown } from '../list/use-shown.ts';
import { useTravel } from '../list/use-travel.ts';
import { VirtualList } from '../list/virtual-list.tsx';
import { groupRows } from '../model/groups.ts';
import type { Group, GroupName } from '../model/groups.ts';
import { itemsOf, orderOf } from '../model/items.ts';
import { isNarrow } from '../model/query.ts';
import type { Row } from '../model/rows.ts';
import { TaskRow } from '../task/task-row.tsx';
import { Icon } from '../ui/icon.tsx';
import { useDays, useTasks, useTools, useWords } from '../ui/page-context.ts';
import { useStore } from '../ui/use-store.ts';

/** The list: open tasks in groups by date, or in another order, and the done ones in a group that can be opened. */
export function TaskList({ rows }: { rows: readonly Row[] }) {
  const { tasks, actions, todayIso } = useTasks();
  const { firstDayOfWeek, locale } = useDays();
  const lingering = useStore(actions.lingering);
  const query = useStore(useTools().query);
  const { order } = query;
  const groups = useMemo(
    () => groupRows(rows, { todayIso, firstDayOfWeek, lingering, order, locale }),
    [rows, todayIso, firstDayOfWeek, lingering, order, locale],
  );
  const [chosen, setOpen] = useState<boolean | null>(null);
  const editing = useStore(tasks.editing);
  const done = groups.find(({ name }) => name.kind === 'done');
  // Closed, unless someone searches or edits one of its tasks.
  const isOpen = chosen ?? (isNarrow(query) || done?.rows.some(({ key }) => key === editing) === true);
  const items = useMemo(
    () => itemsOf(groups, ({ name }) => name.kind === 'done' && !isOpen),
    [groups, isOpen],
  );
  useShown(useMemo(() => orderOf(items), [items]));
  useTravel(items);
  return (
    <VirtualList items={items} class="rows" row={TaskRow}>
      {({ key, group }, list) => (
        <GroupSection key={key} group={group} isOpen={list !== null} onToggle={() => setOpen(!isOpen)}>
          {list}
        </GroupSection>
      )}
    </VirtualList>
  );
}

type Props = { group: Group; isOpen: boolean; onToggle: () => void; children: ComponentChildren };

function GroupSection({ group, isOpen, onToggle, children }: Props) {
  const { list } = useWords();
  const sayName = useGroupName();
  const { key, name, rows } = group;
  const id = `group-${key}`;
  const label = (
    <>
      {sayName(name)} <span class="count">{list.counted(rows.length)}</span>
    </>
  );
  return (
    <section class="group" data-group={name.kind} aria-labelledby={id}>
      <h2 id={id} data-heading={key}>
        {name.kind === 'done' ? (
          <button type="button" class="fold" aria-expanded={isOpen} onClick={onToggle}>
            <Icon name="fold" />
            {label}
          </button>
        ) : (
          label
        )}
      </h2>
      {children}
    </section>
  );
}

function useGroupName(): (name: GroupName) => string {
  const { list, fields, search } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  return (name) => {
    switch (name.kind) {
      case 'month':
        return days.monthAndYear(name.month, todayIso);
      case 'importance':
        return fields.importances[name.importance];
      case 'state':
        return fields.states[name.state];
      case 'all':
        return search.orders.name;
      default:
        return list.groups[name.kind];
    }
  };
}
