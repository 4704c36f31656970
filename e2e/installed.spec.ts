import type { Page } from '@playwright/test';

import { moveClock } from './clock.ts';
import { expect, test } from './fixtures.ts';
import { set } from './states/state.ts';
import {
  dayIso,
  makeSession,
  newTask,
  openSignedIn,
  openWith,
  press,
  rowOf,
  signIn,
  signOut,
} from './walks.ts';

test('a link is asked about in a form, and writes nothing until confirmed', async ({
  page,
  person,
}) => {
  await makeSession(page, person);
  await page.goto('/?view=list&add=Call+home+tomorrow+!high');
  const asked = page.getByRole('dialog', { name: 'Add this task?' });
  await expect(asked.getByRole('textbox', { name: 'Task' })).toHaveValue('Call home');
  await expect(page).toHaveURL('/?view=list');
  // Keys that were pressed for the previous page do not confirm the dialog.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  // The dialog is hidden at once, and removed with the next frame.
  await expect(page.locator('dialog')).toHaveCount(0);
  expect(await (await page.request.get('/api/tasks')).json()).toEqual([]);
  await page.reload();
  await expect(newTask(page)).toBeVisible();
  await expect(asked).toBeHidden();

  await page.goto('/?title=Bread&text=Bread+for+Sunday&url=https%3A%2F%2Fbread.example%2F');
  await asked.getByRole('textbox', { name: 'Task' }).fill('Bake bread for Sunday');
  // A press outside does not close the dialog, which would lose the words.
  await page.mouse.click(5, 5);
  await press(asked.getByRole('button', { name: 'Add', exact: true }));
  await expect(rowOf(page, 'Bake bread for Sunday')).toBeVisible();
  await expect
    .poll(async () => (await page.request.get('/api/tasks')).json())
    .toMatchObject([
      { description: 'Bake bread for Sunday', dueDate: dayIso(0), importance: 'MEDIUM' },
    ]);
});

test('a link waits for the sign-in and goes with a sign-out @desktop', async ({
  page,
  person,
  faults,
}) => {
  faults.expect(/ERR_CONNECTION_FAILED/);
  const asked = page.getByRole('dialog', { name: 'Add this task?' });
  await signIn(page, person, '/?add=Call+home');
  await expect(asked.getByRole('textbox', { name: 'Task' })).toHaveValue('Call home');
  await page.reload();
  await expect(asked).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/');
  await signOutOffline(other);
  await expect(
    page.getByRole('heading', { name: 'You are signed out on this device' }),
  ).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a view and its filter wait for the sign-in, also for a second one, and are shown to nobody else @desktop', async ({
  page,
  person,
  faults,
}) => {
  faults.expect(/status of 499 /);
  const shown = '/?view=board#due=today';
  await signIn(page, person, shown);
  await expect(page).toHaveURL(shown);
  await expect(page.locator('html')).toHaveAttribute('data-view', 'board');
  await page.context().clearCookies();
  await page.reload();
  await signIn(page, person, shown);
  await expect(page).toHaveURL(shown);
  await page.context().clearCookies();
  await page.reload();
  await signIn(page, { email: `other.${person.email}`, name: 'Other Person' }, shown);
  await expect(page).toHaveURL('/');
});

test('the shortcut "Add" begins a new task', async ({ page, person }) => {
  await openSignedIn(page, person, '/?add=');
  await expect(newTask(page)).toBeFocused();
  await expect(page).toHaveURL('/');
});

test('title and badge have what is left today, until the sign-out', async ({
  page,
  person,
  faults,
}) => {
  faults.expect(/ERR_CONNECTION_FAILED/);
  await page.addInitScript(() => {
    const badges: (number | undefined)[] = [];
    Object.assign(globalThis, { badges });
    Object.defineProperty(navigator, 'setAppBadge', {
      value: (n?: number) => Promise.resolve(void badges.push(n)),
    });
  });
  const badge = () => page.evaluate(() => Reflect.get(globalThis, 'badges').at(-1));
  await openWith(page, person, [
    { description: 'Today' },
    { description: 'Also today' },
    { description: 'Tomorrow', dueInDays: 1 },
  ]);
  await expect(page).toHaveTitle('2 left today – Dueline');
  expect(await badge()).toBe(2);
  await press(page.getByRole('button', { name: 'Mark done: Also today' }));
  await expect(page).toHaveTitle('1 left today – Dueline');
  expect(await badge()).toBe(1);
  await signOutOffline(page);
  await expect(page).toHaveTitle('Dueline');
  expect(await badge()).toBe(0);
});

test('the week is printed: what is overdue, seven days, and nothing else', async ({
  page,
  person,
}) => {
  await page.addInitScript(() =>
    Object.assign(globalThis, { print: () => document.body.setAttribute('data-printed', '') }),
  );
  await openWith(page, person, [
    { description: 'Today' },
    { description: 'In six days', dueInDays: 6 },
    { description: 'In seven days', dueInDays: 7 },
  ]);
  await press(page.getByRole('button', { name: /^Account of/ }));
  await press(page.getByRole('button', { name: 'Print the week' }));
  const sheet = page.getByRole('region', { name: 'Print the week' });
  await expect(page.locator('body[data-printed]')).toBeAttached();
  await set(page, 'theme', 'dark');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await expect(sheet.getByRole('heading', { level: 2 })).toHaveCount(7);
  await expect(sheet.getByText('In six days')).toBeVisible();
  await expect(sheet.getByText('In seven days')).toHaveCount(0);
  await expect(rowOf(page, 'In seven days')).toBeHidden();
  await page.evaluate(moveClock, 24 * 3_600_000);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(/13.* – .*19/);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(sheet).toHaveCount(0);
  await expect(newTask(page)).toBeVisible();
});

/** Signs out while the service does not receive the request, so that the page stays on the page of the sign-out. */
async function signOutOffline(page: Page): Promise<void> {
  await page.context().route('**/api/auth/logout', (route) => route.abort('connectionfailed'));
  await signOut(page);
  await expect(
    page.getByRole('heading', { name: 'You are signed out on this device' }),
  ).toBeVisible();
}

test('the app is shown with pictures of their real size, and its shortcuts open', async ({
  page,
  person,
}) => {
  await openSignedIn(page, person);
  const manifest: {
    screenshots: { src: string; sizes: string }[];
    shortcuts: { name: string; url: string }[];
  } = await (await page.request.get('/manifest.webmanifest')).json();
  for (const { src, sizes } of manifest.screenshots) {
    const size = await page.evaluate(async (address) => {
      const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
      return `${width}x${height}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
    'Add a task',
    'Today',
    'Board',
    'Plan',
  ]);
  await page.goto(manifest.shortcuts.at(-1)?.url ?? '');
  await expect(page.getByRole('link', { name: 'Plan' })).toHaveAttribute('aria-current', 'page');
});
