import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

import { dayIso, press, rowOf } from './walks.ts';

export const day = (page: Page, inDays: number): Locator =>
  page.locator(`[data-day="${dayIso(inDays)}"]`);
/** The button of a day, with its name for screen readers. */
export const number = (page: Page, inDays: number): Locator =>
  page.locator(`#day-${dayIso(inDays)}`);
export const words = (page: Page, description: string): Locator =>
  rowOf(page, description).locator('.row-text');
export const weeksInSight = (page: Page): Promise<number> =>
  page.locator('.month-week').evaluateAll((weeks) => {
    const { top, bottom } =
      document.querySelector('.month-weeks')?.getBoundingClientRect() ?? new DOMRect();
    const isWhole = (week: Element) => {
      const box = week.getBoundingClientRect();
      return box.top > top - 1 && box.bottom < Math.min(bottom, innerHeight) + 1;
    };
    return weeks.filter(isWhole).length;
  });

/** How many pixels of the last week in sight are cut off. */
export const cutOff = (page: Page): Promise<number> =>
  page.locator('.month-week').evaluateAll((weeks) => {
    const scroller = document.querySelector('.month-weeks');
    const end = (scroller?.getBoundingClientRect().top ?? 0) + (scroller?.clientHeight ?? 0);
    const last = weeks.findLast((week) => week.getBoundingClientRect().top < end - 1);
    return Math.max(0, Math.round((last?.getBoundingClientRect().bottom ?? 0) - end));
  });

export async function openMonth(page: Page): Promise<void> {
  await press(page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Month' }));
  await expect(page.getByRole('grid')).toBeVisible();
}
