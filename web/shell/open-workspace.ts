import { computed, effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { createApi, hashOf } from '../service/api.ts';
import type { SignedIn } from '../session/session-state.ts';
import { keepWhile } from '../device/browser.ts';
import { createActions } from '../tasks/actions.ts';
import { openTabs } from '../sync/tabs.ts';
import { todayAt } from '../dates/calendar.ts';
import { openTasks } from '../sync/tasks.ts';
import type { Tasks } from '../sync/tasks.ts';
import { leftToday } from '../view/groups.ts';
import { inOrder } from '../view/order.ts';
import { openFolds } from '../view/folds.ts';
import { openKeptFilters } from '../view/kept-filters.ts';
import { findRows } from '../view/find-rows.ts';
import { namedDates, namedIn, namedMonths, termsIn } from '../view/search-terms.ts';
import { keepInAddress } from '../view/query-in-address.ts';
import { createTools } from '../view/view.ts';
import { isReadOnly } from '../sync/queue.ts';
import { focusRow, ifOutOfSight } from '../tasks/focus.ts';
import { sayRefusal } from '../sync/refusals.ts';
import { optionsOf } from '../quick-add/options.ts';
import { openReader } from '../tasks/reader.ts';
import type { Workspace } from '../tasks/workspace.ts';
import type { Page } from './open-page.ts';

/** Opens the tasks of the person who signs in, and closes them once that person is no longer signed in. */
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
      if (who.kind === 'signed-in')
        close = openWorkspace(who, page, (next) => void (workspace.value = next));
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

/** Opens and shows one owner's tasks. Returns a function that closes them. */
function openWorkspace(
  { user: { email: owner }, preloaded }: SignedIn,
  page: Page,
  show: (workspace: Workspace | null) => void,
): () => void {
  const { cache, session, settings, view, today, toasts, reading } = page;
  const { say } = page.announcer;
  const words = () => reading.value.words;
  let isOpen = true;
  // False once closed, or once another tab has signed someone in or out: responses are then ignored, and nothing is stored.
  const holds = () => isOpen && session.isStill();
  const keep = keepWhile(holds, page.keep);
  // The next page sends this hash with the preload of the tasks (first.js).
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
    onRead: () => void session.look(),
    onRefused: (fault) => isOpen && say(`${words().row.failed}. ${sayRefusal(fault, words())}`),
  });
  const { reader, whenRead } = openReader(
    () => import('../tasks/whole-reader.ts'),
    () => {
      if (!isOpen) return;
      const text = words().offline.partMissing;
      say(text);
      toasts.show({ key: 'reader', text });
    },
  );
  const tools = createTools(openKeptFilters(keep, owner), openFolds(keep, owner));
  const actions = createActions({
    tasks,
    toasts,
    say,
    reading: () => reading.value,
    focusRow: (rowKey) => focusRow(tools, rowKey),
    ifOutOfSight,
    mostADay: () => Number(settings.current.value.daily),
    todayIso: () => todayAt(Date.now()),
    whenRead,
  });
  const readOnly = computed(() => isReadOnly(tasks.state.value));
  // The search compares these values with each row; they are computed once per day and language.
  const day = computed(() => {
    const { words: named, days } = reading.value;
    const week = { todayIso: today.value, firstDayOfWeek: days.firstDayOfWeek };
    return { ...week, named: namedIn(named, week) };
  });
  const named = computed(() => {
    const { text } = tools.query.value;
    if (text.trim() === '') return day.value.named;
    const options = optionsOf(reading.value, today.value);
    const months = namedMonths(text, options.locale);
    return new Map([
      ...day.value.named,
      ...months,
      ...namedDates(reader.value.datesIn(text, options)),
    ]);
  });
  const searchTerms = computed(() => termsIn(tools.query.value.text, named.value));
  const matches = computed(() =>
    inOrder(findRows(tasks.rows.value, tools.query.value, { ...day.value, named: named.value })),
  );
  const { newTask, edits } = tasks.drafts.current.value;
  // After a reload the person knows; after a sign-in, or a day later, it is news.
  if (!isReload() && (newTask !== null || Object.keys(edits).length > 0)) {
    // The file with the person's language may not be loaded yet.
    void page.ready.then(
      () => isOpen && toasts.show({ key: 'draft', text: words().toast.draftRestored }),
    );
  }
  const unfollow = [
    followPresence(tasks, tasks.read(preloaded)),
    showLeft(tasks, page),
    keepInAddress(tools.query),
    followReminders(tasks, page),
    effect(() =>
      show({
        owner,
        tasks,
        actions,
        reader: reader.value,
        whenRead,
        tools,
        searchTerms,
        view,
        matches,
        todayIso: today.value,
        readOnly: readOnly.value,
      }),
    ),
  ];
  return () => {
    isOpen = false;
    unfollow.forEach((end) => end());
    tasks.close();
    // Toasts and announcements about the tasks are removed, too.
    toasts.clear();
    say('');
    show(null);
  };
}

/** Reminds of tasks while the person wants it and the browser allows it. Returns a function that ends this. */
function followReminders(tasks: Tasks, { settings, reading, toasts, announcer }: Page): () => void {
  let end: () => void = () => undefined;
  let isOn = false;
  const isWanted = () => isOn && settings.current.value.reminders === 'on';

  async function begin(): Promise<void> {
    // Some browsers ask only during the click that switches reminders on: nothing may be awaited before it.
    const isAllowed =
      'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
    const { startReminders } = await import('./reminders.ts');
    if (!isWanted()) return;
    if (isAllowed) {
      end = startReminders(tasks.rows, () => {
        const now = new Date();
        return { dayIso: todayAt(now.getTime()), minutes: 60 * now.getHours() + now.getMinutes() };
      });
      return;
    }
    settings.set('reminders', 'off');
    const text = reading.value.words.settings.remindersDenied;
    announcer.say(text);
    toasts.show({ key: 'reminders', text });
  }

  const unfollow = settings.current.subscribe(({ reminders }) => {
    const next = reminders === 'on';
    if (next === isOn) return;
    isOn = next;
    end();
    end = () => undefined;
    if (isOn) void begin();
  });
  return () => {
    isOn = false;
    unfollow();
    end();
  };
}

/** Shows the number of tasks left today in the title of the tab and on the app's badge. Returns a function that ends this. */
function showLeft({ state, rows }: Tasks, { today, reading }: Page): () => void {
  const left = computed(() =>
    state.value.base === null ? null : leftToday(rows.value, today.value),
  );
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

/** Zero removes the badge. A browser without badges, or without permission for them, shows none. */
function setBadge(n: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(n).catch(() => undefined);
}

function isReload(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load instanceof PerformanceNavigationTiming && load.type === 'reload';
}

/** A list that is younger than this is not read again. */
const freshMs = 5_000;
/** The interval at which a page without a connection tries again. */
const tryAgainMs = 10_000;
/** The interval at which a page in use requests the changes of other devices where it does not wait for them. */
const askMs = 15_000;
/** After this time without use a page stops these requests: otherwise its session would never end. */
const forgottenMs = 600_000;

/** Reads the list when the page becomes visible, when the connection is back, and during use. Returns a function that ends this. */
function followPresence(tasks: Tasks, firstRead: Promise<void>): () => void {
  let usedAtMs = Date.now();
  const ending = new AbortController();
  const until = { signal: ending.signal };
  const note = () => void (usedAtMs = Date.now());
  const isVisible = () => document.visibilityState === 'visible';
  const isWaiting = () => tasks.state.value.writes.some(({ status }) => status === 'waiting');

  /** A hidden page sends its held deletes, as a phone may end it without `pagehide`; it reads only for a waiting change. */
  function look(): void {
    // After a sleep its connection may be dead.
    tasks.endWait();
    if (!isVisible()) tasks.releaseAll();
    if (!isVisible() && !isWaiting()) return;
    tasks.catchUp();
    const { offline, readAtMs } = tasks.state.value;
    if (offline || isWaiting() || Date.now() - readAtMs > freshMs) void tasks.read().then(follow);
    else void follow();
  }

  function mayAsk(): boolean {
    const { offline, fault } = tasks.state.value;
    const isUsed = Date.now() - usedAtMs < forgottenMs;
    return !ending.signal.aborted && isVisible() && isUsed && !offline && fault === null;
  }

  const follow = () => tasks.follow(mayAsk);

  /** Only one tab of a browser waits for the changes of other devices: the others ask. */
  async function ask(): Promise<void> {
    const isMine = await follow();
    if (!isMine && mayAsk()) void tasks.read();
  }

  // Not `scroll`: the page itself scrolls, too. `capture`: the use is noted before a row handles the event.
  for (const name of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(name, note, { ...until, capture: true, passive: true });
  for (const name of ['online', 'focus', 'pageshow']) addEventListener(name, look, until);
  for (const name of ['visibilitychange', 'resume']) document.addEventListener(name, look, until);
  addEventListener('pagehide', tasks.leave, until);
  const timers = [
    setInterval(() => (tasks.state.value.offline || isWaiting()) && look(), tryAgainMs),
    setInterval(() => void ask(), askMs),
  ];
  void firstRead.then(follow);
  return () => {
    ending.abort();
    tasks.endWait();
    timers.forEach((timer) => clearInterval(timer));
  };
}
