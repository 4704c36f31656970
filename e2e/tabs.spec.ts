import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { addTask, newTask, press, rowOf, openSignedIn, makeSession } from './walks.ts';

test.beforeEach(async ({ page, person }) => openSignedIn(page, person));

const continueLink = { name: 'Continue with local account' };

const finish = (page: Page, description: string) =>
  press(rowOf(page, description).getByRole('button', { name: 'Mark done' }));

test('two tabs show the same at once, and one goes on without the other', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/');
  await expect(newTask(other)).toBeVisible();
  await addTask(page, { description: 'Seen in both' });
  await expect(rowOf(other, 'Seen in both')).toBeVisible();

  // The first tab sends the changes of both tabs; this one only shows the result.
  await other.bringToFront();
  await addTaskIn(other, page, 'Written in the second');
  await expect(rowOf(page, 'Written in the second')).toBeVisible();
  await page.close();
  await finish(other, 'Seen in both');
  await addTask(other, { description: 'After the first has gone' });
  await other.reload();
  await expect(rowOf(other, 'After the first has gone')).toBeVisible();
  await expect(rowOf(other, 'Seen in both')).toHaveCount(0);
});

test('unsent changes wait for their person, whoever signs in', async ({
  page,
  person,
  context,
  faults,
}) => {
  // 403 answers the new tab's preload of Ada's list.
  faults.expect(/status of (403|499|500) |ERR_FAILED/);
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, body: 'broken' })
      : route.fallback(),
  );
  await newTask(page).fill('A secret of Ada');
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'A secret of Ada')).toContainText('Not saved');
  const other = await context.newPage();
  // Between the two sessions nobody is signed in: the tab must not receive a response then.
  await page.route('**/api/**', (route) => route.abort());
  await context.clearCookies();
  await makeSession(other, { email: `other.${person.email}`, name: 'Other Person' });
  await page.unroute('**/api/**');
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'A clean page' })).toBeVisible();
  await expect(other.getByText('A secret of Ada')).toHaveCount(0);

  // The tab of Ada shows the newly signed-in person, and no data of Ada.
  await expect(page.getByText('Other Person is signed in here now.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of Other Person' })).toBeVisible();
  await expect(page.getByText('A secret of Ada')).toHaveCount(0);
  await page.unroute('**/api/tasks');
  await other.reload();
  await expect(other.getByRole('heading', { name: 'A clean page' })).toBeVisible();

  await context.clearCookies();
  await page.goto('/');
  await press(page.getByRole('link', continueLink));
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Name').fill(person.name);
  await press(page.getByRole('button', { name: 'Sign in' }));
  await expect(rowOf(page, 'A secret of Ada')).toBeVisible();
  await expect(rowOf(page, 'A secret of Ada')).not.toContainText(/Not saved|Waiting|Saving/);
});

test('a change of Ada is never saved for Bob, who is there', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(/status of (403|499) |ERR_FAILED/);
  await addTask(page, { description: 'Of Ada' });
  // Between the two sessions nobody is signed in: the tab must not receive a response then.
  let isSent = false;
  await page.route('**/api/**', (route) => {
    isSent ||= route.request().method() === 'POST';
    return isSent ? route.fallback() : route.abort();
  });
  const other = await context.newPage();
  await context.clearCookies();
  await makeSession(other, { email: `bob.${person.email}`, name: 'Bob' });
  await newTask(page).fill('A secret of Ada');
  await newTask(page).press('Enter');
  await expect(page.getByText('Bob is signed in here now.').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A clean page' })).toBeVisible();
  await expect(page.getByText(/Ada/)).toHaveCount(0);
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'A clean page' })).toBeVisible();

  await context.clearCookies();
  await makeSession(other, person);
  await other.goto('/');
  await expect(rowOf(other, 'Of Ada')).toBeVisible();
  await expect(rowOf(other, 'A secret of Ada')).toBeVisible();
  await expect(rowOf(other, 'A secret of Ada')).not.toContainText(/Waiting|Saving/);
});

/** Adds a task in one tab; another tab sends it. */
async function addTaskIn(tab: Page, sender: Page, description: string): Promise<void> {
  const saved = sender.waitForResponse(
    (response) => response.request().method() === 'POST' && response.ok(),
  );
  await newTask(tab).fill(description);
  await newTask(tab).press('Enter');
  await saved;
  await expect(rowOf(tab, description)).toBeVisible();
}
