import { findingsIn } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { makeSession } from './walks.ts';

test('the page of the interface shows the response to a GET with the session of its reader, in both themes @desktop', async ({
  page,
  person,
}) => {
  await makeSession(page, person);
  await page.goto('/api/docs#me');
  const section = page.locator('section#me');
  await section.getByRole('button', { name: 'Try it with my session' }).click();
  await expect(section.getByRole('status')).toContainText(`"email": "${person.email}"`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findingsIn(page), colorScheme).toEqual([]);
  }
});
