import type { Page } from '@playwright/test';

import { nowMs } from './clock.ts';
import { expect, test } from './fixtures.ts';
import { set } from './states/state.ts';
import { openWith, press, rowOf } from './walks.ts';

/** Records the titles of notifications in the page instead of showing them, after this answer of the person. */
const record = (page: Page, answer: 'granted' | 'denied') =>
  page.addInitScript((permission) => {
    navigator.serviceWorker.getRegistration = () => Promise.resolve(undefined);
    class Recorded extends EventTarget {
      static readonly requestPermission = () => Promise.resolve(permission);
      constructor(title: string) {
        super();
        document.documentElement.dataset['reminded'] = title;
      }
    }
    Object.assign(globalThis, { Notification: Recorded });
  }, answer);

/** Runs in the page. True once a tab of this browser has the lock of the one that reminds. */
async function doesRemind(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === 'dueline-reminders');
}

test('a task with a time is reminded of at that time, once the person wants it', async ({
  page,
  person,
}) => {
  await record(page, 'granted');
  // The page adds the distance of the run's clock.
  await page.clock.install({ time: Date.now() });
  const minutes = new Date(nowMs() + 120_000);
  const time = await page.evaluate(
    (ms) => new Date(ms).toLocaleTimeString('en-GB', { timeStyle: 'short' }),
    minutes.getTime(),
  );
  await openWith(page, person, [{ description: `Dentist at ${time}` }]);
  await set(page, 'reminders', 'on');
  await expect.poll(() => page.evaluate(doesRemind)).toBe(true);
  await page.clock.runFor(60_000);
  await expect(page.locator('html')).not.toHaveAttribute('data-reminded');
  await page.clock.runFor(90_000);
  await expect(page.locator('html')).toHaveAttribute('data-reminded', `Dentist at ${time}`);
});

test('of two tabs one reminds: what was dismissed does not come back', async ({ page, person }) => {
  const other = await page.context().newPage();
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' });
  const description = `Dentist at ${time.format(nowMs() + 120_000)}`;
  for (const tab of [page, other]) {
    await record(tab, 'granted');
    await tab.clock.install({ time: Date.now() });
  }
  await openWith(page, person, [{ description }]);
  await set(page, 'reminders', 'on');
  await expect.poll(() => page.evaluate(doesRemind)).toBe(true);
  await other.goto('/');
  await expect(rowOf(other, description)).toBeVisible();
  const reminded = async () => {
    const tabs = [page, other].map((tab) => tab.locator('html').getAttribute('data-reminded'));
    return (await Promise.all(tabs)).filter((title) => title === description).length;
  };
  for (const tab of [page, other]) await tab.clock.runFor(150_000);
  await expect.poll(reminded).toBe(1);
  await page.close();
  await other.clock.runFor(60_000);
  await expect(other.locator('html'), 'its time has passed').not.toHaveAttribute('data-reminded');
});

test('where the browser allows no notifications, the page says so and reminders stay off', async ({
  page,
  person,
}) => {
  await record(page, 'denied');
  await openWith(page, person, [{ description: 'Dentist at 14:30' }]);
  await set(page, 'reminders', 'on');
  await expect(page.locator('.toast')).toContainText('does not allow notifications');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('dueline.reminders')))
    .toBeNull();
});

test('a task is added to a calendar, with an alarm', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'Dentist at 14:30' }]);
  await press(page.getByRole('button', { name: /^More for/ }));
  const download = page.waitForEvent('download');
  await press(page.getByRole('menuitem', { name: 'Add to calendar' }));
  const file = await (await download).createReadStream();
  let text = '';
  for await (const part of file) text += String(part);
  expect(text).toContain('SUMMARY:Dentist at 14:30');
  expect(text).toMatch(/DTSTART:\d{8}T143000/);
  expect(text).toContain('BEGIN:VALARM');
});
