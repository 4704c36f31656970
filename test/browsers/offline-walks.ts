import assert from 'node:assert/strict';

import { allSaved, newTask, walk, write } from './house.ts';
import type { House } from './house.ts';
import type { Engine, Look } from './page.ts';
import type { Visitor } from './visitor.ts';

/** What becomes of words when the service cannot be reached, or the page is left. */
export function offlineWalks(engine: Engine, look: Look): void {
  const where = `in ${engine.name}`;

  walk(
    engine,
    `what is written without the service waits, and is sent once it is back, ${where}`,
    look,
    async (scene) => {
      const { house } = scene;
      const visitor = await scene.signedIn();
      await write(visitor, 'Read me on the train');
      await isReadyOffline(visitor);
      await house.stop();
      await visitor.page.open(house.address);
      await visitor.sees({ text: 'Read me on the train' });
      await visitor.until('the time of the copy', () =>
        document.body.innerText.includes('Showing the list from'),
      );
      await write(visitor, 'Written in the tunnel');
      await visitor.sees({ text: 'Waiting', within: 'Written in the tunnel' });
      await visitor.shows('offline');
      await house.start();
      await visitor.until('a sign of the connection', () => dispatchEvent(new Event('online')));
      await allSaved(visitor);
      await isThereOnce(visitor, house, 'Written in the tunnel');
    },
  );

  for (const [how, leave] of leavings) {
    walk(engine, `what is under way when ${how} is kept and saved once, ${where}`, look, async (scene) => {
      const { house } = scene;
      const visitor = await scene.signedIn();
      await allSaved(visitor);
      house.freeze();
      await write(visitor, 'Sent while leaving');
      const next = await leave(visitor, scene.openBlank);
      house.thaw();
      await next.page.open(house.address);
      await takeUp(next);
      await isThereOnce(next, house, 'Sent while leaving');
    });

    walk(engine, `a delete that is held when ${how} is carried out, ${where}`, look, async (scene) => {
      const visitor = await scene.signedIn();
      await write(visitor, 'Going');
      await allSaved(visitor);
      await visitor.click({ role: 'button', name: 'More for: Going' });
      await visitor.click({ role: 'menuitem', name: 'Delete' });
      await visitor.missesAny({ text: 'Going' });
      const next = await leave(visitor, scene.openBlank);
      await next.page.open(scene.house.address);
      await takeUp(next);
      await next.sees({ role: 'heading', name: 'A clean page' });
    });
  }

  walk(
    engine,
    `what could not be sent when the tab was closed goes by itself, once, ${where}`,
    look,
    async (scene) => {
      const { house } = scene;
      const visitor = await scene.signedIn();
      await house.stop();
      await write(visitor, 'Closed in the tunnel');
      await visitor.sees({ text: 'Waiting', within: 'Closed in the tunnel' });
      const next = await scene.openBlank();
      await visitor.page.close();
      await house.start();
      await next.page.open(house.address);
      await next.sees({ text: 'Closed in the tunnel' });
      await allSaved(next);
      await isThereOnce(next, house, 'Closed in the tunnel');
    },
  );
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

/** The next opening: what the last page sent has arrived, or goes now. Either way nothing is left. */
async function takeUp(visitor: Visitor): Promise<void> {
  await visitor.sees(newTask);
  await allSaved(visitor);
}

async function isThereOnce(visitor: Visitor, house: House, words: string): Promise<void> {
  await visitor.page.open(house.address);
  await visitor.sees({ text: words });
  assert.equal(await visitor.count({ text: words }), 1);
}

const isReadyOffline = (visitor: Visitor) =>
  visitor.until(
    'a page that can be read offline',
    async () =>
      (await navigator.serviceWorker.ready).active?.state === 'activated' &&
      (await (await caches.match('/last-list'))?.text())?.includes('Read me') === true,
  );
