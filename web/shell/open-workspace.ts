import { computed, effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { createApi, hashOf } from '../service/api.ts';
import type { SignedIn } from '../session/session-state.ts';
import { storageWhile } from '../device/storage.ts';
import { personKey } from '../device/stored-data.ts';
import { createActions } from '../tasks/actions.ts';
import { addSubmitted } from '../tasks/add-submitted.ts';
import { openTabs } from '../sync/tabs.ts';
import { todayAt } from '../dates/calendar.ts';
import { rowWith } from '../sync/rows.ts';
import { openTasks } from '../sync/tasks.ts';
import type { Tasks } from '../sync/tasks.ts';
import { leftToday } from '../view/groups.ts';
import { followFinished } from '../view/finished.ts';
import { openFolds } from '../view/folds.ts';
import { openSavedFilters } from '../view/saved-filters.ts';
import { dropView, takeView } from '../view/view-after-sign-in.ts';
import { keepInAddress } from '../view/query-in-address.ts';
import { createViewState, viewOf } from '../view/view.ts';
import { isReadOnly } from '../sync/queue.ts';
import { focusRow } from '../tasks/focus.ts';
import { ifOutOfSight } from '../tasks/in-sight.ts';
import { sayRefusal } from '../sync/refusals.ts';
import { openReader } from '../tasks/reader.ts';
import type { PageReader } from '../tasks/reader.ts';
import { whenIdle, whenReleased } from '../ui/events.ts';
import type { Workspace } from '../tasks/workspace.ts';
import type { Language } from '../words/language.ts';
import { loadDateWords } from '../words/reading.ts';
import { followReminders } from './follow-reminders.ts';
import { keepPlace } from './keep-place.ts';
import type { Page } from './open-page.ts';
import { refreshList } from './refresh-list.ts';
import { createSearch } from './search.ts';

/** Opens the tasks of the person who signs in, and closes them once that person is no longer signed in. */
export function followSession(page: Page): ReadonlySignal<Workspace | null> {
  const workspace = signal<Workspace | null>(null);
  let lastOwner: string | null = null;
  let close: () => void = () => undefined;
  page.session.who.subscribe((who) => {
    if (who.kind === 'leaving') {
      page.link.drop();
      dropView(page.untilClosed);
    }
    if (who.kind !== 'signed-in') {
      close();
      close = () => undefined;
      return;
    }
    const { email, name } = who.user;
    page.link.ask(email);
    showKeptView(page, email);
    if (workspace.value?.owner !== email) {
      close();
      close = openWorkspace(who, page, (next) => void (workspace.value = next));
    }
    if (lastOwner !== null && lastOwner !== email) sayWhoIsHere(page, name || email);
    lastOwner = email;
  });
  return workspace;
}

/** Shows the view and the query that the page had before the sign-in. The workspace reads the query from the address. */
function showKeptView({ untilClosed, view }: Page, email: string): void {
  const address = takeView(untilClosed, location.href, email);
  if (address === location.href) return;
  history.replaceState(null, '', address);
  view.value = viewOf(address);
}

/** The reader with the words of the page's language. */
async function withWords(file: Promise<PageReader>, { reading, ready }: Page): Promise<PageReader> {
  const [reader, words] = await Promise.all([
    file,
    ready.then(() => wordsOf(reading.value.language)),
  ]);
  reader.addWords(words.language, words.dates);
  return reader;
}

const wordsOf = async (language: Language) => ({
  language,
  dates: await loadDateWords[language](),
});

function sayWhoIsHere({ reading, announcer, toasts }: Page, name: string): void {
  const text = reading.value.words.account.isHereNow(name);
  announcer.say(text);
  toasts.show({ key: 'another', text });
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
  const storage = storageWhile(holds, page.storage);
  // The next page sends this hash with the preload of the tasks (first.js).
  void hashOf(owner).then((hash) => storage.write(personKey('expected-user', owner), hash));
  const tasks = openTasks({
    api: createApi({ fetch, holds, owner }),
    storage,
    cache: cache.of(owner, holds),
    ports: openTabs(owner),
    owner,
    nowMs: Date.now,
    newKey: () => crypto.randomUUID(),
    whenIdle,
    onExpired: (fault) => isOpen && session.expire(fault),
    onRead: () => void session.check(),
    onRefused: (fault) => isOpen && say(`${words().row.failed}. ${sayRefusal(fault, words())}`),
  });
  const { reader, whenRead } = openReader(
    {
      page: () => withWords(import('../tasks/page-reader.ts'), page),
      whole: () => import('../tasks/whole-reader.ts'),
    },
    () => {
      if (!isOpen) return;
      const text = words().offline.partMissing;
      say(text);
      toasts.show({ key: 'reader', text });
    },
    whenIdle,
  );
  const { finished, end: endFinished } = followFinished(tasks.rows, storage, owner);
  const savedFilters = openSavedFilters(storage, owner);
  const viewState = createViewState(savedFilters, openFolds(storage, owner), finished);
  const { searchTerms, ordered, matches } = createSearch({
    rows: tasks.rows,
    query: viewState.query,
    reading,
    reader,
    today,
  });
  const actions = createActions({
    tasks,
    toasts,
    say,
    reading: () => reading.value,
    focusRow: (rowKey) => focusRow(viewState, rowKey),
    ifOutOfSight,
    isFound: (rowKey) => rowWith(matches.value, rowKey) !== undefined,
    mostADay: () => Number(settings.current.value.daily),
    todayIso: () => todayAt(Date.now()),
    whenRead,
    whenReleased,
  });
  const readOnly = computed(() => isReadOnly(tasks.state.value));
  // Submitted on an earlier page, which was closed before it could read the words.
  if (tasks.submitted.current.peek().length > 0) {
    // Until then the page's language is not known.
    void page.ready.then(() =>
      whenRead((whole) => {
        if (isOpen) addSubmitted({ tasks, actions, reading: reading.value }, whole);
      }),
    );
  }
  const { newTask, edits } = tasks.drafts.current.value;
  // After a reload the person knows; after a sign-in, or a day later, it is news.
  if (!isReload() && (newTask !== null || Object.keys(edits).length > 0)) {
    // The file with the person's language may not be loaded yet.
    void page.ready.then(
      () => isOpen && toasts.show({ key: 'draft', text: words().toast.draftRestored }),
    );
  }
  const unfollow = [
    endFinished,
    refreshList(tasks, tasks.read(preloaded)),
    showOpenCount(tasks, page),
    keepInAddress(viewState.query),
    keepPlace(),
    followReminders(tasks, page),
    effect(() =>
      show({
        owner,
        tasks,
        actions,
        reader: reader.value,
        whenRead,
        viewState,
        searchTerms,
        view,
        ordered,
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

/** Shows the number of tasks left today in the title of the tab and on the app's badge. Returns a function that ends this. */
function showOpenCount({ state, rows }: Tasks, { today, reading }: Page): () => void {
  const openCount = computed(() => {
    if (state.value.base === null) return null;
    return leftToday(rows.value, today.value);
  });
  const end = effect(() => {
    const n = openCount.value;
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
