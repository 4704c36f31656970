import { expect, test } from '@playwright/test';
import type { BrowserContext, Locator, Page } from '@playwright/test';

import { nowMs } from './clock.ts';
import type { Person } from './fixtures.ts';

/** Opens the page with a session that is already there, made by the service and the local provider over plain HTTP. */
export async function openSignedIn(page: Page, person: Person, address = '/'): Promise<void> {
  await makeSession(page, person, address);
  await page.goto(address);
  await expect(newTask(page)).toBeVisible();
}

/** The same with tasks that are there already, added over plain HTTP; the service takes no new ones for the past, so they move there. */
export async function openWith(page: Page, person: Person, tasks: readonly NewTask[]): Promise<void> {
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
  // The list comes after the bar, and a key before it has no row to go to.
  if (tasks.length > 0) await expect(page.locator('.row-body').first()).toBeVisible();
}

/** Signs a person in without a page: afterwards the browser holds the cookies of the service and of the provider. */
export async function makeSession(page: Page, { email, name }: Person, address = '/'): Promise<void> {
  const { request } = page.context();
  const login = '/api/auth/login';
  const signInPage = await request.get(URL.canParse(address) ? new URL(login, address).href : login);
  const home = await request.post(signInPage.url(), { form: { email, name } });
  expect(home.ok(), await home.text()).toBe(true);
  expect(new URL(home.url()).pathname).toBe('/');
}

/** Signs in as a person would: over the sign-in page and the local provider's, with a typed email and name. */
export async function signIn(page: Page, { email, name }: Person, address = '/'): Promise<void> {
  await page.goto(address);
  await press(page.getByRole('link', { name: 'Continue with local account' }));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill(name);
  await press(page.getByRole('button', { name: 'Sign in' }));
  await expect(newTask(page)).toBeVisible();
}

/** Signs out from the account's menu. */
export async function signOut(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: /^Account of/ }));
  await press(page.getByRole('link', { name: 'Sign out' }));
}

/** A tap on phones, a click elsewhere. */
export const press = (target: Locator): Promise<void> =>
  test.info().project.use.isMobile === true ? target.tap() : target.click();

/** Presses the mouse on a task and takes it to another place, without letting go. */
export async function pull(page: Page, from: Locator, to: Locator): Promise<void> {
  await nothingTravels(page);
  await from.hover();
  const target = await to.boundingBox();
  await page.mouse.down();
  await page.mouse.move((target?.x ?? 0) + 80, (target?.y ?? 0) + 60, { steps: 5 });
}

/** No task is on its way to its place, where it cannot be caught. */
export const nothingTravels = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);

/** Takes a task to another place with the mouse. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await pull(page, from, to);
  await page.mouse.up();
}

export type NewTask = Readonly<{
  description: string;
  dueInDays?: number;
  importance?: 'Low' | 'Medium' | 'High';
}>;

/** Writes a task in the field at the top and waits until the service has it. */
export async function addTask(page: Page, { description, dueInDays, importance }: NewTask): Promise<void> {
  const form = page.getByRole('form', { name: 'Add a task' });
  await newTask(page).fill(description);
  if (dueInDays !== undefined) await chooseDate(form, dayIso(dueInDays));
  if (importance !== undefined) await form.getByLabel('Importance').selectOption(importance);
  const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok());
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

/** Search, filter and the button that begins a selection wait behind one control on a phone; elsewhere they are open. */
export async function openFindBar(page: Page): Promise<void> {
  const control = page.getByRole('button', { name: 'Search and filter', expanded: false });
  if (test.info().project.use.isMobile === true) return press(control);
  await expect(control).toBeHidden();
}

/** Changes the words of a task in its form. */
export async function edit(page: Page, description: string, words: string): Promise<void> {
  await press(page.getByText(description, { exact: true }));
  const editor = page.getByRole('form', { name: 'Edit task' });
  await editor.getByLabel('Task').fill(words);
  await press(editor.getByRole('button', { name: 'Save' }));
}

/** What another device of the same person does to the only task that the service has. */
export async function changeElsewhere({ request }: BrowserContext, description: string): Promise<void> {
  const [task] = await (await request.get('/api/tasks')).json();
  const { id, ...fields } = task;
  const response = await request.put(`/api/tasks/${id}`, { data: { ...fields, description } });
  expect(response.ok()).toBe(true);
}

export const newTask = (page: Page): Locator => page.getByRole('combobox', { name: 'Add a task' });

/** Pastes a text into the field for a new task. */
export const paste = (page: Page, pasted: string): Promise<void> =>
  newTask(page).evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);

/** The list on the device, which is written a moment after the one on the page, has this task. */
export const hasCopyOf = (page: Page, description: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match('/last-list'))?.text()))
    .toContain(description);

/** The worker has every file of the page, so that it could be opened without a connection. */
export const isReadyOffline = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');

/** The row of the task with exactly this description. */
export const rowOf = (page: Page, description: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(description, { exact: true }) });

/** A finger goes sideways over a task. */
export async function swipe(page: Page, description: string, px: number): Promise<void> {
  // One that still travels to its place cannot be caught.
  const moving = () => rowOf(page, description).evaluate((row) => row.getAnimations().length);
  await expect.poll(moving).toBe(0);
  const box = await rowOf(page, description).locator('.row-text').boundingBox();
  const [x, y] = [(box?.x ?? 0) + 150, (box?.y ?? 0) + 20];
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

/** The calendar date so many days from now in the browser's zone (playwright.config.ts). */
export function dayIso(days: number): string {
  const todayIso = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(nowMs());
  // Not every day has 24 hours there; in UTC it has.
  return new Date(Date.parse(todayIso) + days * 86_400_000).toISOString().slice(0, 10);
}
