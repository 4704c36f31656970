import { refused } from './answers.ts';
import { expect, serviceIn, test } from './fixtures.ts';
import { addTask, hasCopyOf, newTask, openSignedIn, press, rowOf } from './walks.ts';

const continueLink = { name: 'Continue with local account' };

test('two people never see each other’s tasks', async ({ page, person, elsewhere }) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'Only mine' });

  const other = await elsewhere.newPage();
  await openSignedIn(other, { email: `other.${person.email}`, name: 'Other Person' });
  await expect(other.getByRole('heading', { name: 'A clean page' })).toBeVisible();
  await expect(rowOf(other, 'Only mine')).toHaveCount(0);
});

test('after a restart everything is still there and the person is still signed in', async ({
  page,
  person,
  startService,
}, { outputDir }) => {
  const { env, address } = await serviceIn(outputDir);
  const first = await startService(env);
  await openSignedIn(page, person, address);
  await addTask(page, { description: 'Still here' });
  // An open page would request the list while the service restarts, and fail.
  await page.goto('about:blank');
  first.signal('SIGTERM');
  expect((await first.ended).code).toBe(0);

  await startService(env);
  await page.goto(address);
  await expect(rowOf(page, 'Still here')).toBeVisible();
});

test('where sign-in is not configured the page says so', async ({ page, startService }) => {
  const service = await startService({ AUTH_ENABLED: 'false' });
  await page.goto(`http://localhost:${service.port}`);
  await expect(page.getByRole('heading', { name: 'Sign-in is not configured' })).toBeVisible();
  await expect(page.getByRole('link', continueLink)).toHaveCount(0);
});

test('sign-in options that do not arrive are not taken for none', async ({ page, faults }) => {
  faults.expect(/ERR_FAILED .*\/api\/auth\/providers$/);
  await page.route('**/api/auth/providers', (route) => route.abort());
  await page.goto('/');
  await expect(
    page.getByRole('heading', { name: 'The sign-in options could not be loaded' }),
  ).toBeVisible();
  await page.unroute('**/api/auth/providers');
  await press(page.getByRole('button', { name: 'Try again' }));
  await expect(page.getByRole('link', continueLink)).toBeVisible();
});

test('an account without an email address is told what to do', async ({ page, person, faults }) => {
  faults.expect(/status of (403|499) /);
  await openSignedIn(page, person);
  await page.route('**/api/auth/me', refused(403, 'email_missing'));
  await page.reload();
  await expect(
    page.getByRole('heading', { name: 'Your account did not share an email address' }),
  ).toBeVisible();
  await page.unroute('**/api/auth/me');
  await press(page.getByRole('button', { name: 'Sign out' }));
  await expect(page.getByRole('link', continueLink)).toBeVisible();
});

test('where the provider does not renew the sign-in, the list stays and a new sign-in or signing out is offered', async ({
  page,
  person,
  faults,
}) => {
  faults.expect(/status of (499|503) /);
  await openSignedIn(page, person);
  await addTask(page, { description: 'Still to be read' });
  await hasCopyOf(page, 'Still to be read');
  // The requests for a person's data, which fail while the session cannot be renewed.
  const unrenewed = /\/api\/(auth\/me|tasks)/;
  await page.route(unrenewed, refused(503, 'provider_unavailable'));
  await page.reload();
  const panel = page.getByRole('alert').filter({ hasText: 'Your sign-in cannot be renewed' });
  await expect(panel).toBeVisible();
  await expect(rowOf(page, 'Still to be read')).toBeVisible();
  await newTask(page).fill('Written meanwhile');
  await newTask(page).press('Enter');
  await expect(rowOf(page, 'Written meanwhile')).toContainText('Waiting');
  await newTask(page).fill('Half a thought');

  await page.unroute(unrenewed);
  await press(panel.getByRole('link', { name: 'Sign in again' }));
  await expect(rowOf(page, 'Written meanwhile')).not.toContainText('Waiting');
  await expect(newTask(page)).toHaveValue('Half a thought');

  await page.route(unrenewed, refused(503, 'provider_unavailable'));
  await page.reload();
  await press(panel.getByRole('button', { name: 'Sign out' }));
  const discard = page.getByRole('button', { name: 'Discard and sign out' });
  await expect(discard).toBeVisible();
  await page.unroute(unrenewed);
  await press(discard);
  await expect(page.getByRole('link', continueLink)).toBeVisible();
});
