import type { Page } from '@playwright/test';

import { findingsIn } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { newTask, openWith, press, rowOf } from './walks.ts';

const read = 'Read https://www.example.org/a?b=1 #work';

/** Returns the address that a link or a key opens; the response is a stub. */
async function opened(page: Page, open: () => Promise<unknown>): Promise<string> {
  await page
    .context()
    .route('https://www.example.org/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'There' }),
    );
  const coming = page.context().waitForEvent('page');
  await open();
  const other = await coming;
  await other.waitForURL(/^https/);
  expect(await other.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
  const address = other.url();
  await other.close();
  return address;
}

test('an address in a task is a link in every view, and has a key @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: read }, { description: 'Call home' }]);
  for (const view of ['l', 'b', 'm']) {
    await page.keyboard.press('g');
    await page.keyboard.press(view);
    const link = page.getByRole('link', { name: 'example.org', exact: true });
    expect(await opened(page, () => link.click()), view).toBe('https://www.example.org/a?b=1');
    await page.locator('.row-text').first().focus();
    expect(await opened(page, () => page.keyboard.press('f')), view).toBe(
      'https://www.example.org/a?b=1',
    );
    expect(await findingsIn(page)).toEqual([]);
  }
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  const words = page.getByRole('button', { name: /^Read example\.org #work/ });
  await words.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'example.org' }), 'Tab reaches it').toBeFocused();
  await words.press('Space');
  await expect(
    page.getByRole('checkbox', { name: /^Read/ }),
    'one that is selected is a box',
  ).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '#work', exact: true }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('#work');
  await expect(rowOf(page, 'Call home')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('searchbox'), 'a reload keeps it').toHaveValue('#work');
  await expect(rowOf(page, 'Call home')).toHaveCount(0);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Name of this filter').fill('At work');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name of this filter').fill('At work');
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  expect(await findingsIn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('');
  await expect(rowOf(page, 'Call home')).toHaveCount(1);
  await page.reload();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('button', { name: 'At work', exact: true }).click();
  await expect(rowOf(page, 'Call home'), 'a saved filter holds').toHaveCount(0);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('button', { name: 'Delete “At work”' }).click();
  await expect(page.getByRole('list', { name: 'Saved filters' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('');
  await expect(page).toHaveURL(/\/$/);
  await newTask(page).pressSequentially('Send p1 #wo');
  await page.getByRole('option', { name: '#work' }).click();
  await expect(newTask(page)).toHaveValue('Send p1 #work ');
  await newTask(page).fill('Tea at 5pm');
  await newTask(page).press('Enter');
  await expect(page.locator('.row-text').first(), 'a time goes first').toContainText('Tea at 5pm');
  await words.click();
  await expect(page.getByRole('form', { name: 'Edit task' }).getByLabel('Task')).toHaveValue(read);
});

test('the form reads what is typed into it, and a chip can be refused', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Call tomorrow' }]);
  const form = page.getByRole('form', { name: 'Edit task' });
  const chips = form.getByRole('list', { name: 'Understood from your text' });
  await press(page.getByText('Call tomorrow', { exact: true }));
  await form.getByLabel('Task').fill('Call tomorrow from Rome');
  await expect(chips, 'what stood there is not read').toHaveCount(0);
  await form.getByLabel('Task').fill('Call tomorrow from Rome p1 /working');
  await expect(form.getByRole('radio', { name: 'High' })).toBeChecked();
  await press(chips.getByRole('button', { name: 'Keep “/working” as text' }));
  await expect(form.getByLabel('Task')).toBeFocused();
  expect(await findingsIn(page)).toEqual([]);
  await press(form.getByRole('button', { name: 'Save' }));
  await expect(
    page.getByRole('button', { name: /^Call tomorrow from Rome \/working.*To do, High/ }),
  ).toBeVisible();
});

test('a screen reader reads the words of a task with a tag and a link once', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Pay the gas bill #home at 9:30 on https://a.example/x' },
  ]);
  const shown = await page.locator('.row').ariaSnapshot();
  expect(shown).toContain(
    'button "Pay the gas bill #home at 9:30 on a.example , Wednesday 13 June, To do, Medium"',
  );
  expect(shown).toContain('- button "#home"');
  expect(shown).toContain('- link "a.example"');
  expect(shown).not.toContain('text:');
});
