import { devices, defineConfig } from '@playwright/test';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=en-GB',
];

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };
const phone = devices['Pixel 7'];

/** A phone has no keyboard. */
const forPhones = { testIgnore: 'keyboard.spec.ts' };

/** Every test on desktop and phone, light and dark. What a test starts is in e2e/fixtures.ts. */
export default defineConfig({
  testDir: 'e2e',
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
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: flags },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop-light', use: { ...desktop, colorScheme: 'light' } },
    { name: 'desktop-dark', use: { ...desktop, colorScheme: 'dark' } },
    { name: 'phone-light', ...forPhones, use: { ...phone, colorScheme: 'light' } },
    { name: 'phone-dark', ...forPhones, use: { ...phone, colorScheme: 'dark' } },
  ],
});
