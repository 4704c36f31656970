import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { todayAt } from '../dates/calendar.ts';
import { keepIn } from '../device/browser.ts';
import { openSettings, showSettings } from '../device/settings.ts';
import { keepLink, readAddLink } from '../quick-add/add-link.ts';
import { createApi } from '../service/api.ts';
import { createSession } from '../session/session.ts';
import { readArrival } from '../session/sign-in.ts';
import { openPersonCache } from '../sync/kept.ts';
import { createAnnouncer, createToasts } from '../ui/page-context.ts';
import { openView } from '../view/view.ts';
import { openReading } from '../words/reading.ts';
import { wakeWorker } from './register-worker.ts';

export type DialogName = 'settings' | 'exchange' | 'palette' | 'keys' | 'leave' | 'week';

export type Page = ReturnType<typeof openPage>;

/** What there is once on the page, whoever is signed in. */
export function openPage() {
  const root = document.documentElement;
  const keep = keepIn(window, 'localStorage');
  const api = createApi({ fetch, holds: () => session.isStill() });
  const settings = openSettings(keep, window);
  showSettings(settings, root);
  /** `ready` is when the first language is there. */
  const { reading, ready } = openReading(settings.current, navigator.languages);
  reading.subscribe(({ language }) => void (root.lang = language));
  const cache = openPersonCache(globalThis.caches, wakeWorker);
  const session = createSession({
    api,
    keep,
    preloaded: globalThis.preloaded,
    onLeft: () => void cache.forget(),
    onSignedOut: (onward) => location.replace(onward ?? location.pathname),
  });
  const view = openView();
  view.subscribe((name) => void (root.dataset['view'] = name));
  const link = keepLink(location.href, keepIn(window, 'sessionStorage'), keep.read('session'));
  const { arrival, cleaned } = readArrival(readAddLink(location.href).cleaned);
  if (cleaned !== location.href) history.replaceState(null, '', cleaned);
  return {
    keep,
    settings,
    reading,
    ready,
    cache,
    session,
    view,
    /** What a link asks to add. */
    link,
    arrival,
    listProviders: api.listProviders,
    today: followToday(),
    toasts: createToasts(),
    announcer: createAnnouncer(),
    /** The dialog of the page that is open, or what is being printed; one at most. */
    opened: signal<DialogName | null>(null),
    /** Whether the service has a newer version of the page. */
    newVersion: signal(false),
  };
}

/** The date in the person's own zone. It looks for a new one while the page stays open, and when it is seen again. */
function followToday(): ReadonlySignal<string> {
  const today = signal(todayAt(Date.now()));
  const look = () => void (today.value = todayAt(Date.now()));
  setInterval(look, 20_000);
  document.addEventListener('visibilitychange', look);
  return today;
}
