import { expect, test } from '@playwright/test';
import type { BrowserContext, Locator, Page } from '@playwright/test';

import { nowMs } from './clock.ts';
import type { Person } from './fixtures.ts';

/** Opens the page with a session, which the service and the local provider have created over plain HTTP. */
export async function openSignedIn(page: Page, person: Person, address = '/'): Promise<void> {
  await makeSession(page, person, address);
  await page.goto(address);
  await expect(newTask(page)).toBeVisible();
  await awaitFonts(page);
}

/** The same with tasks, added over plain HTTP. The service refuses new tasks in the past, so these are created today and moved. */
export async function openWith(
  page: Page,
  person: Person,
  tasks: readonly NewTask[],
): Promise<void> {
  await makeSession(page, person);
  for (const { description, dueInDays = 0, importance = 'Medium' } of tasks) {
    const data = {
      description,
      dueDate: dayIso(Math.max(0, dueInDays)),
      importance: importance.toUpperCase(),
      state: 'TODO',
    };
    const made = await page.request.post('/api/tasks', { data });
    expect(made.status()).toBe(201);
    if (dueInDays >= 0) continue;
    const { id } = await made.json();
    const late = { ...data, dueDate: dayIso(dueInDays) };
    expect((await page.request.put(`/api/tasks/${id}`, { data: late })).status()).toBe(200);
  }
  await page.goto('/');
  await expect(newTask(page)).toBeVisible();
  // The list is drawn after the new-task form, and a key before that has no row to focus.
  if (tasks.length > 0) await expect(page.locator('.row-body').first()).toBeVisible();
  await awaitFonts(page);
}

/** Waits for the fonts of the page: they come after the first text, and may move it. */
const awaitFonts = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
  });

/** Signs a person in without a page: afterwards the browser has the cookies of the service and of the provider. */
export async function makeSession(
  page: Page,
  { email, name }: Person,
  address = '/',
): Promise<void> {
  const { request } = page.context();
  const login = '/api/auth/login';
  const signInPage = await request.get(
    URL.canParse(address) ? new URL(login, address).href : login,
  );
  const home = await request.post(signInPage.url(), { form: { email, name } });
  expect(home.ok(), await home.text()).toBe(true);
  expect(new URL(home.url()).pathname).toBe('/');
}

/** Signs in as a person would: on the sign-in page and the page of the local provider, with a typed email and name. */
export async function signIn(page: Page, { email, name }: Person, address = '/'): Promise<void> {
  await page.goto(address);
  await press(page.getByRole('link', { name: 'Continue with local account' }));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill(name);
  await press(page.getByRole('button', { name: 'Sign in' }));
  await expect(newTask(page)).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: /^Account of/ }));
  await press(page.getByRole('button', { name: 'Sign out' }));
}

/** A tap on phones, a click elsewhere. */
export const press = (target: Locator): Promise<void> =>
  test.info().project.use.isMobile === true ? target.tap() : target.click();

/** Presses the mouse on a task and moves it to another place, without releasing the button. */
export async function pull(page: Page, from: Locator, to: Locator): Promise<void> {
  await awaitMoves(page);
  await awaitNoMovement(page);
  await from.hover();
  const target = await to.boundingBox();
  await page.mouse.down();
  const { x, y, height } = target ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(x + 80, y + Math.min(60, height / 2), { steps: 5 });
}

/** Waits until no task moves: a moving task cannot be pressed. */
export const awaitNoMovement = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);

export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await pull(page, from, to);
  await page.mouse.up();
}

export type NewTask = Readonly<{
  description: string;
  dueInDays?: number;
  importance?: 'Low' | 'Medium' | 'High';
}>;

/** Adds a task in the new-task form and waits until the service has saved it. */
export async function addTask(
  page: Page,
  { description, dueInDays, importance }: NewTask,
): Promise<void> {
  const form = page.getByRole('form', { name: 'Add a task' });
  await newTask(page).fill(description);
  if (dueInDays !== undefined) await chooseDate(form, dayIso(dueInDays));
  if (importance !== undefined) await form.getByLabel('Importance').selectOption(importance);
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.ok(),
  );
  await newTask(page).press('Enter');
  await saved;
  await expect(rowOf(page, description)).toBeVisible();
}

/** Chooses the due date of a form: typed into its popover, on a phone in the native picker. */
export async function chooseDate(form: Locator, iso: string): Promise<void> {
  const control = form.getByLabel('Due date', { exact: true });
  if (test.info().project.use.isMobile === true) return control.fill(iso);
  await control.click();
  await form.getByRole('combobox', { name: 'New date, in words' }).fill(iso);
  const meant = form.getByRole('listbox', { name: 'Dates' }).getByRole('option');
  await expect(meant).toHaveCount(1);
  await meant.click();
}

/** Opens search, filters and the selection button, which are behind one button on a phone; elsewhere they are always visible. */
export async function openFindBar(page: Page): Promise<void> {
  const control = page.getByRole('button', { name: 'Search and filter', expanded: false });
  if (test.info().project.use.isMobile === true) return press(control);
  await expect(control).toBeHidden();
}

/** Changes the description of a task in its form. */
export async function edit(page: Page, description: string, words: string): Promise<void> {
  await press(page.getByText(description, { exact: true }));
  const editor = page.getByRole('form', { name: 'Edit task' });
  await editor.getByLabel('Task').fill(words);
  await press(editor.getByRole('button', { name: 'Save' }));
}

/** Changes the only task of the service, as another device of the same person would. */
export async function changeElsewhere(
  { request }: BrowserContext,
  description: string,
): Promise<void> {
  const [task] = await (await request.get('/api/tasks')).json();
  const { id, ...fields } = task;
  const response = await request.put(`/api/tasks/${id}`, { data: { ...fields, description } });
  expect(response.ok()).toBe(true);
}

/** Presses keys one after the other as fast as possible: the browser has no time to draw between them. */
export const pressAtOnce = (page: Page, keys: readonly string[]): Promise<unknown> =>
  Promise.all(keys.flatMap((key) => [page.keyboard.down(key), page.keyboard.up(key)]));

export const newTask = (page: Page): Locator => page.getByRole('combobox', { name: 'Add a task' });

/** Pastes a text into the new-task field. */
export const paste = (page: Page, pasted: string): Promise<void> =>
  newTask(page).evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, pasted);

/** Waits until the words of tasks are read: before that the page carries out changes a moment later. */
export const awaitReader = (page: Page): Promise<void> => awaitFile(page, 'whole-reader');

/** Waits until rows of the list can be dragged or swiped: before that they stay where they are. */
export const awaitMoves = (page: Page): Promise<void> => awaitFile(page, 'moving-rows');

/** Waits until the page has run a file that it loads later. */
async function awaitFile(page: Page, name: string): Promise<void> {
  const file = await page.waitForFunction(
    (part) =>
      performance.getEntriesByType('resource').find((entry) => entry.name.includes(part))?.name,
    name,
  );
  // A string, because it runs in the page. The same import resolves once that file has run.
  await page.evaluate(`import(${JSON.stringify(await file.jsonValue())}).then(() => undefined)`);
}

/** Waits until the copy on the device, which is written a moment after the page is drawn, has this task. */
export const hasCopyOf = (page: Page, description: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match('/last-list'))?.text()))
    .toContain(description);

/** Waits until the service worker has stored every file of the page, so that the page opens without a connection. */
export const awaitReadyOffline = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state), {
      timeout: 20_000,
    })
    .toBe('activated');

/** Updates the service worker, and waits until a new one has stored its files and is active. */
export const updateWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const newest = registration.installing ?? registration.waiting ?? registration.active;
    if (newest === null || newest.state === 'activated') return;
    await new Promise<void>((resolve) => {
      newest.addEventListener('statechange', () => {
        if (newest.state === 'activated') resolve();
      });
    });
  });

/** The row of the task with exactly this description. */
export const rowOf = (page: Page, description: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(description, { exact: true }) });

/** Swipes sideways over a task. */
export async function swipe(page: Page, description: string, px: number): Promise<void> {
  await awaitMoves(page);
  // A moving task cannot be touched.
  const moving = () => rowOf(page, description).evaluate((row) => row.getAnimations().length);
  await expect.poll(moving).toBe(0);
  const box = await rowOf(page, description).locator('.row-text').boundingBox();
  const x = (box?.x ?? 0) + 150;
  const y = (box?.y ?? 0) + 20;
  const finger = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + at, y }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', px * part);
  await touch('touchEnd', px);
}

/** The calendar date this number of days from now in the browser's time zone (playwright.config.ts). */
export function dayIso(days: number): string {
  const todayIso = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(nowMs());
  // In UTC, unlike Berlin, every day has 24 hours.
  return new Date(Date.parse(todayIso) + days * 86_400_000).toISOString().slice(0, 10);
}
