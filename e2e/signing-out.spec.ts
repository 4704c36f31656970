import type { Page } from '@playwright/test';

import { never } from './answers.ts';
import { nowMs } from './clock.ts';
import { expect, test } from './fixtures.ts';
import { expectNothingStored, storedDataOf, sessionCookies } from './stored.ts';
import {
  addTask,
  hasCopyOf,
  awaitReadyOffline,
  newTask,
  openSignedIn,
  press,
  rowOf,
  signOut,
} from './walks.ts';

const continueLink = { name: 'Continue with local account' };
const signedOut = (page: Page) => page.getByRole('link', continueLink);

test('after signing out nothing of the person is left in the browser', async ({
  page,
  person,
  context,
}) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'Nobody else reads this' });
  await hasCopyOf(page, 'Nobody else reads this');
  expect(await storedDataOf(page, person)).not.toEqual([]);
  await signOut(page);
  await expect(signedOut(page)).toBeVisible();
  await expectNothingStored(page, person, 'Nobody else');
  expect(await sessionCookies(context)).toEqual([]);
});

test('a sign-out by its address leaves nothing of the person in the browser, drafts neither', async ({
  page,
  person,
}) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'Nobody else reads this' });
  await newTask(page).fill('A draft that nobody else reads');
  await expect.poll(() => storedDataOf(page, person, 'A draft')).not.toEqual([]);
  await page.goto('/api/auth/logout');
  await expect(signedOut(page)).toBeVisible();
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  await expectNothingStored(page, person, 'Nobody else', 'A draft');
});

test('a response that arrives after the sign-out brings nothing back', async ({ page, person }) => {
  await page.clock.install({ time: nowMs() });
  await openSignedIn(page, person);
  await addTask(page, { description: 'Comes too late' });
  const answers: (() => void)[] = [];
  let reads = 0;
  await page.route('**/api/auth/logout', never);
  await page.route('**/api/tasks', async (route) => {
    // A request that waits for a change is answered with the list, too.
    const { prefer, 'if-none-match': held, ...headers } = route.request().headers();
    const response = await route.fetch(held === undefined ? {} : { headers });
    if (prefer === undefined) reads += 1;
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.fulfill({ response }).catch(() => undefined);
  });
  await page.clock.runFor(6000);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => reads).toBe(1);
  await signOut(page);
  await expect(page.getByText('Comes too late')).toHaveCount(0);
  const late = page.waitForResponse('**/api/tasks');
  for (const answer of answers) answer();
  await late;
  // After another request, the page has also read the body of that response.
  await page.evaluate(async () => (await fetch('/api/auth/providers')).text());
  await page.clock.runFor(6000);
  expect(await storedDataOf(page, person, 'Comes too late')).toEqual([]);
});

test('signing out asks before unsaved changes and drafts are lost', async ({
  page,
  person,
  faults,
}) => {
  faults.expect(/status of 500 /);
  await openSignedIn(page, person);
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, body: 'broken' })
      : route.fallback(),
  );
  await newTask(page).fill('Hard won words');
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'Hard won words')).toContainText('The service failed to save this.');
  await newTask(page).fill('Half a thought');
  await page.getByRole('searchbox').fill('words');
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Name of this filter').fill('Mine');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await signOut(page);
  const question = page.getByRole('dialog', { name: 'Sign out' });
  await expect(question.getByRole('listitem')).toHaveText([
    '1 unsaved change',
    '1 draft',
    '1 saved filter',
  ]);
  await press(question.getByRole('button', { name: 'Stay signed in' }));
  await expect(newTask(page)).toHaveValue('Half a thought');

  await signOut(page);
  await press(question.getByRole('button', { name: 'Discard and sign out' }));
  await expect(signedOut(page)).toBeVisible();
  await expectNothingStored(page, person, 'Hard won words', 'Half a thought', 'Mine');
  await press(signedOut(page));
  await expect(newTask(page)).toHaveValue('');
});

test('a change that is being saved at the sign-out is saved first', async ({ page, person }) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'Going' });
  await press(rowOf(page, 'Going').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitem', { name: 'Delete' }));
  await signOut(page);
  await expect(signedOut(page)).toBeVisible();
  await press(signedOut(page));
  await expect(page.getByRole('heading', { name: 'A clean page' })).toBeVisible();
});

test('signing out in one tab signs out in all', async ({ page, person, context }) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'Seen in both' });
  const other = await context.newPage();
  await other.goto('/');
  await expect(rowOf(other, 'Seen in both')).toBeVisible();
  await newTask(other).fill('Half a thought');
  await page.bringToFront();
  await signOut(page);
  await press(page.getByRole('button', { name: 'Discard and sign out' }));
  for (const tab of [page, other]) {
    await expect(signedOut(tab)).toBeVisible();
    await expect(tab.getByText('Your session has ended')).toHaveCount(0);
  }
  await expectNothingStored(other, person, 'Seen in both', 'Half a thought');
});

test('a sign-out offline holds, and is the first request later', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  await openSignedIn(page, person);
  await addTask(page, { description: 'Left on the train' });
  await awaitReadyOffline(page);
  await hasCopyOf(page, 'Left on the train');
  await context.setOffline(true);
  await signOut(page);
  const notice = page.getByRole('heading', { name: 'You are signed out on this device' });
  await expect(notice).toBeVisible();
  await expect(page.getByText('Left on the train')).toHaveCount(0);
  await expectNothingStored(page, person, 'Left on the train');
  await page.reload();
  await expect(notice).toBeVisible();
  await page.close();
  expect(await sessionCookies(context)).not.toEqual([]);

  await context.setOffline(false);
  const next = await context.newPage();
  const asked: string[] = [];
  next.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await next.goto('/');
  await expect(signedOut(next)).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([
    '/api/auth/logout',
    '/api/auth/providers',
  ]);
  expect(await sessionCookies(context)).toEqual([]);
});

test('a sign-out offline is sent with the next connection', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  // The browser reconnects the page before its service worker. A reload between comes from the cache and requests `/api/auth/me`.
  faults.expect(/status of 499 .*\/api\/auth\/me$/);
  await openSignedIn(page, person);
  await awaitReadyOffline(page);
  await context.setOffline(true);
  await signOut(page);
  await expect(
    page.getByRole('heading', { name: 'You are signed out on this device' }),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(signedOut(page)).toBeVisible();
  expect(await sessionCookies(context)).toEqual([]);
});

test('a restored page shows nothing before it knows who is there', async ({
  page,
  person,
  context,
  faults,
}) => {
  // A request that waits for a change may be the first without a session.
  faults.expect(/status of 499 /);
  await openSignedIn(page, person);
  await addTask(page, { description: 'Of somebody who has left' });
  const row = rowOf(page, 'Of somebody who has left');
  const answers: (() => void)[] = [];
  await page.route('**/api/auth/me', async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.fallback();
  });
  const tell = (name: string) =>
    page.evaluate(
      (type) => void dispatchEvent(new PageTransitionEvent(type, { persisted: true })),
      name,
    );
  await tell('pagehide');
  await expect(row).toBeHidden();
  await tell('pageshow');
  await expect.poll(() => answers.length).toBe(1);
  await expect(row).toBeHidden();
  answers.pop()?.();
  await expect(row).toBeVisible();

  await tell('pagehide');
  await expect(row).toBeHidden();
  await context.clearCookies({ name: /^q_session/ });
  await tell('pageshow');
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  await expect(row).toHaveCount(0);
});
