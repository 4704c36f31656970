import { signal } from '@preact/signals-core';
import { storageIn } from '../device/storage.ts';
import { lastEmailKey } from '../device/stored-data.ts';
import { openSettings } from '../device/settings.ts';
import type { Settings } from '../device/settings.ts';
import { keepLink, readAddLink } from '../quick-add/add-link.ts';
import { createApi } from '../service/api.ts';
import { departure } from '../session/departed-cookie.ts';
import { createSession } from '../session/session.ts';
import { isSignInLink, readArrival } from '../session/sign-in.ts';
import { openPersonCache } from '../sync/person-cache.ts';
import { createAnnouncer, createToasts } from '../ui/toasts.ts';
import { keepView } from '../view/view-after-sign-in.ts';
import { openView } from '../view/view.ts';
import { openReading } from '../words/reading.ts';
import { followToday } from './follow-today.ts';
import { wakeWorker } from './register-worker.ts';

export type DialogName = 'settings' | 'exchange' | 'palette' | 'keys' | 'leave' | 'week';

/** One opening of a dialog. The same dialog may be opened again before the close event of its last opening, which comes late. */
export type OpenDialog = { readonly name: DialogName };

export type Page = ReturnType<typeof openPage>;

/** Opens the parts that exist once on the page and do not depend on the signed-in person. */
export function openPage() {
  const root = document.documentElement;
  const storage = storageIn(() => localStorage);
  const api = createApi({ fetch, holds: () => session.isStill() });
  const settings = openSettings(storage, window);
  settings.current.subscribe(({ theme, density }) => {
    // The style sheets use both.
    Object.assign(root.dataset, { theme, density });
    // The bar of the browser or of the system has the colour of the page.
    for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
      bar.media = mediaOf(theme, bar.dataset['scheme']);
  });
  /** `ready` resolves when the first language is loaded. */
  const { reading, ready } = openReading(settings.current, navigator.languages);
  reading.subscribe(({ language }) => void (root.lang = language));
  const cache = openPersonCache(globalThis.caches, wakeWorker);
  const session = createSession({
    api,
    storage,
    departure,
    preloaded: globalThis.preloaded,
    onLeft: () => void cache.forget(),
    onSignedOut: (onward) => location.replace(onward ?? location.pathname),
  });
  // Before the listeners of the view and the search.
  addEventListener('popstate', closeFirst);
  const view = openView();
  view.subscribe((name) => void (root.dataset['view'] = name));
  const untilClosed = storageIn(() => sessionStorage);
  const link = keepLink(location.href, untilClosed, storage.read(lastEmailKey));
  const { arrival, cleaned } = readArrival(readAddLink(location.href).cleaned);
  if (cleaned !== location.href) history.replaceState(null, '', cleaned);
  addEventListener('click', ({ target }) => {
    if (isSignInLink(target)) keepView(untilClosed, location.href, storage.read(lastEmailKey));
  });
  return {
    storage,
    untilClosed,
    settings,
    reading,
    ready,
    cache,
    session,
    view,
    /** The task that a link asks to add. */
    link,
    arrival,
    listProviders: api.listProviders,
    today: followToday(),
    toasts: createToasts(),
    announcer: createAnnouncer(),
    /** The dialog that is open, or the week sheet while it is printed. */
    opened: signal<OpenDialog | null>(null),
    /** True if the service has a newer version of the page. */
    newVersion: signal(false),
  };
}

/** The media query for a colour of this scheme. */
function mediaOf(theme: Settings['theme'], scheme: string | undefined): string {
  if (theme === 'system') return `(prefers-color-scheme: ${scheme})`;
  if (theme === scheme) return '';
  return 'not all';
}

/** On Back, as on Android, only an open dialog or menu closes: the view and the search stay. The sheet of a day is a part of its view. */
function closeFirst(event: Event): void {
  const open = document.querySelector<HTMLElement>('dialog:modal, [popover=auto]:popover-open');
  if (open === null) return;
  event.stopImmediatePropagation();
  if (open instanceof HTMLDialogElement) open.requestClose();
  else open.hidePopover();
  history.forward();
}
