import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import type { Cleanup } from '../folder.ts';
import { emptyFolder } from '../folder.ts';
import { freePort, startReady } from '../process.ts';
import type { ServiceProcess } from '../process.ts';
import type { Engine, Look } from './page.ts';
import { visitorAt } from './visitor.ts';
import type { Visitor } from './visitor.ts';

export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** A test of one engine. It fails when the engine reports a fault or the service logs an error. */
export function walk(
  engine: Engine,
  name: string,
  look: Look,
  run: (scene: Scene) => Promise<void>,
): void {
  test(`${name}, in ${engine.name}`, async (t) => {
    const scene = await openScene(t, engine, look);
    try {
      await run(scene);
      assert.deepEqual(scene.browser.faults(), []);
    } finally {
      await scene.browser.close();
    }
    await scene.service.stop();
  });
}

type Scene = Awaited<ReturnType<typeof openScene>>;

async function openScene(t: Cleanup, engine: Engine, look: Look) {
  const service = await startTestService(t);
  const browser = await engine.launch(look);
  const slug = `${engine.name}-${look.size}-${look.theme}`.toLowerCase();
  const openBlank = async () => visitorAt(await browser.newPage(), slug);
  const openTab = async () => {
    const tab = await openBlank();
    await tab.page.open(service.address);
    return tab;
  };
  return {
    service,
    browser,
    /** One more tab, with the page of the service. */
    openTab,
    /** One more tab, empty. */
    openBlank,
    signIn,
    /** The first tab, already signed in. */
    signedIn: async () => signIn(await openTab()),
  };
}

/** The real service with its real local provider, on ports and data of its own. It can be stopped and started again. */
async function startTestService(t: Cleanup) {
  const env = {
    PORT: String(await freePort()),
    LOCAL_PROVIDER_PORT: String(await freePort()),
    DATA: emptyFolder(t),
    LOG_LEVEL: 'warn',
  };
  let service: ServiceProcess;
  const start = async () => {
    service = await startReady(t, env);
  };
  await start();
  return {
    address: `http://localhost:${env.PORT}`,
    start,
    async stop() {
      assert.doesNotMatch(await service.stop(), /"level":"(error|fatal)"/);
    },
    /** Suspends the service: it accepts connections and sends no response until `thaw`. */
    freeze: () => service.signal('SIGSTOP'),
    thaw: () => service.signal('SIGCONT'),
  };
}

/** Signs in at the local provider, as a person whom no other test uses. */
/** Signs in, and waits for the file that reads words: a service that is stopped then no longer sends it, and no task would be added. */
async function signIn(visitor: Visitor): Promise<Visitor> {
  await visitor.click({ role: 'link', name: 'Continue with local account' });
  await visitor.enter(
    { role: 'textbox', name: 'Email' },
    `ada.${randomUUID().slice(0, 8)}@example.com`,
  );
  await visitor.enter({ role: 'textbox', name: /^Name/ }, 'Ada Byron');
  await visitor.click({ role: 'button', name: 'Sign in' });
  await visitor.sees(newTask);
  await visitor.until('that words can be read', async () => {
    const files = performance.getEntriesByType('resource');
    const reader = files.find(({ name }) => name.includes('whole-reader'));
    if (reader === undefined) return false;
    // The same import resolves once that file has run.
    await import(reader.name);
    return true;
  });
  return visitor;
}

export const newTask = { role: 'combobox', name: 'Add a task' };

/** Adds a task by quick add; `words` is the part of the sentence that its row shows. */
export async function write(visitor: Visitor, sentence: string, words = sentence): Promise<void> {
  await visitor.enter(newTask, sentence);
  await visitor.page.press('Enter');
  await visitor.sees({ text: words });
}

/** Waits until the queue is empty. */
export const allSaved = (visitor: Visitor): Promise<void> =>
  visitor.until('that all is saved', () =>
    Object.keys(localStorage).every((key) => !key.includes('unsent')),
  );
