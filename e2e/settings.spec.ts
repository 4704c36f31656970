import { expect, test } from './fixtures.ts';
import { addTask, rowOf, openSignedIn } from './walks.ts';

test('every setting holds at once and is found again', async ({ page, person }) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'Water the plants' });
  const account = page.getByRole('button', { name: 'Account of Ada Byron' });
  await account.click();
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect(dialog.getByRole('heading', { name: 'Settings' })).toBeFocused();

  await dialog.getByText('Dark', { exact: true }).click();
  await dialog.getByText('Compact', { exact: true }).click();
  await dialog.getByText('Sunday', { exact: true }).click();
  await dialog.getByText('Français', { exact: true }).click();
  const french = page.getByRole('dialog', { name: 'Réglages' });
  await expect(french.getByRole('radio', { name: 'Sombre' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Compte : Ada Byron' })).toBeFocused();
  await expect(page.getByRole('heading', { name: /^Aujourd’hui/ })).toBeVisible();

  await page.reload();
  await expect(rowOf(page, 'Water the plants')).toBeVisible();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', 'fr');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  const colours = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  );
  expect(colours, 'the bar of the system').toEqual(['#0e141c']);
  await expect(root).toHaveAttribute('data-density', 'compact');
});

test('settings are reached, changed and left with the keyboard alone', async ({ page, person }) => {
  await openSignedIn(page, person);
  await page.getByRole('button', { name: 'Account of Ada Byron' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('radio', { name: 'Browser default' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const german = page.getByRole('dialog', { name: 'Einstellungen' });
  await expect(german.getByRole('radio', { name: 'Deutsch' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(german).toBeHidden();
  await expect(page.getByRole('button', { name: 'Konto von Ada Byron' })).toBeFocused();
});

test.describe('a browser that asks for German', () => {
  test.use({ locale: 'de-AT' });

  test('is answered in German, and may choose otherwise before signing in', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByLabel('Sprache').selectOption('English');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});
