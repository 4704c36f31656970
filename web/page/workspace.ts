import type { CurrentUserResponse } from '../../contract/auth.ts';
import type { TaskListResponse } from '../../contract/task.ts';
import type { Api } from '../service/api.ts';
import type { Outcome } from '../service/fault.ts';
import type { Session } from '../sign-in/session.ts';
import { keepWhile } from '../state/keep.ts';
import type { Keep } from '../state/keep.ts';
import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import type { SetTimer } from '../state/timer.ts';
import { createActions } from '../model/actions.ts';
import type { Actions } from '../model/actions.ts';
import type { Copies } from '../offline/copy.ts';
import { followPresence } from '../offline/presence.ts';
import { openTabs } from '../offline/tab-ports.ts';
import { todayAt } from '../dates/calendar.ts';
import { openTasks } from '../model/tasks.ts';
import type { Tasks } from '../model/tasks.ts';
import { focusRow, ifOutOfSight } from '../list/focus.ts';
import { sayRefusal } from '../model/refusal.ts';
import type { Toasts } from '../model/toasts.ts';
import type { Words } from '../words/en.ts';

/** The day-tasks that lies open, and whose it is. */
export type Workspace = {
  readonly owner: string;
  readonly tasks: Tasks;
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

/** Opens the day-tasks of whoever signs in, and closes it when nobody is any more or somebody else. */
export function followSession(session: Session, parts: Parts): Store<Workspace | null, Workspace | null> {
  const workspace = createStore<Workspace | null, Workspace | null>((_, next) => next, null);
  let { firstList } = parts;
  let lastOwner: string | null = null;
  session.store.subscribe(() => {
    const { who } = session.store.get();
    const open = workspace.get();
    const owner = who.kind === 'signed-in' ? who.user.email : null;
    if ((open?.owner ?? null) !== owner) {
      open?.close();
      workspace.dispatch(owner === null ? null : openWorkspace(owner, session, parts, firstList));
    }
    if (who.kind !== 'asking') firstList = null;
    if (who.kind !== 'signed-in') return;
    if (lastOwner !== null && lastOwner !== owner) welcomeAnother(who.user, parts);
    lastOwner = owner;
  });
  return workspace;
}

/** On a page that was somebody else's a moment ago. */
function welcomeAnother({ name, email }: CurrentUserResponse, { toasts, say, words }: Parts): void {
  const text = words().account.isHereNow(name || email);
  say(text);
  toasts.show({ key: 'another', text });
}

function openWorkspace(
  owner: string,
  session: Session,
  parts: Parts,
  firstList: Parts['firstList'],
): Workspace {
  const { copies, toasts, say, words, nowMs, setTimer, afterPaint } = parts;
  let isOpen = true;
  // What comes after it was closed, or after another tab has signed someone in or out, is neither believed nor kept.
  const holds = () => isOpen && session.isStill();
  const tasks = openTasks({
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
  tasks.state.subscribe(() => {
    const { base, offline } = tasks.state.get();
    if (base !== null && !offline && !session.isConfirmed()) afterPaint(() => void session.confirm());
  });
  void tasks.read(firstList ?? undefined);
  // What an earlier page sent in leaving may arrive only now, and then needs no offering.
  setTimer(() => tasks.state.get().offered.length > 0 && void tasks.read(), arrivalMs);
  const { line, edits } = tasks.drafts.get();
  if (line !== null || Object.keys(edits).length > 0) {
    toasts.show({ key: 'draft-restored', text: words().toast.draftRestored });
  }
  const unfollow = followPresence(tasks, nowMs);
  const todayIso = () => todayAt(nowMs());
  return {
    owner,
    tasks,
    actions: createActions({ tasks, toasts, say, words, focusRow, ifOutOfSight, todayIso, setTimer }),
    close() {
      isOpen = false;
      unfollow();
      tasks.close();
      // What was said of the tasks goes with them.
      toasts.clear();
      say('');
    },
  };
}
