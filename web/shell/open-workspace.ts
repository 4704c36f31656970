import { computed, effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { createApi, hashOf } from '../service/api.ts';
import type { SignedIn } from '../session/session.ts';
import { keepWhile } from '../device/browser.ts';
import { createActions } from '../tasks/actions.ts';
import { openTabs } from '../sync/shared-queue.ts';
import { todayAt } from '../dates/calendar.ts';
import { openTasks } from '../sync/tasks.ts';
import type { Tasks } from '../sync/tasks.ts';
import { inOrderOfTime, leftToday } from '../view/groups.ts';
import { openKeptFilters, namedIn, findRows, keepInAddress } from '../view/query.ts';
import { createTools } from '../view/view.ts';
import { isReadOnly } from '../sync/queue.ts';
import { focusRow, ifOutOfSight } from '../tasks/workspace.ts';
import { sayRefusal } from '../sync/fields.ts';
import type { Workspace } from '../tasks/workspace.ts';
import type { Page } from './open-page.ts';

/** Opens the tasks of whoever signs in, and closes them when nobody is signed in any more or somebody else is. */
export function followSession(page: Page): ReadonlySignal<Workspace | null> {
  const workspace = signal<Workspace | null>(null);
  let lastOwner: string | null = null;
  let close: () => void = () => undefined;
  page.session.who.subscribe((who) => {
    const owner = who.kind === 'signed-in' ? who.user.email : null;
    if (owner !== null) page.link.ask(owner);
    else if (who.kind === 'leaving') page.link.drop();
    if ((workspace.value?.owner ?? null) !== owner) {
      close();
      if (who.kind === 'signed-in') close = openWorkspace(who, page, (next) => void (workspace.value = next));
    }
    if (who.kind !== 'signed-in') return;
    if (lastOwner !== null && lastOwner !== owner) {
      const text = page.reading.value.words.account.isHereNow(who.user.name || who.user.email);
      page.announcer.say(text);
      page.toasts.show({ key: 'another', text });
    }
    lastOwner = owner;
  });
  return workspace;
}

/** Shows one owner's tasks as long as it is not closed; returns what closes it. */
function openWorkspace(
  { user: { email: owner }, preloaded }: SignedIn,
  page: Page,
  show: (workspace: Workspace | null) => void,
): () => void {
  const { cache, session, settings, view, today, toasts, reading } = page;
  const { say } = page.announcer;
  const words = () => reading.value.words;
  let isOpen = true;
  // What comes after it was closed, or after another tab has signed someone in or out, is neither believed nor kept.
  const holds = () => isOpen && session.isStill();
  const keep = keepWhile(holds, page.keep);
  // The next page sends it with the first request for the tasks (first.js).
  void hashOf(owner).then((hash) => keep.write(`expected-user.${owner}`, hash));
  const tasks = openTasks({
    api: createApi({ fetch, holds, owner }),
    keep,
    cache: cache.of(owner, holds),
    ports: openTabs(owner),
    owner,
    nowMs: Date.now,
    newKey: () => crypto.randomUUID(),
    onExpired: (fault) => isOpen && session.expire(fault),
    onRead: () => void session.confirm(),
    onRefused: (fault) => isOpen && say(`${words().row.failed}. ${sayRefusal(fault, words())}`),
  });
  const tools = createTools(openKeptFilters(keep, owner));
  const actions = createActions({
    tasks,
    toasts,
    say,
    reading: () => reading.value,
    focusRow: (rowKey) => focusRow(tools, rowKey),
    ifOutOfSight,
    mostADay: () => Number(settings.current.value.daily),
    todayIso: () => todayAt(Date.now()),
  });
  const readOnly = computed(() => isReadOnly(tasks.state.value));
  // What the search compares with the rows, once for all rows and changes of a day.
  const day = computed(() => ({
    todayIso: today.value,
    firstDayOfWeek: reading.value.days.firstDayOfWeek,
    named: namedIn(reading.value.words, today.value),
  }));
  const found = computed(() => inOrderOfTime(findRows(tasks.rows.value, tools.query.value, day.value)));
  void tasks.read(preloaded);
  const { newTask, edits } = tasks.drafts.current.value;
  if (newTask !== null || Object.keys(edits).length > 0) {
    // In the person's language, whose file may still be on its way.
    void page.ready.then(() => isOpen && toasts.show({ key: 'draft', text: words().toast.draftRestored }));
  }
  const unfollow = [
    followPresence(tasks),
    showLeft(tasks, page),
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

/** Shows how many tasks are left today in the title of the tab and on the badge of the installed app; returns what ends it. */
function showLeft({ state, rows }: Tasks, { today, reading }: Page): () => void {
  const left = computed(() => (state.value.base === null ? null : leftToday(rows.value, today.value)));
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

/** A list that is younger than this is not read again. */
const freshMs = 5_000;
/** How often the page looks for a lost connection. */
const tryAgainMs = 10_000;
/** How often a page in use asks for what other devices have changed. */
const askMs = 15_000;
/** A page that nobody has used for so long is forgotten: if it went on to ask, its session would never end. */
const forgottenMs = 600_000;

/** Reads the list again when the page is seen again, when the connection is back, and while the page is used. Returns what ends that. */
function followPresence(tasks: Tasks): () => void {
  let usedAtMs = Date.now();
  const ending = new AbortController();
  const until = { signal: ending.signal };
  const note = () => void (usedAtMs = Date.now());
  const isVisible = () => document.visibilityState === 'visible';
  const isWaiting = () => tasks.state.value.writes.some(({ status }) => status === 'waiting');

  /** A page that nobody sees looks only where a change waits to be sent. */
  function look(): void {
    if (!isVisible() && !isWaiting()) return;
    tasks.catchUp();
    const { offline, readAtMs } = tasks.state.value;
    if (offline || isWaiting() || Date.now() - readAtMs > freshMs) void tasks.read();
  }

  function ask(): void {
    const { offline, fault } = tasks.state.value;
    const isUsed = Date.now() - usedAtMs < forgottenMs;
    if (isVisible() && isUsed && !offline && fault === null) void tasks.read();
  }

  // Not `scroll`: the page itself scrolls, too. In front of what a row does with them: a change then knows that the page is used.
  for (const name of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(name, note, { ...until, capture: true, passive: true });
  for (const name of ['online', 'focus', 'pageshow']) addEventListener(name, look, until);
  for (const name of ['visibilitychange', 'resume']) document.addEventListener(name, look, until);
  addEventListener('pagehide', tasks.leave, until);
  const timers = [
    setInterval(() => (tasks.state.value.offline || isWaiting()) && look(), tryAgainMs),
    setInterval(ask, askMs),
  ];
  return () => {
    ending.abort();
    timers.forEach((timer) => clearInterval(timer));
  };
}
