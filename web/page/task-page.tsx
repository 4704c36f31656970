import { useContext, useMemo, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

import { Commands } from './commands.tsx';
import { createTools, ToolsContext } from '../ui/tools.ts';
import { VersionBar } from '../offline/version-bar.tsx';
import { FindBar } from '../search/find-bar.tsx';
import { NoMatch } from '../search/no-match.tsx';
import { findRows } from '../model/query.ts';
import { useStore } from '../ui/use-store.ts';
import { lazy } from '../ui/lazy.tsx';
import { ViewContext } from '../ui/opened-view.ts';
import { ViewSwitch } from './view-switch.tsx';
import { useDays, useWords } from '../ui/reading.ts';
import type { Actions } from '../model/actions.ts';
import { TasksContext, useToday } from '../ui/use-tasks.ts';
import type { Tasks } from '../model/tasks.ts';
import { EmptyPage } from './empty-page.tsx';
import { ListFault, OfflineBar } from './list-notices.tsx';
import { NewTask } from '../new-task/new-task.tsx';
import { rowsOf } from '../model/rows.ts';
import type { Row } from '../model/rows.ts';
import { Skeleton } from './skeleton.tsx';
import { isReadOnly } from '../model/state.ts';
import { TaskList } from '../task-list/task-list.tsx';
import './page.css';
import './print.css';

const Board = lazy(async () => (await import('../board/board.tsx')).Board);
const OfferBar = lazy(async () => (await import('./offer-bar.tsx')).OfferBar);
const MonthView = lazy(async () => (await import('../month/month-view.tsx')).MonthView);
const viewsByName = { list: TaskList, board: Board, month: MonthView };

type Props = {
  tasks: Tasks;
  actions: Actions;
  nowMs: () => number;
  /** For where only another sign-in helps. */
  signOut: ComponentChildren;
};

/** The signed-in page. */
export function TaskPage({ tasks, actions, nowMs, signOut }: Props) {
  const todayIso = useToday(nowMs);
  const state = useStore(tasks.state);
  const rows = useMemo(() => rowsOf(state), [state]);
  const View = viewsByName[useStore(useContext(ViewContext))];
  const [tools] = useState(createTools);
  const query = useStore(tools.query);
  const { firstDayOfWeek } = useDays();
  const found = useMemo(
    () => findRows(rows, query, { todayIso, firstDayOfWeek }),
    [rows, query, todayIso, firstDayOfWeek],
  );
  // Nothing is no clean page when the service says that something is wrong.
  const isReadable = state.fault === null || state.offline;
  const readOnly = isReadOnly(state);
  // It waits for the list, which may already have what is offered.
  const isOffering = state.offered.length > 0 && (state.base !== null || state.fault !== null);
  // The same one until it says something else: whoever uses it is drawn again.
  const workspace = useMemo(
    () => ({ tasks, actions, todayIso, readOnly }),
    [tasks, actions, todayIso, readOnly],
  );
  return (
    <TasksContext.Provider value={workspace}>
      <ToolsContext.Provider value={tools}>
        <main class="main tasks-page" aria-busy={state.base === null}>
          <Title rows={state.base === null ? null : rows} todayIso={todayIso} />
          <OfflineBar state={state} />
          <VersionBar unsaved={state.writes.length > 0} />
          {isOffering && <OfferBar />}
          <fieldset role="none" class="bare" disabled={readOnly}>
            <NewTask />
          </fieldset>
          {rows.length > 0 && <FindBar found={found.length} />}
          <ListFault state={state} signOut={signOut} />
          {state.base === null && state.fault === null && <Skeleton expected={tasks.expected} />}
          {state.base !== null && rows.length === 0 && isReadable && <EmptyPage />}
          {rows.length > 0 && found.length === 0 && <NoMatch />}
          {found.length > 0 && <View rows={found} />}
        </main>
        <Commands rows={rows} found={found} />
      </ToolsContext.Provider>
    </TasksContext.Provider>
  );
}

function Title({ rows, todayIso }: { rows: readonly Row[] | null; todayIso: string }) {
  const days = useDays();
  return (
    <div class="page-title">
      <h1>{days.long(todayIso, todayIso)}</h1>
      <p class="standing">{rows === null ? '\u00a0' : <Standing rows={rows} todayIso={todayIso} />}</p>
      <ViewSwitch />
    </div>
  );
}

/** How the day stands, in one line also on a phone: what is open, or when there is more when today is clear. */
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
