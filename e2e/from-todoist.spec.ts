import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { look, pressSeen } from './seen.ts';
import { expect, test } from './fixtures.ts';
import { dayIso, rowOf, signIn } from './walks.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const [, section = ''] = read('../docs/first-day.md').split('## Bring your tasks');
/** The steps of docs/first-day.md, each with the texts of the page that it quotes. */
const steps = section
  .split(/^## /m)[0]
  ?.split(/^\d+\. /m)
  .slice(1)
  .map((step) => ({
    step,
    quoted: [...step.matchAll(/"([^"]+)"/g)].map(([, words = '']) => words),
  }));

/** The action of each step, with the texts that the page must show. */
const walk: readonly ((page: Page, quoted: readonly string[]) => Promise<void>)[] = [
  async (page, [menu = '']) => {
    await pressSeen(page.getByRole('button', { name: /^Account of/ }));
    await pressSeen(page.getByRole('button', { name: menu }));
    await page.getByLabel('Choose a file').setInputFiles('docs/examples/Home.csv');
  },
  async (page, [app = '', all = '', past = '', undated = '', add = '', done = '']) => {
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(app)).toBeVisible();
    await expect(dialog.getByRole('heading', { name: all })).toBeFocused();
    await expect(dialog.getByRole('group', { name: past })).toBeVisible();
    await expect(dialog.getByRole('group', { name: undated })).toBeVisible();
    await look(page, 'import');
    await pressSeen(dialog.getByRole('button', { name: add }));
    await expect(dialog.getByText(done)).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('Escape');
  },
  async (page, [task = '', next = '', undo = '']) => {
    await expect(rowOf(page, task).getByTitle('Repeats: every tue')).toBeVisible();
    await rowOf(page, task).scrollIntoViewIfNeeded();
    await look(page, 'list');
    await pressSeen(page.getByRole('button', { name: `Mark done: ${task}` }));
    await expect(page.locator('.toasts')).toContainText(next);
    await expect
      .poll(() => datesOf(page, task))
      .toEqual([`${dayIso(6)} DONE`, `${dayIso(13)} TODO`]);
    await look(page, 'next');
    await pressSeen(page.getByRole('button', { name: undo }));
    await expect.poll(() => datesOf(page, task)).toEqual([`${dayIso(6)} TODO`]);
  },
  async (page, [plan = '', spread = '', undoAll = '']) => {
    await page.evaluate(() => scrollTo(0, 0));
    await pressSeen(page.getByRole('link', { name: plan, exact: true }));
    await expect(page.locator('.plan-current .row-text')).toBeVisible();
    await look(page, 'plan');
    for (const days of [1, 2, 1])
      await pressSeen(page.locator('.plan-day').nth(days).getByRole('button'));
    await pressSeen(page.locator('.plan').getByRole('button', { name: spread }));
    await expect(page.getByRole('heading', { name: '8 tasks planned' })).toBeFocused();
    await pressSeen(page.getByRole('button', { name: undoAll }));
    await expect(page.locator('.plan-current')).toContainText('Call the dentist');
  },
  async (page, [list = '', tag = '', all = '']) => {
    await pressSeen(page.getByRole('link', { name: list }));
    await page.getByRole('button', { name: tag, exact: true }).first().click();
    await expect(page.locator('.row-body')).toHaveCount(6);
    await look(page, 'tag');
    await pressSeen(page.getByRole('button', { name: all }));
    await expect(page.locator('.row-body')).toHaveCount(40);
  },
];

test('who comes from Todoist finds their tasks as the first day tells it', async ({
  page,
  person,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, person);
  expect(steps).toHaveLength(walk.length);
  for (const [at, { step, quoted }] of steps?.entries() ?? [])
    await test.step(step, async () => walk[at]?.(page, quoted));
});

/** Date and state of each task with this description. */
async function datesOf(page: Page, words: string): Promise<string[]> {
  const tasks: { description: string; dueDate: string; state: string }[] = await (
    await page.request.get('/api/tasks')
  ).json();
  return tasks
    .filter(({ description }) => description === words)
    .map(({ dueDate, state }) => `${dueDate} ${state}`);
}
