import { expect, test } from './fixtures.ts';
import { addTask, newTask, openSignedIn, press, rowOf, signIn } from './walks.ts';

const continueLink = { name: 'Continue with local account' };

test('the local provider offers its people, wants an email, and can be left', async ({ page }) => {
  await page.goto('/');
  await press(page.getByRole('link', continueLink));
  await expect(page.getByRole('button', { name: /Ada Byron/ })).toBeVisible();

  await page.getByLabel('Email').fill('grace at example');
  await press(page.getByRole('button', { name: 'Sign in' }));
  await expect(page.locator('input:invalid')).toHaveValue('grace at example');

  await press(page.getByRole('button', { name: 'Cancel and go back' }));
  await expect(page.getByRole('heading', { name: 'Sign-in was cancelled' })).toBeFocused();
  expect(new URL(page.url()).search).toBe('');
});

test('the browser asks how to sign in, and after that who is signed in', async ({
  page,
  person,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    // The list is there before a request waits for its change.
    if (request.headers()['prefer'] === undefined) asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await expect(page.getByRole('link', continueLink)).toBeVisible();
  expect(asked).toContain('/api/auth/providers');
  // The page knows without this request that nobody is signed in; its 499 would be an error in the console.
  expect(asked).not.toContain('/api/auth/me');
  await signIn(page, person);
  for (const load of ['the first', 'a second']) {
    await expect(newTask(page)).toBeVisible();
    const first = () => asked.filter((path) => /^\/api\/(auth\/me|tasks)$/.test(path));
    await expect.poll(() => first().toSorted(), load).toEqual(['/api/auth/me', '/api/tasks']);
    asked.length = 0;
    await page.reload();
  }
});

test('signing out here leaves the provider’s session, which ends there', async ({
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
  await press(page.getByRole('button', { name: 'Sign out' }));

  const tab = await context.newPage();
  await tab.goto(provider);
  await expect(tab.getByRole('heading', { name: 'Signed in here as Grace Murray' })).toBeVisible();
  await press(tab.getByRole('button', { name: 'Sign out at the provider' }));
  await expect(tab.getByRole('heading', { name: 'Nobody is signed in here' })).toBeVisible();

  await press(page.getByRole('link', continueLink));
  await press(page.getByRole('button', { name: /Emmy Noether/ }));
  await expect(page.getByRole('button', { name: 'Account of Emmy Noether' })).toBeVisible();
});

test('an ended session shows its notice above the sign-in options, and what was written goes after the next sign-in', async ({
  page,
  person,
  context,
  faults,
}) => {
  faults.expect(/status of 499 /);
  await openSignedIn(page, person);
  await addTask(page, { description: 'Before it ended' });
  // The session ends with this request: at a response without a session the page leaves the list.
  await page.route('**/api/tasks', async (route) => {
    if (route.request().method() === 'POST') await context.clearCookies({ name: /^q_session/ });
    await route.fallback();
  });
  await newTask(page).fill('Written too late');
  await newTask(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeFocused();
  await page.unroute('**/api/tasks');

  await press(page.getByRole('link', continueLink));
  await expect(rowOf(page, 'Before it ended')).toBeVisible();
  await expect(rowOf(page, 'Written too late')).toBeVisible();
  await expect(rowOf(page, 'Written too late')).not.toContainText(/Waiting|Saving/);
});
