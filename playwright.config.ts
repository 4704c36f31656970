import { devices, defineConfig } from '@playwright/test';

import { movedByMs } from './e2e/clock.ts';
import { chromiumFlags, chromiumPath } from './test/chromium.ts';

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };
const phone = devices['Pixel 7'];

/** Tests with keys or a mouse run on a desktop, tests with touch on a phone, others on both. */
const onDesktop = { grepInvert: /@phone/ };
const onPhone = { grepInvert: /@desktop/ };

/** Tests of requests, storage and other tabs, which are the same on a phone. */
const onDesktopOnly =
  /(background-sync|devices|exchange|keyboard|long-lists|moves|offline|refusals|sessions|settings|signing-out|tabs|unsent|upgrade|waiting)\.spec\.ts$/;

/** `npm test` runs these, `npm test -- --all` every file: the states on a desktop, and the main walks on both. */
const isMain = process.env['TESTS'] === 'main';
const mainWalks =
  /(commands|dates|newcomer|offline|quick-add|sessions|settings|sign-in|story|tasks|unsent|views)\.spec\.ts$/;
const mainStates = /(accessibility|month|plan)\.spec\.ts$/;
const every = /\.spec\.ts$/;

/** e2e/fixtures.ts starts the service of a test. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/ready.ts',
  // Read here before the worker processes start, so that all have the same value.
  metadata: { clockMovedByMs: movedByMs },
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 5000 },
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/snapshots/{testFileName}/{arg}{ext}',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumPath, args: chromiumFlags },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // A trace of every test takes a fifth more CPU; `npx playwright test --trace=on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      ...onDesktop,
      testMatch: isMain ? [mainWalks, mainStates] : every,
      use: { ...desktop, colorScheme: 'light' },
    },
    {
      name: 'phone',
      ...onPhone,
      testMatch: isMain ? mainWalks : every,
      testIgnore: onDesktopOnly,
      use: { ...phone, colorScheme: 'dark' },
    },
  ],
});
