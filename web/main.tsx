import { signal } from '@preact/signals';
import { render } from 'preact';

// First, so that all others can build on them.
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/dialog.css';
import { createApi } from './service/api.ts';
import { App } from './shell/app.tsx';
import { followSession, followToday } from './shell/open-workspace.ts';
import { readArrival } from './session/sign-in.ts';
import { createSession, watchSession } from './session/session.ts';
import { openPersonCache } from './sync/kept.ts';
import { registerWorker, wakeWorker } from './shell/register-worker.ts';
import { keepLink, readAddLink } from './quick-add/add-link.ts';
import { openSettings, showSettings } from './device/settings.ts';
import { keepIn } from './device/keep.ts';
import { setTimer } from './device/later.ts';
import type { DialogName } from './shell/dialogs.tsx';
import { createAnnouncer, createToasts } from './ui/page-context.ts';
import { openView } from './view/view.ts';
import { openReading } from './words/reading.ts';

const nowMs = Date.now;

const keep = keepIn(() => localStorage);
const api = createApi({ fetch, holds: () => session.isStill() });
const settings = openSettings(keep, window);
showSettings(settings, document.documentElement);
const { reading, ready } = openReading(settings.current, navigator.languages);
reading.subscribe(({ language }) => void (document.documentElement.lang = language));
const cache = openPersonCache(globalThis.caches, setTimer, wakeWorker);
const session = createSession({
  api,
  keep,
  preloaded: globalThis.preloaded,
  onLeft: () => void cache.forget(),
  onSignedOut: (onward) => location.replace(onward ?? location.pathname),
});
const toasts = createToasts(setTimer);
const opened = signal<DialogName | null>(null);
const announcer = createAnnouncer();
const view = openView(window);
view.subscribe((name) => void (document.documentElement.dataset['view'] = name));
const today = followToday(nowMs);
const newVersion = signal(false);
const link = keepLink(
  location.href,
  keepIn(() => sessionStorage),
  keep.read('session'),
);
const { arrival, cleaned } = readArrival(readAddLink(location.href).cleaned);
if (cleaned !== location.href) history.replaceState(null, '', cleaned);

const workspace = followSession(session, {
  apiOf: (owner, holds) => createApi({ fetch, holds, owner }),
  keep,
  cache,
  view,
  today,
  link,
  toasts,
  say: announcer.say,
  reading,
  mostADay: () => Number(settings.current.value.daily),
  ready,
  nowMs,
  setTimer,
});
const started = session.start();
watchSession(session);

// Not awaited here: the file of a language needs this one, which would wait for it.
void Promise.all([ready, started]).then(() => {
  const root = document.querySelector('#app');
  if (root === null) return;
  // The starting frame of index.html gives way to the same frame, drawn by the app.
  root.replaceChildren();
  render(
    <App
      {...{
        session,
        settings,
        opened,
        today,
        toasts,
        announcer,
        reading,
        arrival,
        workspace,
        newVersion,
        link,
        listProviders: api.listProviders,
      }}
    />,
    root,
  );
});
registerWorker(newVersion, nowMs);
