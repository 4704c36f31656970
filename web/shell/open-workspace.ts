import { computed, effect, signal } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';

import type { CurrentUserResponse } from '../../contract/auth.ts';
import { hashOf } from '../service/api.ts';
import type { Api } from '../service/api.ts';
import type { Session, SignedIn } from '../session/session.ts';
import { keepWhile } from '../device/keep.ts';
import type { Keep } from '../device/keep.ts';
import type { SetTimer } from '../device/later.ts';
import type { WaitingLink } from '../quick-add/add-link.ts';
import { createActions } from '../tasks/actions.ts';
import type { PersonCache } from '../sync/kept.ts';
import { followPresence } from './presence.ts';
import { openTabs } from '../sync/shared-queue.ts';
import { todayAt } from '../dates/calendar.ts';
import { openTasks } from '../sync/tasks.ts';
import { inOrderOfTime } from '../view/groups.ts';
import { leftToday } from '../view/week.ts';
import { openKeptFilters } from '../view/kept-filters.ts';
import { namedIn } from '../view/search.ts';
import { findRows, createTools, keepInAddress } from '../view/view.ts';
import { isReadOnly } from '../sync/queue.ts';
import type { View } from '../view/view.ts';
import { focusRow, ifOutOfSight } from '../tasks/workspace.ts';
import { sayRefusal } from '../sync/refusal.ts';
import type { Reading } from '../words/reading.ts';
import type { Toasts } from '../ui/page-context.ts';
import type { Workspace } from '../tasks/workspace.ts';

type Parts = {
  apiOf: (owner: string, holds: () => boolean) => Api;
  keep: Keep;
  cache: PersonCache;
  view: Signal<View>;
  today: ReadonlySignal<string>;
  link: WaitingLink;
  toasts: Toasts;
  say: (text: string) => void;
  reading: ReadonlySignal<Reading>;
  /** So many tasks fill a day. */
  mostADay: () => number;
  /** The first language is there. */
  ready: Promise<void>;
  nowMs: () => number;
  setTimer: SetTimer;
};

/** Opens the tasks of whoever signs in, and closes them when nobody is signed in any more or somebody else is. */
export function followSession(session: Session, parts: Parts): ReadonlySignal<Workspace | null> {
  const workspace = signal<Workspace | null>(null);
  let lastOwner: string | null = null;
  let close: () => void = () => undefined;
  session.who.subscribe((who) => {
    const owner = who.kind === 'signed-in' ? who.user.email : null;
    if (owner !== null) parts.link.ask(owner);
    else if (who.kind === 'leaving') parts.link.drop();
    if ((workspace.value?.owner ?? null) !== owner) {
      close();
      if (who.kind === 'signed-in')
        close = openWorkspace(who, session, parts, (next) => void (workspace.value = next));
    }
    if (who.kind !== 'signed-in') return;
    if (lastOwner !== null && lastOwner !== owner) welcomeAnother(who.user, parts);
    lastOwner = owner;
  });
  return workspace;
}

/** Says who is signed in now, on a page that was somebody else's before. */
function welcomeAnother({ name, email }: CurrentUserResponse, { toasts, say, reading }: Parts): void {
  const text = reading.value.words.account.isHereNow(name || email);
  say(text);
  toasts.show({ key: 'another', text });
}

/** Shows one owner's tasks as long as it is not closed; returns what closes it. */
function openWorkspace(
  { user: { email: owner }, preloaded }: SignedIn,
  session: Session,
  parts: Parts,
  show: (workspace: Workspace | null) => void,
): () => void {
  const { cache, view, today, toasts, say, reading, mostADay, nowMs, setTimer } = parts;
  const words = () => reading.value.words;
  let isOpen = true;
  // What comes after it was closed, or after another tab has signed someone in or out, is neither believed nor kept.
  const holds = () => isOpen && session.isStill();
  const keep = keepWhile(holds, parts.keep);
  // The next page sends it with the first request for the tasks (first.js).
  void hashOf(owner).then((hash) => keep.write(`expected-user.${owner}`, hash));
  const tasks = openTasks({
    api: parts.apiOf(owner, holds),
    keep,
    copy: cache.copy(owner, holds),
    handover: cache.handover(owner, holds),
    ports: openTabs(owner),
    owner,
    nowMs,
    newKey: () => crypto.randomUUID(),
    onExpired: (fault) => isOpen && session.expire(fault),
    onRead: () => void session.confirm(),
    onRefused: (fault) => isOpen && say(`${words().row.failed}. ${sayRefusal(fault, words())}`),
  });
  const tools = createTools(setTimer, openKeptFilters(keep, owner));
  const actions = createActions({
    tasks,
    toasts,
    say,
    reading: () => reading.value,
    focusRow: (rowKey) => focusRow(tools, rowKey),
    ifOutOfSight,
    mostADay,
    todayIso: () => todayAt(nowMs()),
    setTimer,
  });
  const readOnly = computed(() => isReadOnly(tasks.state.value));
  const found = computed(() => {
    const { firstDayOfWeek } = reading.value.days;
    const named = namedIn(reading.value.words, today.value);
    const day = { todayIso: today.value, firstDayOfWeek, named };
    const rows = findRows(tasks.rows.value, tools.query.value, day);
    return inOrderOfTime(rows);
  });
  const left = computed(() =>
    tasks.state.value.base === null ? null : leftToday(tasks.rows.value, today.value),
  );
  void tasks.read(preloaded);
  const { newTask, edits } = tasks.drafts.current.value;
  if (newTask !== null || Object.keys(edits).length > 0) {
    // In the person's language, whose file may still be on its way.
    void parts.ready.then(
      () => isOpen && toasts.show({ key: 'draft-restored', text: words().toast.draftRestored }),
    );
  }
  const unfollow = [
    followPresence(tasks, { keep, owner, nowMs }),
    showLeft(left, reading),
    keepInAddress(tools.query),
    effect(() =>
      show({ owner, tasks, actions, tools, view, found, todayIso: today.value, readOnly: readOnly.value }),
    ),
  ];
  return () => {
    isOpen = false;
    unfollow.forEach((end) => end());
    tasks.close();
    // What was said of the tasks goes with them.
    toasts.clear();
    say('');
    show(null);
  };
}

/** The date in the person's own zone. It looks for a new one while the page stays open, and when it is seen again. */
export function followToday(nowMs: () => number): ReadonlySignal<string> {
  const today = signal(todayAt(nowMs()));
  const look = () => void (today.value = todayAt(nowMs()));
  setInterval(look, 20_000);
  document.addEventListener('visibilitychange', look);
  return today;
}

/**
 * Shows how many tasks are left today where the page itself is not in sight: in the title of its tab, and as the badge of
 * the installed app. `left` is null until the tasks have been read. Returns what takes both away.
 */
function showLeft(left: ReadonlySignal<number | null>, reading: ReadonlySignal<Reading>): () => void {
  const end = effect(() => {
    const n = left.value;
    const { name, list } = reading.value.words;
    document.title = n ? `${list.left(n)} – ${name}` : name;
    if (n !== null) setBadge(n);
  });
  return () => {
    end();
    document.title = reading.value.words.name;
    setBadge(0);
  };
}

/** Zero takes the badge away. A browser without badges, or without the permission that it asks for, shows none. */
function setBadge(n: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(n).catch(() => undefined);
}
