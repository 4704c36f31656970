import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { addTask, newTask, press, rowOf, openSignedIn, openWith } from './walks.ts';

test('the whole job by keyboard alone, with the focus always in sight', async ({
  page,
  person,
}) => {
  await page.goto('/');
  await tabTo(page, 'Continue with local account');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeVisible();
  await tabTo(page, 'Email');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.name);
  await page.keyboard.press('Enter');

  await expect(newTask(page)).toBeVisible();
  await tabTo(page, 'Add a task');
  for (const description of ['First task', 'Second task']) {
    await page.keyboard.type(description);
    await page.keyboard.press('Enter');
    await expect(rowOf(page, description)).toBeVisible();
    await expect(newTask(page)).toBeFocused();
  }

  await tabTo(page, /^First task/);
  await page.keyboard.press('Enter');
  const editor = page.getByRole('form', { name: 'Edit task' });
  await expect(editor.getByLabel('Task')).toBeFocused();
  await page.keyboard.type(', longer');
  await tabTo(page, 'To do');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  const edited = page.getByRole('button', { name: /^First task, longer.*Working/ });
  await expect(edited, 'the focus comes back to the row').toBeFocused();

  await tabTo(page, 'Mark done: Second task');
  await page.keyboard.press('Space');
  await expect(
    page.getByRole('status').filter({ hasText: 'Done: \u2068Second task' }),
  ).toBeAttached();

  await tabTo(page, 'More for: First task, longer', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Today' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'First task, longer')).toHaveCount(0);
  await tabTo(page, 'Undo');
  await page.keyboard.press('Enter');
  await expect(edited).toBeVisible();

  await tabTo(page, 'Account of Ada Byron');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Sign out');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Continue with local account' })).toBeVisible();
});

test('the focus is at its row before the next key, and does not come back later', async ({
  page,
  person,
}) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'First' });
  await press(page.getByText('First', { exact: true }));
  await expect(page.getByRole('form', { name: 'Edit task' }).getByLabel('Task')).toBeFocused();
  const [next, later] = await page.evaluate(async () => {
    const focused = () => document.activeElement?.id || document.activeElement?.className;
    const nextTask = () => scheduler.postTask(() => undefined, { priority: 'user-blocking' });
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const escape = { key: 'Escape', bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', escape));
    await nextTask();
    const afterEscape = focused();
    document.querySelector<HTMLElement>('#new-task')?.focus();
    for (let frames = 0; frames < 3; frames += 1) await frame();
    return [afterEscape, focused()];
  });
  expect(next).toBe('row-text');
  expect(later).toBe('new-task');
});

test('steps are taken back one after the other with the keyboard', async ({ page, person }) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'Stays' });
  await addTask(page, { description: 'Comes and goes' });
  await rowOf(page, 'Stays')
    .getByRole('button', { name: /^Stays/ })
    .focus();
  await finish(page, 'Stays');
  await expect(rowOf(page, 'Stays')).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 'Stays').getByRole('button', { name: /^Stays/ })).toBeFocused();
  // A page that is left before this response may send the delete again, and the browser logs its 404.
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 'Comes and goes')).toHaveCount(0);
  await deleted;
  await page.reload();
  await expect(rowOf(page, 'Stays')).toBeVisible();
  await expect(rowOf(page, 'Comes and goes')).toHaveCount(0);
});

test('a key that is held changes one task, and goes over many', async ({ page, person }) => {
  await openWith(
    page,
    person,
    ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((description) => ({ description })),
  );
  const left = page.locator('.row');
  const hold = async (key: string) => {
    // The second and the third press are repeats.
    for (let times = 0; times < 3; times += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
  };
  await page.keyboard.press('j');
  await hold('Delete');
  await expect(left).toHaveCount(5);
  await hold('e');
  await expect(left).toHaveCount(4);
  await hold('j');
  await expect(left.last().locator('.row-text')).toBeFocused();
  await page.keyboard.down('ControlOrMeta');
  await hold('z');
  await expect(left).toHaveCount(6);
});

test('a step without a focus begins with the first task in sight', async ({ page, person }) => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    description: `Task ${at}`,
    dueInDays: at,
  }));
  await openWith(page, person, many);
  await page.evaluate(() => scrollTo(0, 700));
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await expect.poll(scrolled).toBe(700);
  await page.keyboard.press('j');
  await expect(page.locator('.row-text:focus')).toBeInViewport({ ratio: 1 });
  // The first task may be partly below the form.
  expect(700 - (await scrolled())).toBeLessThan(100);
});

test('Escape in the bar of a selection leads back to the tasks', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'One' }, { description: 'Two' }]);
  const row = page.getByRole('button', { name: /^Two/ });
  await row.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Reschedule' }).focus();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
});

/** Moves the focus to an element by Tab, at most once through the page; fails at an element that shows no focus. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const target = page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .or(page.getByRole('textbox', { name, exact: true }))
    .or(page.getByRole('combobox', { name, exact: true }))
    .or(page.getByRole('radio', { name, exact: true }));
  await expect(target.first()).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    expect(await showsFocus(page), await focused.evaluate(({ outerHTML }) => outerHTML)).toBe(true);
    if (await target.and(focused).count()) return;
  }
  throw new Error(`${String(name)} is not reached by ${key}`);
}

/** True if the focus is visible, as an outline of the element or its label, as the bar of its row or as a caret, and within the window. */
const showsFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null) return false;
    const isDrawn = [element, element.closest('label')].some(
      (each) => each !== null && getComputedStyle(each).outlineStyle !== 'none',
    );
    const row = element.matches('.row-text') ? element.closest('.row-body') : null;
    const hasBar = row !== null && getComputedStyle(row).boxShadow !== 'none';
    const { bottom, top } = element.getBoundingClientRect();
    return (
      (isDrawn || hasBar || element.matches('input, textarea')) && bottom > 0 && top < innerHeight
    );
  });

const finish = (page: Page, description: string) =>
  press(rowOf(page, description).getByRole('button', { name: 'Mark done' }));
