import { useMemo } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

import { Commands } from './commands.tsx';
import { useDays, useTasks, useView, useWords } from '../ui/page-context.ts';
import { VersionBar } from '../offline/version-bar.tsx';
import { FindBar } from '../search/find-bar.tsx';
import { NoMatch } from '../search/no-match.tsx';
import { findRows } from '../model/query.ts';
import { useStore } from '../ui/use-store.ts';
import { lazy } from '../ui/lazy.tsx';
import { ViewSwitch } from './view-switch.tsx';
import { EmptyPage } from './empty-page.tsx';
import { ListFault, OfflineBar } from './list-notices.tsx';
import { NewTask } from '../new-task/new-task.tsx';
import { rowsOf } from '../model/rows.ts';
import type { Row } from '../model/rows.ts';
import { Skeleton } from './skeleton.tsx';
import { RowMenu } from '../task/row-menu.tsx';
import { TaskList } from '../task-list/task-list.tsx';
import './page.css';
import './print.css';

const Board = lazy(async () => (await import('../board/board.tsx')).Board);
const OfferBar = lazy(async () => (await import('./offer-bar.tsx')).OfferBar);
const MonthView = lazy(async () => (await import('../month/month-view.tsx')).MonthView);
const viewsByName = { list: TaskList, board: Board, month: MonthView };

/** The signed-in page; `signOut` is shown where only another sign-in helps. */
export function TaskPage({ signOut }: { signOut: ComponentChildren }) {
  const { tasks, tools, todayIso, readOnly } = useTasks();
  const state = useStore(tasks.state);
  const rows = useMemo(() => rowsOf(state), [state]);
  const View = viewsByName[useStore(useView())];
  const query = useStore(tools.query);
  const { firstDayOfWeek } = useDays();
  const found = useMemo(
    () => findRows(rows, query, { todayIso, firstDayOfWeek }),
    [rows, query, todayIso, firstDayOfWeek],
  );
  // An empty list means no tasks only while the service does not say that something is wrong.
  const isReadable = state.fault === null || state.offline;
  // It waits for the list, which may already have what is offered.
  const isOffering = state.offered.length > 0 && (state.base !== null || state.fault !== null);
  // A change of a task concerns neither: the same elements are not rendered again.
  const viewSwitch = useMemo(() => <ViewSwitch />, []);
  const newTask = useMemo(
    () => (
      <fieldset role="none" class="bare" disabled={readOnly}>
        <NewTask />
      </fieldset>
    ),
    [readOnly],
  );
  return (
    <>
      <main class="main tasks-page" aria-busy={state.base === null}>
        <Title rows={state.base === null ? null : rows} todayIso={todayIso}>
          {viewSwitch}
        </Title>
        <OfflineBar state={state} />
        <VersionBar unsaved={state.writes.length > 0} />
        {isOffering && <OfferBar />}
        {newTask}
        {rows.length > 0 && <FindBar found={found.length} />}
        <ListFault state={state} signOut={signOut} />
        {state.base === null && state.fault === null && <Skeleton expected={tasks.expected} />}
        {state.base !== null && rows.length === 0 && isReadable && <EmptyPage />}
        {rows.length > 0 && found.length === 0 && <NoMatch />}
        {found.length > 0 && <View rows={found} />}
        <RowMenu rows={rows} />
      </main>
      <Commands rows={rows} found={found} />
    </>
  );
}

type TitleProps = { rows: readonly Row[] | null; todayIso: string; children: ComponentChildren };

function Title({ rows, todayIso, children }: TitleProps) {
  const days = useDays();
  return (
    <div class="page-title">
      <h1>{days.long(todayIso, todayIso)}</h1>
      <p class="standing">{rows === null ? '\u00a0' : <Standing rows={rows} todayIso={todayIso} />}</p>
      {children}
    </div>
  );
}

/** How many tasks are open, or when the next one is due when today is clear; one line, also on a phone. */
function Standing({ rows, todayIso }: { rows: readonly Row[]; todayIso: string }) {
  const { list } = useWords();
  const days = useDays();
  const open = useMemo(() => rows.filter(({ fields }) => fields.state !== 'DONE'), [rows]);
  const [next] = open;
  if (rows.length === 0) return null;
  if (next === undefined) return list.allDone;
  if (next.fields.dueDate <= todayIso) return list.open(open.length);
  return list.clear(days.brief(next.fields.dueDate, todayIso));
}
