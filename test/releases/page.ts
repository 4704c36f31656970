import type { TestContext } from 'node:test';

import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';

import { chromiumFlags, chromiumPath } from '../chromium.ts';

/** The requests of an open page. Each rejects when a response is missing for a minute. */
export type OpenPage = Readonly<{
  /** Adds a task in the page, changes it, deletes it and undoes that. */
  write: (name: string) => Promise<void>;
  /** The descriptions of the list, by the request with which the page waits for a change. */
  list: () => Promise<readonly string[]>;
  /** The errors of its scripts. */
  errors: readonly string[];
}>;

/** Opens the page of a service in Chromium, and signs in. */
export async function openPage(t: TestContext, address: string): Promise<OpenPage> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
  t.after(() => browser.close());
  const page = await browser.newPage({ locale: 'en-GB' });
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(address);
  await page.getByRole('link', { name: 'Continue with local account' }).click();
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByLabel('Name').fill('Grace');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('combobox', { name: 'Add a task' }).waitFor();
  return {
    errors,
    write: (name) => write(page, name),
    list: () =>
      page.evaluate(async () => {
        const headers = {
          'X-Requested-With': 'JavaScript',
          'If-None-Match': 'W/"1.1"',
          Prefer: 'wait=25',
        };
        const answer = await fetch('/api/tasks', { headers });
        const tasks: readonly { description: string }[] = JSON.parse(await answer.text());
        return tasks.map(({ description }) => description);
      }),
  };
}

async function write(page: Page, name: string): Promise<void> {
  const line = page.getByRole('combobox', { name: 'Add a task' });
  const changed = `${name} changed`;
  await line.fill(name);
  await during(page, 'POST', () => line.press('Enter'));

  await page.getByText(name, { exact: true }).click();
  const editor = page.getByRole('form', { name: 'Edit task' });
  await editor.getByLabel('Task').fill(changed);
  await during(page, 'PUT', () => editor.getByRole('button', { name: 'Save' }).click());

  const row = page.getByRole('button', { name: new RegExp(`^${changed}`) });
  await during(page, 'DELETE', () => row.press('Delete'));
  await during(page, 'POST', () => page.keyboard.press('Control+z'));
  await row.waitFor();
}

/** Resolves when the service has accepted the request that an action of the person leads to. */
async function during(page: Page, method: string, act: () => Promise<void>): Promise<void> {
  const accepted = page.waitForResponse(
    (response) => response.request().method() === method && response.ok(),
  );
  await Promise.all([act(), accepted]);
}
