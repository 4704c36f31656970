import { freePort } from '../test/process.ts';
import { refused, withoutFirstAnswers } from './answers.ts';
import { expect, test } from './fixtures.ts';
import { addTask, hasCopyOf, newLine, openSignedIn, press, rowOf, signIn } from './walks.ts';

const continueLink = { name: 'Continue with local account' };

test('the local provider offers its people, says what is wrong with an email at the field, and can be left', async ({
  page,
  faults,
}) => {
  await page.goto('/');
  await press(page.getByRole('link', continueLink));
  await expect(page.getByRole('button', { name: /Ada Byron/ })).toBeVisible();

  faults.expect(/status of 422 /);
  await page.getByLabel('Email').fill('grace at example');
  await page.getByLabel('Name').fill('Grace Murray');
  await press(page.getByRole('button', { name: 'Sign in' }));
  await expect(page.getByText('This is not an email address.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('grace at example');
  await expect(page.getByLabel('Name')).toHaveValue('Grace Murray');
  await expect(page.getByLabel('Email')).toBeFocused();

  await press(page.getByRole('button', { name: 'Cancel and go back' }));
  await expect(page.getByRole('heading', { name: 'Sign-in was cancelled' })).toBeFocused();
  expect(new URL(page.url()).search).toBe('');
});

test('the browser asks how one could sign in, and after the sign-in who is signed in', async ({
  page,
  person,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByRole('link', continueLink)).toBeVisible();
  expect(asked).toContain('/api/auth/providers');
  // The answer came with the page: nobody is signed in, and that is no error.
  expect(asked).not.toContain('/api/auth/me');
  await signIn(page, person);
  await expect.poll(() => asked).toContain('/api/auth/me');
  expect(asked).not.toContain('/api/tasks');
});

test('signing out here leaves the provider’s session; signing out there lets one be someone else', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await press(page.getByRole('link', continueLink));
  const grace = page.getByRole('button', { name: /Grace Murray/ });
  await expect(grace).toBeVisible();
  const provider = new URL(page.url()).origin;
  await press(grace);
  await press(page.getByRole('button', { name: 'Account of Grace Murray' }));
  await press(page.getByRole('link', { name: 'Sign out' }));

  const tab = await context.newPage();
  await tab.goto(provider);
  await expect(tab.getByRole('heading', { name: 'Signed in here as Grace Murray' })).toBeVisible();
  await press(tab.getByRole('button', { name: 'Sign out at the provider' }));
  await expect(tab.getByRole('heading', { name: 'Nobody is signed in here' })).toBeVisible();

  await press(page.getByRole('link', continueLink));
  await press(page.getByRole('button', { name: /Emmy Noether/ }));
  await expect(page.getByRole('button', { name: 'Account of Emmy Noether' })).toBeVisible();
});

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
  const env = {
    DATA: outputDir,
    PORT: String(await freePort()),
    LOCAL_PROVIDER_PORT: String(await freePort()),
  };
  const first = await startService(env);
  const address = `http://localhost:${env.PORT}`;
  await openSignedIn(page, person, address);
  await addTask(page, { description: 'Still here' });
  // The page asks again by itself, and would find nobody while the service restarts.
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

test('sign-in options that do not arrive are told from sign-in that is not configured', async ({
  page,
  faults,
}) => {
  faults.expect(/ERR_FAILED .*\/api\/auth\/providers$/);
  await page.route('**/api/auth/providers', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'The sign-in options did not arrive' })).toBeVisible();
  await page.unroute('**/api/auth/providers');
  await press(page.getByRole('button', { name: 'Try again' }));
  await expect(page.getByRole('link', continueLink)).toBeVisible();
});

for (const [code, who, heading] of [
  ['email_missing', 'an account without an email address', 'Your account gave no email address'],
  ['email_not_allowed', 'an address that is not let in', 'This email address may not use this service'],
] as const)
  test(`${who} is told what to do`, async ({ page, person, faults }) => {
    faults.expect(/status of (403|499) /);
    await openSignedIn(page, person);
    await withoutFirstAnswers(page);
    await page.route('**/api/auth/me', refused(403, code));
    await page.reload();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await page.unroute('**/api/auth/me');
    await press(page.getByRole('link', { name: 'Sign out' }));
    await expect(page.getByRole('link', continueLink)).toBeVisible();
  });

test('an ended session shows its notice above the sign-in options and keeps what was written', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(/status of 499 /);
  await openSignedIn(page, person);
  await addTask(page, { description: 'Before it ended' });
  await context.clearCookies({ name: /^q_session/ });
  await newLine(page).fill('Written too late');
  await newLine(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeFocused();

  await press(page.getByRole('link', continueLink));
  await expect(rowOf(page, 'Before it ended')).toBeVisible();
  await expect(page.getByText('1 change was not saved last time')).toBeVisible();
  await press(page.getByRole('button', { name: 'Save now' }));
  await expect(rowOf(page, 'Written too late')).toBeVisible();
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
  await withoutFirstAnswers(page);
  // What is asked for a person's data, as long as the session cannot be renewed.
  const unrenewed = /\/api\/(auth\/me|tasks)/;
  await page.route(unrenewed, refused(503, 'provider_unavailable'));
  await page.reload();
  const panel = page.getByRole('alert').filter({ hasText: 'Your sign-in cannot be renewed' });
  await expect(panel).toBeVisible();
  await expect(rowOf(page, 'Still to be read')).toBeVisible();
  await newLine(page).fill('Written meanwhile');
  await newLine(page).press('Enter');
  await expect(rowOf(page, 'Written meanwhile')).toContainText('Waiting');
  await newLine(page).fill('Half a thought');

  await page.unroute(unrenewed);
  await press(panel.getByRole('link', { name: 'Sign in again' }));
  await expect(page.getByText('1 change was not saved last time')).toBeVisible();
  await expect(newLine(page)).toHaveValue('Half a thought');

  await page.route(unrenewed, refused(503, 'provider_unavailable'));
  await page.reload();
  await press(panel.getByRole('link', { name: 'Sign out' }));
  await press(page.getByRole('button', { name: 'Discard and sign out' }));
  await page.unroute(unrenewed);
  await expect(page.getByRole('link', continueLink)).toBeVisible();
});
