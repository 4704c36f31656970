import { render } from 'preact';

// The first styles: all others may override them.
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

// No top-level `await`: the module of a language imports this one, so each would wait for the other.
void Promise.all([page.ready, started]).then(() => {
  const root = document.querySelector('#app');
  if (root === null) return;
  // The app draws the same frame as index.html, so the first one is removed.
  root.replaceChildren();
  render(<App {...page} workspace={workspace} />, root);
});
registerWorker(page.newVersion);
