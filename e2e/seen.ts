import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { press } from './walks.ts';

/** Presses an element that a person can see: it is in the window, not covered, and not faint. */
export async function pressSeen(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 });
  await expect(async () => {
    expect(await target.evaluate(isSeen), `${String(target)} can be seen`).toBe(true);
  }).toPass();
  await press(target);
}

function isSeen(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  let opacity = 1;
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    opacity *= Number(getComputedStyle(each).opacity);
  return topmost !== null && element.contains(topmost) && opacity > 0.5;
}

let looks = 0;

/** Saves a screenshot in the folder that SCREENSHOTS names, numbered in the order of the steps. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  looks += 1;
  const file = `${String(looks).padStart(2, '0')}-${name.toLowerCase().replaceAll(' ', '-')}.png`;
  await page.screenshot({
    path: join(folder, test.info().project.name, file),
    animations: 'disabled',
  });
}
