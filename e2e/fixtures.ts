import { randomUUID } from 'node:crypto';

import { expect, test as base } from '@playwright/test';

import type { ServiceProcess } from '../test/process.ts';
import { startProcess } from '../test/process.ts';
import type { Faults } from './faults.ts';
import { watchForFaults } from './faults.ts';

export type Person = Readonly<{ email: string; name: string }>;

type TestFixtures = {
  /** Watches every test: an error in the console, an uncaught one or a policy violation fails it. */
  faults: Faults;
  /** Somebody whom no other test knows: their list is empty. */
  person: Person;
};

type WorkerFixtures = {
  /** The real service in the local profile with its real local provider, on ports and data of its own. */
  service: ServiceProcess;
};

/** A test in a real browser against the real service. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the pattern to learn what a fixture needs
    async ({}, use) => {
      const endings: (() => void)[] = [];
      const service = await startProcess({ after: (end) => endings.push(end) }, { LOG_LEVEL: 'warn' });
      await service.line(/Dueline is ready/);
      await use(service);
      service.signal('SIGTERM');
      const { output } = await service.ended;
      for (const end of endings.toReversed()) end();
      expect(output).not.toMatch(/"level":"(error|fatal)"/);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ service }, use) => use(`http://localhost:${service.port}`),
  faults: [
    async ({ context }, use) => {
      const faults = await watchForFaults(context);
      await use(faults);
      expect(faults.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  person: async ({}, use) => use({ email: `ada.${randomUUID().slice(0, 8)}@example.com`, name: 'Ada Byron' }),
});

export { expect } from '@playwright/test';
