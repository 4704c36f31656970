import type { Page } from '@playwright/test';

import { refused, withoutFirstAnswers } from './answers.ts';
import { expect, test } from './fixtures.ts';
import { addTask, hasCopyOf, makeSession, newLine, press, rowOf, openSignedIn } from './walks.ts';

const continueLink = { name: 'Continue with local account' };

const finish = (page: Page, description: string) =>
  press(rowOf(page, description).getByRole('button', { name: 'Mark done' }));

test.beforeEach(async ({ page, person }) => openSignedIn(page, person));

test('steps are taken back one after the other with the keyboard', async ({ page }) => {
  await addTask(page, { description: 'Stays' });
  await addTask(page, { description: 'Comes and goes' });
  await rowOf(page, 'Stays')
    .getByRole('button', { name: /^Stays/ })
    .focus();
  await finish(page, 'Stays');
  await expect(rowOf(page, 'Stays')).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 'Stays').getByRole('button', { name: /^Stays/ })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 'Comes and goes')).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'Stays')).toBeVisible();
  await expect(rowOf(page, 'Comes and goes')).toHaveCount(0);
});

test('a server error leaves the words in their row, and after a reload they are offered', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 500 /);
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback(),
  );
  await newLine(page).fill('Hard won words');
  await newLine(page).press('Enter');
  await expect(rowOf(page, 'Hard won words')).toContainText('Not saved');
  await page.reload();
  await expect(page.getByText('1 change was not saved last time')).toBeVisible();
  await page.unroute('**/api/tasks');
  await press(page.getByRole('button', { name: 'Save now' }));
  await expect(rowOf(page, 'Hard won words')).toBeVisible();
  await page.reload();
  await expect(rowOf(page, 'Hard won words')).toHaveCount(1);
  await expect(page.getByText('not saved last time')).toHaveCount(0);
});

test('one task too many is told at its row, and saved when there is room again', async ({ page, faults }) => {
  faults.expect(/status of 409 /);
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST' ? refused(409, 'too_many_tasks')(route) : route.fallback(),
  );
  await newLine(page).fill('One too many');
  await newLine(page).press('Enter');
  await expect(rowOf(page, 'One too many')).toContainText(
    'Not saved. You have as many tasks as this service keeps for one person. Delete some to make room.',
  );
  await page.unroute('**/api/tasks');
  await press(rowOf(page, 'One too many').getByRole('button', { name: 'Retry' }));
  await expect(rowOf(page, 'One too many')).not.toContainText('Not saved');
  await page.reload();
  await expect(rowOf(page, 'One too many')).toHaveCount(1);
});

test('a tab closed while a change is under way loses nothing and doubles nothing', async ({
  page,
  context,
}) => {
  await newLine(page).fill('Sent while leaving');
  await newLine(page).press('Enter');
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto('/');
  await expect(async () => {
    await next.reload();
    await expect(rowOf(next, 'Sent while leaving')).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await expect(next.getByText('not saved last time')).toHaveCount(0);
});

test('a delete held when the tab is closed is carried out', async ({ page, context }) => {
  await addTask(page, { description: 'Going' });
  await press(rowOf(page, 'Going').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitem', { name: 'Delete' }));
  await page.close();
  const next = await context.newPage();
  await next.goto('/');
  await expect(next.getByRole('heading', { name: 'A clean page' })).toBeVisible();
  await expect(next.getByText('not saved last time')).toHaveCount(0);
});

test('a draft is back after a reload, on the new line and in its row', async ({ page }) => {
  await addTask(page, { description: 'Has an edit' });
  await press(page.getByText('Has an edit', { exact: true }));
  const editor = page.getByRole('form', { name: 'Edit task' });
  await editor.getByLabel('Task').fill('Has an edit, half typed');
  await page.keyboard.press('Escape');
  await newLine(page).fill('Half a tho');
  await page.reload();
  await expect(page.getByText('Your draft is back where you left it.').first()).toBeVisible();
  await expect(newLine(page)).toHaveValue('Half a tho');
  await expect(rowOf(page, 'Has an edit')).toContainText('Unsaved draft');
  await press(page.getByText('Has an edit', { exact: true }));
  await expect(editor.getByLabel('Task')).toHaveValue('Has an edit, half typed');
});

test('two tabs show the same at once, and one goes on where the other is closed', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/');
  await expect(newLine(other)).toBeVisible();
  await addTask(page, { description: 'Seen in both' });
  await expect(rowOf(other, 'Seen in both')).toBeVisible();

  // The first tab sends for both: this one only shows what it did.
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

test('a person’s unsent words wait for that person, whoever else signs in here meanwhile', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(/status of (499|500) /);
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback(),
  );
  await newLine(page).fill('A secret of Ada');
  await newLine(page).press('Enter');
  await expect(rowOf(page, 'A secret of Ada')).toContainText('Not saved');
  await context.clearCookies();
  const other = await context.newPage();
  await openSignedIn(other, { email: `other.${person.email}`, name: 'Other Person' });
  await expect(other.getByRole('heading', { name: 'A clean page' })).toBeVisible();
  await expect(other.getByText('A secret of Ada')).toHaveCount(0);
  await expect(other.getByText('not saved last time')).toHaveCount(0);

  // The tab that was Ada's shows who is there now, and nothing of hers.
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
  await expect(page.getByText('1 change was not saved last time')).toBeVisible();
});

test('what Ada writes never lands at Bob, whose cookie is there before any tab knows of him', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(/status of (403|499) /);
  await addTask(page, { description: 'Of Ada' });
  const other = await context.newPage();
  await context.clearCookies();
  await makeSession(other, { email: `bob.${person.email}`, name: 'Bob' });
  await newLine(page).fill('A secret of Ada');
  await newLine(page).press('Enter');
  await expect(page.getByText('Bob is signed in here now.').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A clean page' })).toBeVisible();
  await expect(page.getByText(/Ada/)).toHaveCount(0);
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'A clean page' })).toBeVisible();

  await context.clearCookies();
  await makeSession(other, person);
  await other.goto('/');
  await expect(rowOf(other, 'Of Ada')).toBeVisible();
  await expect(other.getByText('1 change was not saved last time')).toBeVisible();
  await press(other.getByRole('button', { name: 'Save now' }));
  await expect(rowOf(other, 'A secret of Ada')).toBeVisible();
});

test('an answer in an unknown form makes the page read-only, with the last good list', async ({ page }) => {
  await addTask(page, { description: 'Still to be read' });
  await hasCopyOf(page, 'Still to be read');
  await withoutFirstAnswers(page);
  await page.route('**/api/tasks', (route) => route.fulfill({ json: [{ id: 'seven' }] }));
  await page.reload();
  await expect(page.getByText('The server answered in a form this page does not know')).toBeVisible();
  await expect(page.getByText(/GET \/api\/tasks is not a TaskListResponse at/)).toBeVisible();
  const row = rowOf(page, 'Still to be read');
  await expect(row).toBeVisible();
  await expect(newLine(page)).toBeDisabled();
  await expect(row.getByRole('button', { name: 'Mark done' })).toBeDisabled();
  await expect(row.getByRole('button', { name: /^More for/ })).toBeDisabled();
  await page.getByText('Still to be read', { exact: true }).click({ force: true });
  await expect(page.getByRole('form', { name: 'Edit task' })).toHaveCount(0);
  await page.unroute('**/api/tasks');
  await press(page.getByRole('button', { name: 'Reload' }));
  await expect(newLine(page)).toBeEnabled();
});

test('a fault of the page itself says so and keeps the drafts', async ({ page, faults }) => {
  faults.expect(/planted/);
  await newLine(page).fill('Survives the crash');
  await page.addInitScript(() => {
    if (sessionStorage.getItem('planted') !== null) return;
    sessionStorage.setItem('planted', 'once');
    const { format } = Object.getOwnPropertyDescriptors(Intl.DateTimeFormat.prototype);
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      configurable: true,
      get() {
        if (document.querySelector('.account') !== null) throw new Error('planted');
        return format.get?.call(this);
      },
    });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This page has stopped' })).toBeVisible();
  await press(page.getByRole('button', { name: 'Reload' }));
  await expect(newLine(page)).toHaveValue('Survives the crash');
});

test('nothing a person needs is under the slip that offers to undo', async ({ page }) => {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']) {
    await addTask(page, { description: name });
  }
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 400, height: 420 });
  await press(rowOf(page, 'One').getByRole('button', { name: /^More for/ }));
  await press(page.getByRole('menuitem', { name: 'Delete' }));
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await rowOf(page, 'Eight')
    .getByRole('button', { name: /^Eight/ })
    .focus();
  await page.mouse.wheel(0, 10_000);
  await finish(page, 'Eight');
  await expect(rowOf(page, 'Eight')).toHaveCount(0);
});

for (const [name, size] of [
  ['zoom-200', { width: 640, height: 400 }],
  ['zoom-400', { width: 320, height: 256 }],
] as const) {
  test(`at ${name.slice(5)} % nothing is cut off and nothing scrolls sideways`, async ({ page }) => {
    await addTask(page, {
      description: 'A rather long line of words that has to be broken somewhere on the way',
    });
    await page.setViewportSize(size);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await press(page.getByText(/^A rather long line/).first());
    await expect(page.getByRole('form', { name: 'Edit task' })).toBeVisible();
  });
}

test('in forced colours every control and mark can be told', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await addTask(page, { description: 'Seen in forced colours', importance: 'High' });
  const row = rowOf(page, 'Seen in forced colours');
  const text = await page.evaluate(() => getComputedStyle(document.documentElement).color);
  for (const mark of ['.ring-line', '.ticks']) await expect(row.locator(mark)).toHaveCSS('stroke', text);
  await newLine(page).pressSequentially('Plan !');
  await newLine(page).press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveCSS(
    'outline-style',
    'solid',
  );
});

/** Writes in one tab what another one sends. */
async function addTaskIn(tab: Page, sender: Page, description: string): Promise<void> {
  const saved = sender.waitForResponse((response) => response.request().method() === 'POST' && response.ok());
  await newLine(tab).fill(description);
  await newLine(tab).press('Enter');
  await saved;
  await expect(rowOf(tab, description)).toBeVisible();
}
