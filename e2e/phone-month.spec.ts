import { expect, test } from './fixtures.ts';
import { cutOff, number, openMonth, weeksInSight, words } from './month-walks.ts';
import { newTask, openWith, press, rowOf } from './walks.ts';

test('on a phone the tasks of the chosen day are below the grid @phone', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Water the plants' },
    { description: 'Call home', dueInDays: 2 },
  ]);
  await openMonth(page);
  await expect(words(page, 'Water the plants')).toBeVisible();
  await number(page, 0).focus();
  await page.keyboard.press('ArrowDown');
  await expect(number(page, 7), 'its tasks are not in the grid').toBeFocused();
  await press(number(page, 2));
  await expect(words(page, 'Call home')).toBeVisible();
  await expect(rowOf(page, 'Water the plants')).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Add a task for this day' }));
  for (const description of ['Pay the rent', 'Pay the tax']) {
    await newTask(page).fill(description);
    await newTask(page).press('Enter');
    await expect(words(page, description)).toBeVisible();
  }
  await expect(number(page, 2)).toHaveAccessibleName(/, 3 tasks$/);
  await press(page.getByRole('button', { name: 'Today', exact: true }));
  await expect(words(page, 'Water the plants')).toBeVisible();
});

test('on a phone the month folds to the week of the chosen day @phone', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Water the plants #someday' },
    { description: 'Call home', dueInDays: 9 },
  ]);
  await openMonth(page);
  await expect(number(page, 0), 'a task for some day is on no day').toHaveAccessibleName(
    /, 0 tasks$/,
  );
  await press(number(page, 9));
  const fold = page.getByRole('button', { name: 'June', exact: true });
  await press(fold);
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => weeksInSight(page)).toBe(1);
  await expect(number(page, 9)).toBeInViewport();
  expect(await cutOff(page)).toBe(0);
  await expect(words(page, 'Call home')).toBeVisible();
  await press(page.getByRole('button', { name: 'Previous week' }));
  await expect(number(page, 2)).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Friday 15 June' })).toBeVisible();
  await page.goBack();
  await openMonth(page);
  await expect(fold, 'stays folded').toHaveAttribute('aria-expanded', 'false');
  await press(fold);
  await expect.poll(() => weeksInSight(page)).toBe(5);
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
});
