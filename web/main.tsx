import { render } from 'preact';

// First, so that all others can build on them.
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/dialog.css';
import { watchSession } from './session/session.ts';
import { App } from './shell/app.tsx';
import { openPage } from './shell/open-page.ts';
import { followSession } from './shell/open-workspace.ts';
import { registerWorker } from './shell/register-worker.ts';

const page = openPage();
const workspace = followSession(page);
const started = page.session.start();
watchSession(page.session);

// Not awaited here: the file of a language needs this one, which would wait for it.
void Promise.all([page.ready, started]).then(() => {
  const root = document.querySelector('#app');
  if (root === null) return;
  // The starting frame of index.html gives way to the same frame, drawn by the app.
  root.replaceChildren();
  render(<App {...page} workspace={workspace} />, root);
});
registerWorker(page.newVersion);
