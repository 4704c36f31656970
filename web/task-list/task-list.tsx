import { useCallback, useMemo, useState } from 'preact/hooks';

import { useDays, useTasks, useTools, useWords } from '../ui/page-context.ts';
import { isNarrow } from '../model/query.ts';
import { usePart, useStore } from '../ui/use-store.ts';
import { Icon } from '../ui/icon.tsx';
import { useFirstScreen } from '../list/use-first-screen.ts';
import { useFocusKept } from '../list/use-focus-kept.ts';
import { useTravel } from '../list/use-travel.ts';
import { isFew } from '../list/window.ts';
import { VirtualList } from '../list/virtual-list.tsx';
import { createGrouper } from '../model/groups.ts';
import type { Group, GroupName } from '../model/groups.ts';
import { RowMenu } from '../task/row-menu.tsx';
import type { Row } from '../model/rows.ts';
import { TaskRow } from '../task/task-row.tsx';

/** The page itself: open tasks by date, and what is done folded away below. */
export function TaskList({ rows }: { rows: readonly Row[] }) {
  const { actions, todayIso } = useTasks();
  const { firstDayOfWeek, locale } = useDays();
  const lingering = useStore(actions.lingering);
  const { order } = useStore(useTools().query);
  const [menuKey, setMenuKey] = useState<string | null>(null);
  const onMenu = useCallback((row: Row) => setMenuKey(row.key), []);
  const [group] = useState(createGrouper);
  const groups = useMemo(
    () => group(rows, { todayIso, firstDayOfWeek, lingering, order, locale }),
    [group, rows, todayIso, firstDayOfWeek, lingering, order, locale],
  );
  const shown = useTravel(useFirstScreen(groups));
  const few = isFew(shown.reduce((sum, { rows: own }) => sum + own.length, 0));
  useFocusKept();
  return (
    <>
      {shown.map((each) => (
        <GroupSection key={each.key} group={each} few={few} onMenu={onMenu} />
      ))}
      <RowMenu rows={rows} rowKey={menuKey} />
    </>
  );
}

type GroupProps = { group: Group; few: boolean; onMenu: (row: Row) => void };

function GroupSection({ group, few, onMenu }: GroupProps) {
  const { list } = useWords();
  const sayName = useGroupName();
  const { name, rows, total = rows.length } = group;
  const id = `group-${group.key}`;
  if (name.kind === 'done') return <DoneSection group={group} few={few} onMenu={onMenu} />;
  return (
    <section class="group" data-group={name.kind} aria-labelledby={id}>
      <h2 id={id}>
        {sayName(name)} <span class="count">{list.counted(total)}</span>
      </h2>
      <Lines rows={rows} few={few} onMenu={onMenu} />
    </section>
  );
}

/** Folded away, unless someone looks for a line or has one of these open. */
function DoneSection({ group: { rows, total = rows.length }, few, onMenu }: GroupProps) {
  const { list } = useWords();
  const { tasks } = useTasks();
  const editing = useStore(tasks.editing);
  const narrow = usePart(useTools().query, isNarrow);
  const [chosen, setOpen] = useState<boolean | null>(null);
  const open = chosen ?? (narrow || rows.some(({ key }) => key === editing));
  return (
    <section class="group" data-group="done" aria-labelledby="group-done">
      <h2 id="group-done">
        <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="fold" />
          {list.groups.done} <span class="count">{list.counted(total)}</span>
        </button>
      </h2>
      {open && <Lines rows={rows} few={few} onMenu={onMenu} />}
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

type LinesProps = { rows: readonly Row[]; few: boolean; onMenu: (row: Row) => void };

/** Drawn again only when there are other rows, not whenever something else on the page changes. */
function Lines({ rows, few, onMenu }: LinesProps) {
  return useMemo(
    () => (
      <VirtualList class="rows" rows={rows} few={few}>
        {(row, place, at) => (
          <TaskRow
            key={row.key}
            row={row}
            {...place}
            opensDay={at === 0 || dayOf(rows[at - 1]) !== dayOf(row)}
            onMenu={onMenu}
          />
        )}
      </VirtualList>
    ),
    [rows, few, onMenu],
  );
}

const dayOf = (row: Row | undefined): string | undefined => row?.standsAt ?? row?.fields.dueDate;
