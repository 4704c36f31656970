import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { dayIso, newTask, openWith } from './walks.ts';

test.beforeEach(async ({ page, person }) => {
  // The worker would have the files at hand that a test holds back.
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new Error('not in this test'));
  });
  await openWith(page, person, [{ description: 'Pay the rent' }]);
});

test('keys typed before the commands have loaded are not lost', { tag: '@desktop' }, async ({ page }) => {
  const release = await hold(page, 'palette');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.type('den');
  release();
  const box = page.getByRole('combobox', { name: 'Type a command' });
  await expect(box).toBeFocused();
  await page.keyboard.type('tist');
  await expect(box).toHaveValue('dentist');
});

test(
  'words and Enter before the date dialog has loaded move the task',
  { tag: '@desktop' },
  async ({ page }) => {
    const release = await hold(page, 'date-choice');
    await page.getByRole('button', { name: /^Pay the rent/ }).focus();
    await page.keyboard.press('d');
    await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused();
    await page.keyboard.type('in 2 weekss');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    release();
    await expectDue(page, dayIso(14));
    await expect(page.getByRole('button', { name: /^Pay the rent/ })).toBeFocused();
  },
);

test(
  'words and Enter on a due date before its choice has loaded choose it',
  { tag: '@desktop' },
  async ({ page }) => {
    const release = await hold(page, 'date-choice');
    await newTask(page).fill('Call home');
    const control = page.locator('.new-task [name=dueDate]');
    await control.focus();
    await page.keyboard.type('in 9 days');
    await page.keyboard.press('Enter');
    release();
    await expect(control).not.toContainText('Today');
    await expect(control).toBeFocused();
    await newTask(page).press('Enter');
    await expectDue(page, dayIso(9));
  },
);

/** A file of the page's code does not come until it is released. */
async function hold(page: Page, name: string): Promise<() => void> {
  const held = Promise.withResolvers<undefined>();
  await page.route(`**/${name}-*.js`, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return () => held.resolve(undefined);
}

const expectDue = (page: Page, dueDate: string) =>
  expect
    .poll(async () => (await page.request.get('/api/tasks')).json())
    .toContainEqual(expect.objectContaining({ dueDate }));
