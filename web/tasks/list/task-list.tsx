import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Row } from '../../sync/rows.ts';
import { Button, Icon } from '../../ui/controls.tsx';
import { useDays, useSettings, useWords } from '../../ui/page-context.ts';
import { canFold, closedGroups } from '../../view/folds.ts';
import { groupRows, itemsOf, orderOf } from '../../view/groups.ts';
import { lazy } from '../../ui/panel.tsx';
import type { Group, Heading } from '../../view/groups.ts';
import { addressWith, everything, isNarrow, isTodayAlone, todayAlone } from '../../view/query.ts';
import { runBesideHeading } from '../commands/run-and-focus.ts';
import { usePublishedRows } from '../focus.ts';
import { showView } from '../only-today.ts';
import { useMoveAnimation } from '../move-animation.ts';
import { useTasks, useViewState } from '../workspace.ts';
import { RowDay, TaskRow } from '../row/task-row.tsx';
import { useGroupName } from './group-name.ts';
import { usePrinting, VirtualList } from './virtual-list.tsx';

const DayDrags = lazy(async () => (await import('../moving-rows.ts')).DayDrags);

/** The list: open tasks in groups by date, or in another order, and the done ones in a group that can be opened. */
export function TaskList({ rows }: { rows: readonly Row[] }) {
  const { tasks, actions, todayIso } = useTasks();
  const { firstDayOfWeek, locale } = useDays();
  const lingering = actions.lingering.value;
  const viewState = useViewState();
  const query = viewState.query.value;
  const { order } = query;
  const editing = tasks.editing.value;
  // At midnight the row of an open form stays in its group, or the form would be drawn anew.
  const [dayIso, setDay] = useState(todayIso);
  if (editing === null && dayIso !== todayIso) setDay(todayIso);
  const groups = useMemo(
    () => groupRows(rows, { todayIso: dayIso, firstDayOfWeek, lingering, order, locale }),
    [rows, dayIso, firstDayOfWeek, lingering, order, locale],
  );
  const choices = viewState.folds.choices(dayIso);
  const isPrinting = usePrinting();
  const closed = closedGroups(groups, { query, choices, editing, isPrinting }).join(' ');
  const items = useMemo(
    () => itemsOf(groups, ({ key }) => closed.split(' ').includes(key)),
    [groups, closed],
  );
  usePublishedRows(orderOf(items));
  useFocusOpens(groups.find(({ key }) => key === 'overdue'));
  useMoveAnimation();
  return (
    <VirtualList items={items} rowClass="row" row={TaskRow} day={RowDay} drags={DayDrags}>
      {(heading, list) => (
        <GroupSection
          key={heading.key}
          heading={heading}
          onToggle={(isOpen) => viewState.folds.choose(heading.group, isOpen, dayIso)}
        >
          {list}
        </GroupSection>
      )}
    </VirtualList>
  );
}

/** The group of overdue tasks is open once one of them has the focus, or is to get it as after an undo. */
function useFocusOpens(overdue: Group | undefined): void {
  const { viewState, todayIso } = useTasks();
  useLayoutEffect(
    () =>
      viewState.focused.subscribe((rowKey) => {
        if (overdue?.rows.some(({ key }) => key === rowKey))
          viewState.folds.revealOverdue(todayIso);
      }),
    [viewState, overdue, todayIso],
  );
}

type GroupProps = {
  heading: Heading;
  onToggle: (isOpen: boolean) => void;
  /** False if the group is closed. */
  children: ComponentChildren;
};

function GroupSection({ heading, onToggle, children }: GroupProps) {
  const { list } = useWords();
  const { viewState } = useTasks();
  const groupName = useGroupName();
  const { key, group, count } = heading;
  const isOpen = children !== false;
  const isFoldable = canFold(group, viewState.query.value);
  const id = `group-${group}`;
  const label = (
    <>
      {groupName(group)} <span class="count">{list.counted(count)}</span>
    </>
  );
  return (
    <section class="group" data-group={group} aria-labelledby={id}>
      <div class="group-head side-by-side" data-heading={key}>
        <h2 id={id}>
          {isFoldable && (
            <Button class="fold line" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
              <Icon name="fold" />
              {label}
            </Button>
          )}
          {!isFoldable && label}
        </h2>
        {(group === 'overdue' || group === 'today') && <GroupActions group={group} count={count} />}
      </div>
      {children}
    </section>
  );
}

/** Buttons beside the heading: actions for all visible overdue tasks, and the button to the plan, which page.css shows only once. */
function GroupActions({ group, count }: { group: 'overdue' | 'today'; count: number }) {
  const { overdue: words, views, search } = useWords();
  const workspace = useTasks();
  const { readOnly } = workspace;
  const { query } = workspace.viewState;
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
        <Button
          {...button}
          title={words.spreadHint}
          onClick={() => runBesideHeading(workspace, 'spread')}
        >
          {words.spread}
          <span class="a-day">{words.aDay(Number(daily))}</span>
        </Button>
      )}
      {group === 'today' && !isNarrow(query.value) && (
        <a class="flat-button" href={addressWith(todayAlone, location.href)}>
          {words.todayAlone}
        </a>
      )}
      {isTodayAlone(query.value) && (
        <Button class="flat-button" onClick={() => void (query.value = everything)}>
          {search.showAll}
        </Button>
      )}
      <Button class="flat-button plan-open" onClick={() => showView(workspace, 'plan')}>
        {views.plan.open}
      </Button>
    </p>
  );
}
