import { useState } from 'preact/hooks';

import { useStore } from '../state/use-store.ts';
import { Icon } from '../ui/icon.tsx';
import { Windowed } from '../views/windowed.tsx';
import { useDays, useWords } from '../words/words.ts';
import { useDesk } from './context.ts';
import { groupRows } from './groups.ts';
import type { Group } from './groups.ts';
import { RowMenu } from './row-menu.tsx';
import type { Row } from './rows.ts';
import { TaskRow } from './task-row.tsx';

/** The page itself: open tasks by date, and what is done folded away below. */
export function TaskList({ rows }: { rows: readonly Row[] }) {
  const { actions, todayIso } = useDesk();
  const { firstDayOfWeek } = useDays();
  const lingering = useStore(actions.lingering);
  const [menuKey, setMenuKey] = useState<string | null>(null);
  const groups = groupRows(rows, todayIso, firstDayOfWeek, lingering);
  return (
    <>
      {groups.map((group) => (
        <GroupSection key={group.key} group={group} onMenu={(row) => setMenuKey(row.key)} />
      ))}
      <RowMenu row={rows.find(({ key }) => key === menuKey) ?? null} />
    </>
  );
}

type GroupProps = { group: Group; onMenu: (row: Row) => void };

function GroupSection({ group, onMenu }: GroupProps) {
  const { list } = useWords();
  const days = useDays();
  const { todayIso } = useDesk();
  const [open, setOpen] = useState(false);
  const { name, rows } = group;
  const id = `group-${group.key}`;
  if (name.kind === 'done') {
    return (
      <section class="group" data-group="done" aria-labelledby={id}>
        <h2 id={id}>
          <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name="fold" />
            {list.groups.done} <span class="count">{rows.length}</span>
          </button>
        </h2>
        {open && <Lines rows={rows} onMenu={onMenu} />}
      </section>
    );
  }
  return (
    <section class="group" data-group={name.kind} aria-labelledby={id}>
      <h2 id={id}>
        {name.kind === 'month' ? days.monthAndYear(name.month, todayIso) : list.groups[name.kind]}{' '}
        <span class="count">
          <span aria-hidden="true">{rows.length}</span>
          <span class="unseen">{list.counted(rows.length)}</span>
        </span>
      </h2>
      <Lines rows={rows} onMenu={onMenu} />
    </section>
  );
}

function Lines({ rows, onMenu }: { rows: readonly Row[]; onMenu: (row: Row) => void }) {
  return (
    <Windowed class="lines" rows={rows}>
      {(row, place, at) => (
        <TaskRow
          key={row.key}
          row={row}
          {...place}
          opensDay={rows[at - 1]?.fields.dueDate !== row.fields.dueDate}
          onMenu={onMenu}
        />
      )}
    </Windowed>
  );
}
