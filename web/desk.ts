import type { CurrentUserResponse } from '../contract/auth.ts';
import type { TaskListResponse } from '../contract/task.ts';
import type { Api } from './api/api.ts';
import type { Outcome } from './api/fault.ts';
import type { Session } from './sign-in/session.ts';
import { keepWhile } from './state/keep.ts';
import type { Keep } from './state/keep.ts';
import { createStore } from './state/store.ts';
import type { Store } from './state/store.ts';
import type { SetTimer } from './state/timer.ts';
import { createActions } from './tasks/actions.ts';
import type { Actions } from './tasks/actions.ts';
import type { Copies } from './offline/copy.ts';
import { followPresence } from './offline/presence.ts';
import { openTabs } from './offline/tabs.ts';
import { todayAt } from './quick-add/calendar.ts';
import { openDayBook } from './tasks/day-book.ts';
import type { DayBook } from './tasks/day-book.ts';
import { focusRow, ifOutOfSight } from './tasks/focus.ts';
import { sayRefusal } from './tasks/refusal.ts';
import type { Toasts } from './ui/toasts.ts';
import type { Words } from './words/en.ts';

/** The day-book that lies open, and whose it is. */
export type Desk = {
  readonly owner: string;
  readonly book: DayBook;
  readonly actions: Actions;
  readonly close: () => void;
};

type Parts = {
  api: Api;
  keep: Keep;
  copies: Copies;
  toasts: Toasts;
  say: (text: string) => void;
  /** In the language of the moment. */
  words: () => Words;
  nowMs: () => number;
  setTimer: SetTimer;
  /** What the person waits for comes first. */
  afterPaint: (run: () => void) => void;
  /** The list, asked for before it was known whose it is. */
  firstList: Promise<Outcome<TaskListResponse>> | null;
};

const arrivalMs = 1_500;

/** Opens the day-book of whoever signs in, and closes it when nobody is any more or somebody else. */
export function followSession(session: Session, parts: Parts): Store<Desk | null, Desk | null> {
  const desk = createStore<Desk | null, Desk | null>((_, next) => next, null);
  let { firstList } = parts;
  let lastOwner: string | null = null;
  session.store.subscribe(() => {
    const { who } = session.store.get();
    const open = desk.get();
    const owner = who.kind === 'signed-in' ? who.user.email : null;
    if ((open?.owner ?? null) !== owner) {
      open?.close();
      desk.dispatch(owner === null ? null : openDesk(owner, session, parts, firstList));
    }
    if (who.kind !== 'asking') firstList = null;
    if (who.kind !== 'signed-in') return;
    if (lastOwner !== null && lastOwner !== owner) welcomeAnother(who.user, parts);
    lastOwner = owner;
  });
  return desk;
}

/** On a page that was somebody else's a moment ago. */
function welcomeAnother({ name, email }: CurrentUserResponse, { toasts, say, words }: Parts): void {
  const text = words().account.isHereNow(name || email);
  say(text);
  toasts.show({ key: 'another', text });
}

function openDesk(owner: string, session: Session, parts: Parts, firstList: Parts['firstList']): Desk {
  const { copies, toasts, say, words, nowMs, setTimer, afterPaint } = parts;
  let isOpen = true;
  // What comes after it was closed, or after another tab has signed someone in or out, is neither believed nor kept.
  const holds = () => isOpen && session.isStill();
  const book = openDayBook({
    api: parts.api.of(owner, holds),
    keep: keepWhile(holds, parts.keep),
    copy: copies.open(owner, holds),
    ports: openTabs(owner),
    owner,
    nowMs,
    newKey: () => crypto.randomUUID(),
    onExpired: (fault) => isOpen && session.expire(fault),
    onRefused: (_write, fault) => isOpen && say(`${words().row.failed}. ${sayRefusal(fault, words())}`),
  });
  book.tasks.subscribe(() => {
    const { base, offline } = book.tasks.get();
    if (base !== null && !offline && !session.isConfirmed()) afterPaint(() => void session.confirm());
  });
  void book.read(firstList ?? undefined);
  // What an earlier page sent in leaving may arrive only now, and then needs no offering.
  setTimer(() => book.tasks.get().offered.length > 0 && void book.read(), arrivalMs);
  const { line, edits } = book.drafts.get();
  if (line !== null || Object.keys(edits).length > 0) {
    toasts.show({ key: 'draft-restored', text: words().toast.draftRestored });
  }
  const unfollow = followPresence(book, nowMs);
  const todayIso = () => todayAt(nowMs());
  return {
    owner,
    book,
    actions: createActions({ book, toasts, say, words, focusRow, ifOutOfSight, todayIso, setTimer }),
    close() {
      isOpen = false;
      unfollow();
      book.close();
      // What was said of the tasks goes with them.
      toasts.clear();
      say('');
    },
  };
}
