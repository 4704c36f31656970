import { render } from 'preact';

import { createApi } from './api/api.ts';
import { createSend } from './api/call.ts';
import { App } from './app.tsx';
import { followSession } from './desk.ts';
import { readArrival } from './sign-in/arrival.ts';
import { createSession } from './sign-in/session.ts';
import { keepIn } from './state/keep.ts';
import { createAnnouncer } from './ui/announcer.tsx';
import { openTheme } from './ui/theme.ts';
import { createToasts } from './ui/toasts.ts';
import { chooseReading } from './words/words.ts';
import './theme.css';
import './ui/controls.css';

const nowMs = () => Date.now();
const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const setTimer = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const api = createApi(createSend(fetch, timeZone));
const keep = keepIn(() => localStorage);
const reading = chooseReading(navigator.languages);
const session = createSession(api, keep, location.origin);
const toasts = createToasts(setTimer);
const announcer = createAnnouncer();
const { arrival, cleaned } = readArrival(location.href);
if (arrival !== null) history.replaceState(null, '', cleaned);

const desk = followSession(session, {
  api,
  keep,
  toasts,
  say: announcer.dispatch,
  words: reading.words,
  nowMs,
  setTimer,
  // Asked for at once where a session is likely; it is shown to nobody before it is known whose it is.
  firstList: keep.read('session') === null ? null : api.listTasks(),
});
void session.start();

const root = document.querySelector('#app');
if (root !== null) {
  // The starting frame of index.html gives way to the same frame, drawn by the app.
  root.replaceChildren();
  const theme = openTheme(keep, document.documentElement);
  render(<App {...{ session, theme, toasts, announcer, reading, arrival, desk, nowMs }} />, root);
}
