import { findingsIn } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openFindBar, openWith, press, rowOf } from './walks.ts';

test('a search reads what a new task reads, marks what it finds and says how many', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Follow the flowers', importance: 'High', dueInDays: 3 },
    { description: 'Pay the café #home', importance: 'Low', dueInDays: 1 },
    { description: 'Rest', dueInDays: 2 },
  ]);
  await press(rowOf(page, 'Rest').getByRole('button', { name: 'Mark done: Rest' }));
  await openFindBar(page);
  const search = page.getByRole('searchbox');
  const marks = page.locator('main mark');

  await search.fill('cafe');
  await expect(marks).toHaveText(['café']);
  await expect(page.locator('.found-head')).toHaveText('1 task found');
  await search.fill('low');
  await expect(rowOf(page, 'Pay the café #home')).toBeVisible();
  await expect(marks, 'a word of it may also be in a text').toHaveText(['low', 'low']);
  await search.fill('done');
  await expect(rowOf(page, 'Rest')).toBeVisible();
  await expect(page.locator('.found-head')).toHaveText('1 task found');
  await search.fill('in 3 days');
  await expect(rowOf(page, 'Follow the flowers')).toBeVisible();
  await expect(page.locator('.found-head')).toHaveText('1 task found');
  await search.fill('no tag high');
  await expect(rowOf(page, 'Follow the flowers')).toBeVisible();
  await expect(rowOf(page, 'Pay the café #home')).toHaveCount(0);
  expect(await findingsIn(page)).toEqual([]);
});

test('# lists the tags with their numbers, and the page of a tag has it as its heading', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Paint #home' },
    { description: 'Wash #Home #garden' },
    { description: 'Write' },
  ]);
  await openFindBar(page);
  await page.getByRole('searchbox').fill('#');
  const tags = page.getByRole('list', { name: 'Tags' });
  await expect(tags.getByRole('button')).toHaveText(['#Home 2', '#garden 1']);
  expect(await findingsIn(page)).toEqual([]);
  await page.getByRole('searchbox').fill('#g');
  await expect(tags.getByRole('button')).toHaveText(['#garden 1']);
  await page.getByRole('searchbox').fill('#');
  await tags.getByRole('button', { name: '#Home' }).click();
  const heading = page.getByRole('heading', { name: '#Home 2 tasks found' });
  await expect(heading).toBeVisible();
  const firstLetter = await heading.evaluate(
    (each) => getComputedStyle(each, '::first-letter').textTransform,
  );
  expect(firstLetter, 'a tag is written as in the tasks').toBe('none');
  await expect(rowOf(page, 'Write')).toHaveCount(0);
  expect(await findingsIn(page)).toEqual([]);
});
