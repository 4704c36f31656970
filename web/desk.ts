import type { TaskListResponse } from '../contract/task.ts';
import type { Api } from './api/api.ts';
import type { Outcome } from './api/call.ts';
import type { Session } from './sign-in/session.ts';
import type { Keep } from './state/keep.ts';
import { createStore } from './state/store.ts';
import type { Store } from './state/store.ts';
import { createActions } from './tasks/actions.ts';
import type { Actions } from './tasks/actions.ts';
import { openDayBook } from './tasks/day-book.ts';
import type { DayBook } from './tasks/day-book.ts';
import { focusRow, leaveRow } from './tasks/focus.ts';
import { sayRefusal } from './tasks/refusal.ts';
import type { Toasts } from './ui/toasts.ts';
import type { Words } from './words/en.ts';

/** The day-book that lies open, and whose it is. */
export type Desk = { readonly owner: string; readonly book: DayBook; readonly actions: Actions };

type Parts = {
  api: Api;
  keep: Keep;
  toasts: Toasts;
  say: (text: string) => void;
  /** In the language of the moment. */
  words: () => Words;
  nowMs: () => number;
  setTimer: (run: () => void, ms: number) => () => void;
  /** The list, asked for before it was known whose it is. */
  firstList: Promise<Outcome<TaskListResponse>> | null;
};

/** Opens the day-book of whoever signs in; the same owner finds it as it was left. */
export function followSession(session: Session, parts: Parts): Store<Desk | null, Desk> {
  const desk = createStore<Desk | null, Desk>((_, next) => next, null);
  let { firstList } = parts;
  session.store.subscribe(() => {
    const { who } = session.store.get();
    if (who.kind !== 'signed-in' || desk.get()?.owner === who.user.email) return;
    desk.dispatch(openDesk(who.user.email, session, parts, firstList));
    firstList = null;
  });
  return desk;
}

function openDesk(owner: string, session: Session, parts: Parts, firstList: Parts['firstList']): Desk {
  const { api, keep, toasts, say, words, nowMs, setTimer } = parts;
  const book = openDayBook({
    api,
    keep,
    owner,
    nowMs,
    newKey: () => crypto.randomUUID(),
    onExpired: session.expire,
    onRefused: (_write, fault) => say(`${words().row.failed}. ${sayRefusal(fault, words())}`),
  });
  void book.read(firstList ?? undefined);
  const { line, edits } = book.drafts.get();
  if (line !== null || Object.keys(edits).length > 0) {
    toasts.show({ key: 'draft-restored', text: words().toast.draftRestored });
  }
  return {
    owner,
    book,
    actions: createActions({ book, toasts, say, words, focus: { row: focusRow, leave: leaveRow }, setTimer }),
  };
}
