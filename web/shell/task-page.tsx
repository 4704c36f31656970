import { useComputed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentProps, TargetedMouseEvent } from 'preact';

import { Dialogs } from './dialogs.tsx';
import type { Page } from './open-page.ts';
import { useSayDay, useDays, useSay, useWords } from '../ui/page-context.ts';
import { Icon } from '../ui/controls.tsx';
import { useNarrow } from '../ui/events.ts';
import { FaultPanel, OfflineBar, QueueBar, VersionBar } from './notices.tsx';
import { FindBar, FindToggle, NoMatch, useFinding } from '../tasks/list/find-bar.tsx';
import { FoundHead } from '../tasks/list/found-head.tsx';
import { lazy } from '../ui/panel.tsx';
import { NewTask } from '../tasks/form/new-task.tsx';
import { RowMenu } from '../tasks/row/row-menu.tsx';
import { TaskList } from '../tasks/list/task-list.tsx';
import { isForSomeday } from '../view/due.ts';
import { isOpen, leftToday } from '../view/groups.ts';
import { isNarrow, isTodayAlone } from '../view/query.ts';
import { addressOf, viewNames } from '../view/view.ts';
import type { View } from '../view/view.ts';
import { focusRow } from '../tasks/focus.ts';
import { showView } from '../tasks/only-today.ts';
import { useListState, useTasks } from '../tasks/workspace.ts';
import { blankNewTask } from '../quick-add/draft.ts';
import './page.css';
import './view-switch.css';
import './print.css';

const Board = lazy(async () => (await import('../tasks/board/board.tsx')).Board);
const MonthView = lazy(async () => (await import('../tasks/month/month.tsx')).MonthView);
const DayDone = lazy(async () => (await import('../tasks/list/day-done.tsx')).DayDone);
const Plan = lazy(async () => (await import('../tasks/plan/plan.tsx')).Plan);
const viewsByName = { list: TaskList, board: Board, month: MonthView, plan: Plan };

/** The signed-in page. Each part subscribes to its own data: a change of one task renders only the view and the count. */
export function TaskPage({
  newVersion,
  ...page
}: ComponentProps<typeof Dialogs> & Pick<Page, 'newVersion'>) {
  const { opened } = page;
  const { readOnly } = useTasks();
  const { isRead } = useListState();
  const isFindable = useIsFindable();
  return (
    <>
      <main class="main tasks-page" aria-busy={!isRead}>
        <PageTitle isRead={isRead} isFindable={isFindable} />
        <OfflineBar />
        {newVersion.value && <VersionBar />}
        <QueueBar />
        <fieldset role="none" class="bare" disabled={readOnly}>
          <NewTask />
        </fieldset>
        {isFindable && <FindBar />}
        {isFindable && <FoundHead />}
        <ReadFault onLeave={() => void (opened.value = { name: 'leave' })} />
        <Skeleton />
        <PageContent onPrint={() => void (opened.value = { name: 'week' })} />
        <RowMenu />
      </main>
      <Dialogs {...page} />
    </>
  );
}

/** True if search and filters are shown. The plan has few tasks: they are hidden there until the person opens them. */
function useIsFindable(): boolean {
  const { view } = useTasks();
  const hasTasks = useHasTasks();
  const isPlan = useComputed(() => view.value === 'plan').value;
  const isFinding = useFinding();
  return hasTasks && (isFinding || !isPlan);
}

function useHasTasks(): boolean {
  const { tasks } = useTasks();
  return useComputed(() => tasks.rows.value.length > 0).value;
}

/** Why the list cannot be read. Without a connection OfflineBar says so, once there is a list. */
function ReadFault({ onLeave }: { onLeave: () => void }) {
  const { tasks } = useTasks();
  const { isRead, fault } = useListState();
  if (fault === null || fault.kind === 'expired') return null;
  if (fault.kind === 'offline' && isRead) return null;
  return <FaultPanel fault={fault} onRetry={() => void tasks.read()} onLeave={onLeave} />;
}

/** The tasks in the open view, or what is shown in place of them. */
function PageContent({ onPrint }: { onPrint: () => void }) {
  const { isRead, isOffline, fault } = useListState();
  const hasTasks = useHasTasks();
  const hasFound = useHasFound();
  if (hasFound) return <FoundTasks onPrint={onPrint} />;
  if (hasTasks) return <NoMatch />;
  // While the service reports a fault, an empty list does not mean that there are no tasks.
  if (isRead && (fault === null || isOffline)) return <EmptyPage />;
  return null;
}

/** Today's date, the number of open tasks, and the ways to other views. */
function PageTitle({ isRead, isFindable }: { isRead: boolean; isFindable: boolean }) {
  const { todayIso } = useTasks();
  const days = useDays();
  const isSmall = useNarrow();
  return (
    <div class="page-title side-by-side">
      <div class="page-date">
        <h1 tabIndex={-1}>
          {isSmall ? days.brief(todayIso, todayIso) : days.long(todayIso, todayIso)}
        </h1>
        <p class="standing">{isRead ? <Standing /> : '\u00a0'}</p>
      </div>
      <div class="page-ways line">
        <ViewSwitch />
        <FindToggle hasTasks={isFindable} />
      </div>
    </div>
  );
}

/** The tasks that match, in the open view. */
function FoundTasks({ onPrint }: { onPrint: () => void }) {
  const { view, matches } = useTasks();
  const isDayDone = useIsDayDone();
  const View = viewsByName[view.value];
  return (
    <>
      {isDayDone && (
        <section class="day-done" aria-labelledby="day-done">
          <DayDone />
        </section>
      )}
      <View rows={matches.value} onPrint={onPrint} />
    </>
  );
}

/** True if the view has something to show: tasks, or the end of the day. */
function useHasFound(): boolean {
  const { matches } = useTasks();
  const isDayDone = useIsDayDone();
  return useComputed(() => matches.value.length > 0).value || isDayDone;
}

/** True if the list shows all tasks, and none of them is overdue or due today; or today alone, and nothing is to do. */
function useIsDayDone(): boolean {
  const { tasks, viewState, view, matches, todayIso } = useTasks();
  return useComputed(() => {
    if (view.value !== 'list' || tasks.rows.value.length === 0) return false;
    const query = viewState.query.value;
    if (isTodayAlone(query)) return !matches.value.some(isOpen);
    return !isNarrow(query) && leftToday(tasks.rows.value, todayIso) === 0;
  }).value;
}

/** The number of open tasks, or the next due date if no task is due today. A phone has room for the date alone. */
function Standing() {
  const { list } = useWords();
  const sayDay = useSayDay();
  const { tasks, todayIso } = useTasks();
  const rows = tasks.rows.value;
  const open = rows.filter(isOpen);
  const next = open.find(({ fields }) => !isForSomeday(fields));
  if (rows.length === 0) return null;
  if (open.length === 0) return list.allDone;
  if (next === undefined) return list.open(open.length);
  if (next.fields.dueDate <= todayIso) return list.open(open.length);
  return (
    <>
      <span class="clear-day">{list.clear} </span>
      {list.next(sayDay(next.fields.dueDate))}
    </>
  );
}

/** Links between the views, so that each can be bookmarked and opened in a tab of its own. */
function ViewSwitch() {
  const { views } = useWords();
  const workspace = useTasks();
  const view = workspace.view.value;
  const say = useSay();
  const navRef = useRef<HTMLElement>(null);
  const toldRef = useRef(view);
  // A change of view is announced. If a link here has the focus, the link of the new view gets it.
  useLayoutEffect(() => {
    if (toldRef.current === view) return;
    toldRef.current = view;
    say(views.names[view]);
    if (navRef.current?.contains(document.activeElement))
      navRef.current.querySelector<HTMLElement>('[aria-current]')?.focus();
  });

  function open(event: TargetedMouseEvent<HTMLAnchorElement>, name: View): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // No view transition: its snapshot of the whole page would cause a noticeable delay.
    showView(workspace, name);
  }

  return (
    <nav ref={navRef} class="view-switch" aria-label={views.label}>
      {viewNames.map((name) => (
        <a
          key={name}
          href={addressOf(name, location.href)}
          aria-current={name === view ? 'page' : undefined}
          onClick={(event) => open(event, name)}
        >
          <Icon name={iconOfView[name]} />
          <span class="view-name">{views.names[name]}</span>
        </a>
      ))}
    </nav>
  );
}

/** Drawn on a small screen, where the links stand at the foot. */
const iconOfView = { list: 'list', board: 'board', month: 'calendar', plan: 'plan' } as const;

/** More lines would not fit on the screen. */
const mostLines = 12;

/** Placeholder lines while the list loads, as many as the list had last time; page.css shows them only after a delay. */
function Skeleton() {
  const { list } = useWords();
  const { expected } = useTasks().tasks;
  const { isRead, fault } = useListState();
  if (isRead || fault !== null) return null;
  return (
    <div class="skeleton">
      <p class="unseen">{list.loading}</p>
      {Array.from({ length: Math.min(expected ?? 5, mostLines) }, (_, at) => (
        <div key={at} class="skeleton-line line" aria-hidden="true" />
      ))}
    </div>
  );
}

/** Shown if the person has no tasks: a few examples. */
function EmptyPage() {
  const { list } = useWords();
  const { tasks, viewState, todayIso } = useTasks();
  // The first thing to do is to write. With touch the focus would open the keyboard.
  useLayoutEffect(() => {
    const isFree = document.activeElement === document.body;
    if (isFree && matchMedia('(pointer: fine)').matches) focusRow(viewState, null);
  }, [viewState]);
  return (
    <section class="empty" aria-labelledby="empty-title">
      <h2 id="empty-title">{list.empty.title}</h2>
      <p class="quiet">{list.empty.text}</p>
      <ul class="rows">
        {list.examples.map((description) => (
          <li key={description}>
            <button
              type="button"
              class="example"
              onClick={() => {
                tasks.drafts.setNewTask({ ...blankNewTask(todayIso), description });
                focusRow(viewState, null);
              }}
            >
              {description}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
