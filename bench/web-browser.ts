import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';

import { chromiumFlags, chromiumPath } from '../test/chromium.ts';

export type Person = Readonly<{ email: string; tasks: number }>;

/** Creates a browser profile in the folder, in which the person is signed in and has tasks. */
export async function openProfile(
  folder: string,
  address: string,
  person: Person,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath,
    args: chromiumFlags,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(address);
  await page.getByRole('link', { name: /^Continue with/ }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#new-task').waitFor();
  await createTasks(context, address, person.tasks);
  // A second tab of the same person would disturb the measurements.
  await page.goto('about:blank');
  return context;
}

/** Creates tasks through the interface, ten at a time. */
async function createTasks(context: BrowserContext, address: string, count: number): Promise<void> {
  const nowMs = Date.now();
  for (let from = 0; from < count; from += 10) {
    const some = Array.from({ length: Math.min(10, count - from) }, (_, at) =>
      task(from + at, nowMs),
    );
    const answers = await Promise.all(
      some.map((data) =>
        context.request.post(`${address}/api/tasks`, {
          data,
          headers: { 'X-Requested-With': 'JavaScript' },
        }),
      ),
    );
    const refused = answers.find((answer) => answer.status() !== 201);
    if (refused) throw new Error(`a task was answered with ${refused.status()}`);
  }
}

/** One of twelve tasks is done. The first hundred are due from today on, ten a day, the others in the next 300 days. */
function task(n: number, nowMs: number) {
  const inDays = n < 100 ? n % 10 : 1 + (n % 300);
  const dueDate = new Date(nowMs + inDays * 86_400_000).toISOString().slice(0, 10);
  return {
    description: `Task number ${n}, with a description of ordinary length`,
    dueDate,
    importance: (['MEDIUM', 'LOW', 'MEDIUM', 'HIGH'] as const)[n % 4],
    state: (['DONE', 'WORKING'] as const)[n % 12] ?? 'TODO',
  };
}
