import { randomUUID } from 'node:crypto';

import { expect, test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';

import type { ServiceProcess } from '../test/process.ts';
import { freePort, startProcess } from '../test/process.ts';
import { clockOfService, moveClock, movedByMs } from './clock.ts';
import { chromiumLack } from './ready.ts';
import type { Faults } from './faults.ts';
import { collectFaults } from './faults.ts';

export type Person = Readonly<{ email: string; name: string }>;

type TestFixtures = {
  /** Skips the test where there is no Chromium; e2e/ready.ts says so. */
  chromium: void;
  /** Watches every test: an error or warning in the console, an uncaught error or a policy violation fails it. */
  faults: Faults;
  /** The browser of another person, also watched. */
  elsewhere: BrowserContext;
  /** A person of this test alone, with an empty list. */
  person: Person;
  /** Starts another service for this test alone; the given variables override the environment. */
  startService: StartService;
};

type StartService = (env?: Record<string, string>) => Promise<ServiceProcess>;

type WorkerFixtures = {
  /** The real service in the local profile with its real local provider, with its own ports and data. */
  service: ServiceProcess;
};

/** A test in a real browser against the real service. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the pattern to learn what a fixture needs
    async ({}, use) => whileStarting(async (start) => use(await start())),
    { scope: 'worker' },
  ],
  chromium: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use, here) => {
      here.skip(chromiumLack !== undefined, chromiumLack);
      await use();
    },
    { auto: true },
  ],
  startService: async ({ context }, use) =>
    whileStarting(async (start) => {
      await use(start);
      // An open page would report errors once its service has stopped.
      await Promise.all(context.pages().map((page) => page.close()));
    }),
  context: async ({ context }, use) => {
    await context.addInitScript(moveClock, movedByMs);
    await use(context);
  },
  baseURL: async ({ service }, use) => use(`http://localhost:${service.port}`),
  faults: [
    async ({ context }, use) => {
      const faults = collectFaults();
      await faults.watch(context);
      await use(faults);
      expect(faults.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
  elsewhere: async ({ browser, baseURL, faults }, use) => {
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    await context.addInitScript(moveClock, movedByMs);
    await faults.watch(context);
    await use(context);
    await context.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  person: async ({}, use) =>
    use({ email: `ada.${randomUUID().slice(0, 8)}@example.com`, name: 'Ada Byron' }),
});

/** The environment and the address of a service that is started twice, with its data in the folder of the test. */
export async function serviceIn(folder: string) {
  const port = String(await freePort());
  const providerPort = String(await freePort());
  const env = { DATA: folder, PORT: port, LOCAL_PROVIDER_PORT: providerPort };
  return { env, address: `http://localhost:${port}` };
}

/** Stops each started service at the end. A service must not have logged an error. */
async function whileStarting(run: (start: StartService) => Promise<void>): Promise<void> {
  const endings: (() => void)[] = [];
  const started: ServiceProcess[] = [];
  await run(async (env = {}) => {
    const tidy = { after: (end: () => void) => void endings.push(end) };
    const service = await startProcess(tidy, { LOG_LEVEL: 'warn', ...clockOfService, ...env });
    started.push(service);
    await service.line(/Dueline is ready/);
    return service;
  });
  for (const service of started) {
    service.signal('SIGTERM');
    expect((await service.ended).output).not.toMatch(/"level":"(error|fatal)"/);
  }
  for (const end of endings.toReversed()) end();
}

export { expect } from '@playwright/test';
