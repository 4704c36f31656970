import assert from 'node:assert/strict';

import { isolated } from '../../web/words/language.ts';
import { allSaved, newTask, walk, write } from './service.ts';
import type { TestService } from './service.ts';
import type { Engine, Look } from './page.ts';
import type { Visitor } from './visitor.ts';

const desktop: Look = { size: 'desktop', theme: 'light' };
const phone: Look = { size: 'phone', theme: 'dark' };
const account = { role: 'button', name: 'Account of Ada Byron' };
const more = (description: string) => ({ role: 'button', name: `More for: ${description}` });
const waiting = (description: string) => ({ text: 'Waiting', within: description });

/** The tests of one engine: features in which engines differ. The rest of the page is tested in Chromium, in e2e/. */
export function allWalks(engine: Engine): void {
  taskWalks(engine);
  for (const look of [desktop, phone]) lookWalk(engine, look);
  offlineWalks(engine);
}

/** The use of tasks, from sign-in to sign-out. */
function taskWalks(engine: Engine): void {
  walk(engine, 'the whole story on a desktop', desktop, async ({ signedIn }) => {
    const visitor = await signedIn();
    await visitor.sees({ role: 'heading', name: 'A clean page' });
    await write(visitor, 'Water the plants');
    await write(visitor, 'Write to Grace tomorrow !high', 'Write to Grace');
    await write(visitor, 'Grüße an José in 3 weeks', 'Grüße an José');
    await visitor.sees({ role: 'heading', name: /^Tomorrow/ });
    await visitor.sees({ role: 'button', name: /^Write to Grace.*To do, High$/ });

    await visitor.click({ text: 'Write to Grace' });
    await visitor.enter({ role: 'textbox', name: 'Task' }, 'Write to Grace, at length');
    await visitor.click({ text: 'Working' });
    await visitor.click({ role: 'button', name: 'Save' });
    await visitor.sees({ role: 'button', name: /^Write to Grace, at length.*Working, High$/ });

    await visitor.click({ role: 'button', name: 'Mark done: Water the plants' });
    await visitor.sees({ role: 'button', name: /^Done/ });

    await visitor.click(more('Grüße an José'));
    await visitor.click({ role: 'menuitem', name: 'Delete' });
    await visitor.missesAny({ text: 'Grüße an José' });
    await visitor.click({ role: 'button', name: 'Undo' });
    await visitor.sees({ text: 'Grüße an José' });

    await allSaved(visitor);
    await visitor.click(account);
    await visitor.click({ role: 'button', name: 'Sign out' });
    await visitor.sees({ role: 'heading', name: 'Sign in' });
    await visitor.click({ role: 'link', name: 'Continue with local account' });
    await visitor.sees({ text: 'Write to Grace, at length' });
    await visitor.sees({ text: 'Grüße an José' });
    assert.equal(
      await visitor.count({ text: 'Water the plants' }),
      0,
      'finished, and so folded away',
    );
  });

  walk(engine, 'a task is moved on the board by its menu on a phone', phone, async (scene) => {
    const visitor = await scene.signedIn();
    await write(visitor, 'Water the plants');
    // The links to the views are at the foot again once the field has lost the focus.
    await visitor.click({ text: '1 open' });
    await visitor.click({ role: 'link', name: 'Board' });
    await visitor.click(more('Water the plants'));
    await visitor.click({ role: 'menuitemradio', name: 'Working' });
    await visitor.sees({ text: `Working: ${isolated('Water the plants')}` });
    await allSaved(visitor);
    await visitor.page.open(scene.service.address);
    await visitor.click({ role: 'link', name: 'Board' });
    await visitor.click({ role: 'tab', name: /^Working.*1 task$/ });
    await visitor.sees({ text: 'Water the plants' });
    await visitor.shows('board');
  });

  walk(engine, 'the date of a task is changed in its field', desktop, async ({ signedIn }) => {
    const visitor = await signedIn();
    await write(visitor, 'Book the dentist');
    await visitor.click({ text: 'Book the dentist' });
    const isInForm = () => document.activeElement?.matches('form textarea') === true;
    await visitor.until('the focus in the form', isInForm);
    await visitor.page.press('Tab');
    await visitor.page.press('Enter');
    await visitor.sees({ role: 'combobox', name: 'New date, in words' });
    await visitor.page.type('in 2 weeks');
    await visitor.page.press('Enter');
    await visitor.missesAny({ role: 'combobox', name: 'New date, in words' });
    await visitor.shows('editing');
    await visitor.click({ role: 'button', name: 'Save' });
    await visitor.sees({ text: 'Book the dentist' });
    await visitor.missesAny({ role: 'heading', name: /^Today/ });
    await allSaved(visitor);
  });
}

/** The main states, each checked by axe and saved as a picture, and the same in German. */
function lookWalk(engine: Engine, look: Look): void {
  walk(engine, `every main state, ${look.size} and ${look.theme}`, look, async (scene) => {
    const visitor = await scene.openTab();
    await visitor.sees({ role: 'link', name: 'Continue with local account' });
    await visitor.shows('signed-out');
    await scene.signIn(visitor);
    await hasTheme(visitor, look.theme);
    await visitor.shows('empty');
    await write(visitor, 'Water the plants');
    await write(visitor, 'Write to Grace tomorrow !high', 'Write to Grace');
    await write(visitor, 'Book the dentist in 3 weeks !low', 'Book the dentist');
    await allSaved(visitor);
    await visitor.enter(newTask, 'Call home on monday !high');
    await visitor.shows('writing');
    await visitor.page.press('Enter');
    await visitor.sees({ text: 'Call home' });
    await visitor.shows('list');
    await visitor.click({ role: 'button', name: 'More for: Write to Grace' });
    await visitor.sees({ role: 'menuitem', name: 'Delete' });
    await visitor.shows('menu');
    await visitor.page.press('Escape');
    await visitor.click({ text: 'Write to Grace' });
    await visitor.sees({ role: 'form', name: 'Edit task' });
    await visitor.shows('editing');
    await visitor.page.press('Escape');
    await visitor.click({ role: 'link', name: 'Month' });
    await visitor.sees({ role: 'button', name: /, 1 task$/ });
    await visitor.shows('month');
    await visitor.click({ role: 'link', name: 'Board' });
    await visitor.sees({ role: 'group', name: 'Board' });
    await visitor.shows('board');

    await visitor.click(account);
    await visitor.click({ role: 'button', name: 'Settings' });
    await visitor.sees({ role: 'dialog', name: 'Settings' });
    await visitor.shows('settings');
    await visitor.click({ text: 'Deutsch' });
    await visitor.click({ text: look.theme === 'dark' ? 'Hell' : 'Dunkel' });
    await visitor.page.press('Escape');
    await visitor.missesAny({ role: 'dialog', name: 'Einstellungen' });
    await hasTheme(visitor, look.theme === 'dark' ? 'light' : 'dark');
    await visitor.click({ role: 'link', name: 'Liste' });
    await visitor.sees({ role: 'heading', name: /^Morgen/ });
    await visitor.shows('german');
  });
}

/** Waits for a theme: in the dark one the text colour is bright. */
const hasTheme = (visitor: Visitor, theme: Look['theme']): Promise<void> =>
  visitor.until(`a ${theme} page`, theme === 'dark' ? hasBrightInk : hasDarkInk);

// Computed colours are oklch(lightness ...), as in the style sheet.
const hasBrightInk = () => Number(/[\d.]+/.exec(getComputedStyle(document.body).color)?.[0]) > 0.5;
const hasDarkInk = () => Number(/[\d.]+/.exec(getComputedStyle(document.body).color)?.[0]) < 0.5;

/** Changes while the service cannot be reached, and drafts when the page is left. */
function offlineWalks(engine: Engine): void {
  walk(
    engine,
    'what is written without the service waits, and is sent later',
    desktop,
    async (scene) => {
      const { service } = scene;
      const visitor = await scene.signedIn();
      await write(visitor, 'Read me on the train');
      await awaitReadyOffline(visitor);
      await service.stop();
      await visitor.page.open(service.address);
      await visitor.sees({ text: 'Read me on the train' });
      await visitor.until('the time of the copy', () =>
        document.body.innerText.includes('Showing the list from'),
      );
      await write(visitor, 'Written in the tunnel');
      await visitor.sees(waiting('Written in the tunnel'));
      await visitor.shows('offline');
      await service.start();
      await visitor.until('a sign of the connection', () => dispatchEvent(new Event('online')));
      await isSavedOnce(visitor, service, 'Written in the tunnel');
    },
  );

  for (const [how, leave] of leavings) {
    walk(engine, `what is under way when ${how} is kept and saved once`, desktop, async (scene) => {
      const { service } = scene;
      const visitor = await scene.signedIn();
      await allSaved(visitor);
      service.freeze();
      await write(visitor, 'Sent while leaving');
      const next = await leave(visitor, scene.openBlank);
      service.thaw();
      await next.page.open(service.address);
      await next.sees(newTask);
      await isSavedOnce(next, service, 'Sent while leaving');
    });

    walk(engine, `a delete that is held when ${how} is carried out`, desktop, async (scene) => {
      const visitor = await scene.signedIn();
      await write(visitor, 'Going');
      await allSaved(visitor);
      await visitor.click(more('Going'));
      await visitor.click({ role: 'menuitem', name: 'Delete' });
      await visitor.missesAny({ text: 'Going' });
      const next = await leave(visitor, scene.openBlank);
      await next.page.open(scene.service.address);
      await next.sees(newTask);
      await allSaved(next);
      await next.sees({ role: 'heading', name: 'A clean page' });
    });
  }
}

type Leave = (visitor: Visitor, openBlank: () => Promise<Visitor>) => Promise<Visitor>;

const leavings: ReadonlyArray<readonly [how: string, leave: Leave]> = [
  [
    'the tab is closed',
    async (visitor, openBlank) => {
      const next = await openBlank();
      await visitor.page.close();
      return next;
    },
  ],
  [
    'the page is left',
    async (visitor) => {
      await visitor.page.open('about:blank');
      return visitor;
    },
  ],
];

async function isSavedOnce(visitor: Visitor, service: TestService, words: string): Promise<void> {
  await allSaved(visitor);
  await visitor.page.open(service.address);
  await visitor.sees({ text: words });
  assert.equal(await visitor.count({ text: words }), 1);
}

const awaitReadyOffline = (visitor: Visitor) =>
  visitor.until(
    'a page that can be read offline',
    async () =>
      (await navigator.serviceWorker.ready).active?.state === 'activated' &&
      (await (await caches.match('/last-list'))?.text())?.includes('Read me') === true,
  );
