import { devices, defineConfig } from '@playwright/test';

import { movedByMs } from './e2e/clock.ts';
import { chromiumFlags, chromiumPath } from './test/chromium.ts';

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };
const phone = devices['Pixel 7'];

/** Tests with keys or a mouse are for a desktop, those with a finger for a phone; others are for both. */
const onDesktop = { grepInvert: /@phone/ };
const onPhone = { grepInvert: /@desktop/ };

/** What is sent, kept on the device and told to other tabs is the same on a phone. */
const onDesktopOnly =
  /(background-sync|devices|exchange|keyboard|long-lists|moves|offline|refusals|sessions|settings|signing-out|tabs|unsent|upgrade|waiting)\.spec\.ts$/;

/** What a test starts is in e2e/fixtures.ts. */
export default defineConfig({
  testDir: 'e2e',
  // Read here before the processes of the run begin, which all take it over.
  metadata: { clockMovedByMs: movedByMs },
  testMatch: '*.spec.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 5000 },
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/snapshots/{testFileName}/{arg}{ext}',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumPath, args: chromiumFlags },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // A trace of every test takes a fifth more CPU; `npx playwright test --trace=on` gives that of a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', ...onDesktop, use: { ...desktop, colorScheme: 'light' } },
    { name: 'phone', ...onPhone, testIgnore: onDesktopOnly, use: { ...phone, colorScheme: 'dark' } },
  ],
});
