import { useEffect } from 'preact/hooks';

import { useStore } from '../state/use-store.ts';
import { useDays, useWords } from '../words/words.ts';
import type { Actions } from './actions.ts';
import { DeskContext, useToday } from './context.ts';
import type { DayBook } from './day-book.ts';
import { EmptyPage } from './empty-page.tsx';
import { ListFault, OfflineBar, OfferBar } from './list-notices.tsx';
import { NewLine } from './new-line.tsx';
import { rowsOf } from './rows.ts';
import type { Row } from './rows.ts';
import { Skeleton } from './skeleton.tsx';
import { TaskList } from './task-list.tsx';
import './page.css';

type Props = { book: DayBook; actions: Actions; nowMs: () => number };

/** The signed-in page. */
export function TaskPage({ book, actions, nowMs }: Props) {
  const todayIso = useToday(nowMs);
  const state = useStore(book.tasks);
  const rows = rowsOf(state);
  useReadingOnReturn(book, nowMs);
  return (
    <DeskContext.Provider value={{ book, actions, todayIso }}>
      <main class="leaf day-book" aria-busy={state.base === null}>
        <Title rows={state.base === null ? null : rows} todayIso={todayIso} />
        <OfflineBar state={state} />
        <OfferBar />
        <NewLine />
        <ListFault state={state} />
        {state.base === null && state.fault === null && <Skeleton expected={book.expected} />}
        {state.base !== null && rows.length === 0 && <EmptyPage />}
        {rows.length > 0 && <TaskList rows={rows} />}
      </main>
    </DeskContext.Provider>
  );
}

function Title({ rows, todayIso }: { rows: readonly Row[] | null; todayIso: string }) {
  const days = useDays();
  return (
    <div class="page-title">
      <h1>{days.long(todayIso, todayIso)}</h1>
      <p class="quiet">{rows === null ? '\u00a0' : <Standing rows={rows} todayIso={todayIso} />}</p>
    </div>
  );
}

/** How the day stands, in one line: what is open, or what comes next when today is clear. */
function Standing({ rows, todayIso }: { rows: readonly Row[]; todayIso: string }) {
  const { list } = useWords();
  const days = useDays();
  const open = rows.filter(({ fields }) => fields.state !== 'DONE');
  const [next] = open;
  if (rows.length === 0) return null;
  if (next === undefined) return list.allDone;
  if (next.fields.dueDate <= todayIso) return list.open(open.length);
  return list.clear(next.fields.description, days.long(next.fields.dueDate, todayIso));
}

/** Someone who comes back to the page, or whose connection does, sees the list as it is now. */
function useReadingOnReturn(book: DayBook, nowMs: () => number): void {
  useEffect(() => {
    const read = () => {
      const { offline, readAtMs } = book.tasks.get();
      if (document.visibilityState === 'visible' && (offline || nowMs() - readAtMs > 5_000)) void book.read();
    };
    const timer = setInterval(() => book.tasks.get().offline && read(), 10_000);
    const leave = () => book.leave();
    addEventListener('online', read);
    addEventListener('focus', read);
    addEventListener('pageshow', read);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      removeEventListener('online', read);
      removeEventListener('focus', read);
      removeEventListener('pageshow', read);
      removeEventListener('pagehide', leave);
    };
  }, [book, nowMs]);
}
