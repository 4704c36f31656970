import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';

import { Dialogs } from './dialogs.tsx';
import { useSayDay } from '../ui/say.ts';
import { useDays, useNewVersion, useTasks, useView, useWords } from '../ui/page-context.ts';
import { VersionBar } from './version-bar.tsx';
import { FindBar, FindToggle, NoMatch } from '../tasks/find-bar.tsx';
import { useNarrow } from '../ui/use-media.ts';
import { lazy } from '../ui/lazy.tsx';
import { ViewSwitch } from './view-switch.tsx';
import { EmptyPage } from './empty-page.tsx';
import { FaultPanel } from './fault-panel.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { NewTask } from '../tasks/new-task.tsx';
import { changesUnderWay, refusedChanges } from '../sync/writes.ts';
import { isUnrenewed } from '../service/fault.ts';
import { Skeleton } from './skeleton.tsx';
import { RowMenu } from '../tasks/task-row.tsx';
import { TaskList } from '../tasks/task-list.tsx';
import './page.css';
import './print.css';

const Board = lazy(async () => (await import('../tasks/board.tsx')).Board);
const OutboxBar = lazy(async () => (await import('./outbox-bar.tsx')).OutboxBar);
const MonthView = lazy(async () => (await import('../tasks/month.tsx')).MonthView);
const viewsByName = { list: TaskList, board: Board, month: MonthView };

type Props = {
  nowMs: () => number;
  /** Asks before anything is lost. */
  onLeave: () => void;
  onSignOut: () => void;
};

/**
 * The signed-in page. It follows what decides which parts are there; each
 * part follows what it shows, so that a change of one task renders the view and the count.
 */
export function TaskPage({ nowMs, onLeave, onSignOut }: Props) {
  const { tasks, found, todayIso, readOnly } = useTasks();
  const days = useDays();
  const isRead = useComputed(() => tasks.state.value.base !== null).value;
  const isOffline = useComputed(() => tasks.state.value.offline).value;
  const hasOutbox = useComputed(() => {
    const { writes } = tasks.state.value;
    return changesUnderWay(writes) > 0 || refusedChanges(writes).length > 0;
  }).value;
  const fault = useComputed(() => tasks.state.value.fault).value;
  const hasTasks = useComputed(() => tasks.rows.value.length > 0).value;
  const hasFound = useComputed(() => found.value.length > 0).value;
  const hasNewVersion = useNewVersion();
  const isNarrow = useNarrow();
  return (
    <>
      <main class="main tasks-page" aria-busy={!isRead}>
        <div class="page-title side-by-side">
          <div class="page-date">
            <h1>{isNarrow ? days.brief(todayIso, todayIso) : days.long(todayIso, todayIso)}</h1>
            <p class="standing">{isRead ? <Standing /> : '\u00a0'}</p>
          </div>
          <ViewSwitch />
          <FindToggle />
        </div>
        {isOffline && isRead && !isUnrenewed(fault) && <OfflineBar />}
        {hasNewVersion && <VersionBar />}
        {hasOutbox && <OutboxBar />}
        <fieldset role="none" class="bare" disabled={readOnly}>
          <NewTask />
        </fieldset>
        {hasTasks && <FindBar />}
        {fault && fault.kind !== 'expired' && !(fault.kind === 'offline' && isRead) && (
          <FaultPanel fault={fault} onRetry={() => void tasks.read()} onLeave={onLeave} />
        )}
        {!isRead && fault === null && <Skeleton expected={tasks.expected} />}
        {/* An empty list means no tasks only while the service does not say that something is wrong. */}
        {isRead && !hasTasks && (fault === null || isOffline) && <EmptyPage />}
        {hasTasks && !hasFound && <NoMatch />}
        {hasFound && <FoundTasks />}
        <RowMenu />
      </main>
      <Dialogs nowMs={nowMs} onSignOut={onSignOut} />
    </>
  );
}

/** The tasks that were found, in the view that is open. */
function FoundTasks() {
  const View = viewsByName[useView().value];
  return <View rows={useTasks().found.value} />;
}

/** How many tasks are open, or when the next one is due when today is clear. A phone has room for the date alone. */
function Standing() {
  const { list } = useWords();
  const sayDay = useSayDay();
  const { tasks, todayIso } = useTasks();
  const rows = tasks.rows.value;
  const open = useMemo(() => rows.filter(({ fields }) => fields.state !== 'DONE'), [rows]);
  const [next] = open;
  if (rows.length === 0) return null;
  if (next === undefined) return list.allDone;
  if (next.fields.dueDate <= todayIso) return list.open(open.length);
  return (
    <>
      <span class="clear-day">{list.clear} </span>
      {list.next(sayDay(next.fields.dueDate))}
    </>
  );
}
