import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Row } from '../../sync/rows.ts';
import { Button, Icon } from '../../ui/controls.tsx';
import { useDays, useSettings, useWords } from '../../ui/page-context.ts';
import { groupRows, itemsOf, orderOf } from '../../view/groups.ts';
import type { Heading } from '../../view/groups.ts';
import { isNarrow } from '../../view/query.ts';
import { runBesideHeading } from '../commands/run-command.ts';
import { usePublishedRows } from '../focus.ts';
import { useMoveAnimation } from '../move-animation.ts';
import { useTasks, useTools } from '../workspace.ts';
import { RowDay, TaskRow } from '../row/task-row.tsx';
import { VirtualList } from './virtual-list.tsx';

/** The list: open tasks in groups by date, or in another order, and the done ones in a group that can be opened. */
export function TaskList({ rows }: { rows: readonly Row[] }) {
  const { tasks, actions, todayIso } = useTasks();
  const { firstDayOfWeek, locale } = useDays();
  const lingering = actions.lingering.value;
  const tools = useTools();
  const query = tools.query.value;
  const { order } = query;
  const editing = tasks.editing.value;
  // At midnight the row of an open form stays in its group, or the form would be drawn anew.
  const [dayIso, setDay] = useState(todayIso);
  if (editing === null && dayIso !== todayIso) setDay(todayIso);
  const groups = useMemo(
    () => groupRows(rows, { todayIso: dayIso, firstDayOfWeek, lingering, order, locale }),
    [rows, dayIso, firstDayOfWeek, lingering, order, locale],
  );
  const { isDoneOpen } = tools;
  const chosen = isDoneOpen.value;
  const done = groups.find(({ key }) => key === 'done');
  // The group of done tasks is closed, unless the person searches or edits one of them.
  const isOpen =
    chosen ?? (isNarrow(query) || done?.rows.some(({ key }) => key === editing) === true);
  const items = useMemo(
    () => itemsOf(groups, ({ key }) => key === 'done' && !isOpen),
    [groups, isOpen],
  );
  usePublishedRows(orderOf(items));
  useMoveAnimation();
  return (
    <VirtualList items={items} rowClass="row" row={TaskRow} day={RowDay}>
      {(heading, list) => (
        <GroupSection
          key={heading.key}
          heading={heading}
          onToggle={() => void (isDoneOpen.value = !isOpen)}
        >
          {list}
        </GroupSection>
      )}
    </VirtualList>
  );
}

type GroupProps = { heading: Heading; onToggle: () => void; children: ComponentChildren };

function GroupSection({ heading, onToggle, children }: GroupProps) {
  const { list, fields, search } = useWords();
  const days = useDays();
  const { todayIso } = useTasks();
  const { key, group, count } = heading;
  const id = `group-${group}`;
  // All groups except months have fixed names.
  const names: Readonly<Record<string, string>> = {
    ...list.groups,
    ...fields.importances,
    ...fields.states,
    all: search.orders.name,
  };
  const label = (
    <>
      {names[group] ?? days.monthAndYear(group, todayIso)}{' '}
      <span class="count">{list.counted(count)}</span>
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
        {(group === 'overdue' || group === 'today') && <GroupActions group={group} count={count} />}
      </div>
      {children}
    </section>
  );
}

/** Buttons beside the heading: actions for all visible overdue tasks, and the button to the plan, which page.css shows only once. */
function GroupActions({ group, count }: { group: 'overdue' | 'today'; count: number }) {
  const { overdue: words, views } = useWords();
  const workspace = useTasks();
  const { view, readOnly } = workspace;
  const { daily } = useSettings();

  const button = { class: 'flat-button', disabled: readOnly };
  return (
    <p class="overdue-actions side-by-side">
      {group === 'overdue' && (
        <Button {...button} onClick={() => runBesideHeading(workspace, 'allToToday')}>
          {words.allToToday}
        </Button>
      )}
      {group === 'overdue' && count > 1 && (
        <Button {...button} onClick={() => runBesideHeading(workspace, 'spread')}>
          {words.spread}
          <span class="a-day">{words.aDay(Number(daily))}</span>
        </Button>
      )}
      <Button class="flat-button plan-open" onClick={() => void (view.value = 'plan')}>
        {views.plan.open}
      </Button>
    </p>
  );
}
