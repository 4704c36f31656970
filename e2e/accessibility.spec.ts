import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { chooseAnswers } from './answers.ts';
import { findingsIn } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { signedInStates, signedOutStates } from './states.ts';
import type { State } from './states/state.ts';
import { set } from './states/state.ts';
import { makeSession, press } from './walks.ts';

test.use({ actionTimeout: 15_000 });

test('axe finds nothing in any state', async ({ page, context, service, person, faults }) => {
  test.setTimeout(600_000);
  faults.expect(/status of (400|403|404|409|422|499|500|503) |ERR_CONNECTION_FAILED|planted/);
  // The data that one state stores must not reach the next state; but a reload within a state keeps the data.
  await page.addInitScript(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload') return;
    for (const name of Object.keys(localStorage))
      if (name !== 'dueline.session') localStorage.removeItem(name);
    sessionStorage.clear();
  });
  const findings: string[] = [];
  const check = async (name: string, scheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme: scheme });
    findings.push(...(await findingsIn(page)).map((finding) => `${name}, ${scheme}: ${finding}`));
    await keepPicture(page, `${name}, ${scheme}`);
  };

  let provider = '';
  await test.step('signing in at the local provider', async () => {
    await page.goto('/');
    await press(page.getByRole('link', { name: /^Continue with/ }));
    await expect(page.getByLabel('Email')).toBeVisible();
    provider = new URL(page.url()).origin;
    for (const scheme of ['light', 'dark'] as const) await check('provider', scheme);
  });

  const answer = await chooseAnswers(page);
  const size = page.viewportSize();
  // The languages with longer words are checked once each, on a phone, which has the least room.
  const longer = [
    ['de', 'light'],
    ['fr', 'dark'],
  ] as const;
  const looks = [
    ...(test.info().project.use.isMobile ? longer : []),
    ['en', 'light'],
    ['en', 'dark'],
  ] as const;
  const walk = async (states: Readonly<Record<string, State>>) => {
    for (const [name, state] of Object.entries(states))
      await test.step(name, async () => {
        answer(state.answers ?? {});
        const wanted = state.size ?? size;
        if (wanted) await page.setViewportSize(wanted);
        if (state.hasCookie)
          await context.addCookies([
            { name: 'q_session', value: 'unreadable', url: `http://localhost:${service.port}` },
          ]);
        await page.goto(state.address ?? '/');
        if (state.reach) await page.locator('main:not([aria-busy=true])').waitFor();
        await state.reach?.(page);
        await expect.soft(state.shows(page), name).toBeVisible();
        for (const [language, scheme] of looks) {
          await set(page, 'language', language);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await check(`${name} (${language})`, scheme);
        }
      });
  };
  await walk(signedOutStates);
  answer({});
  await context.clearCookies({ name: /^q_session/ });
  await makeSession(page, person);
  await test.step('the provider’s own page', async () => {
    await page.goto(provider);
    await expect(page.getByRole('heading', { name: `Signed in here as ${person.name}` })).toBeVisible();
    for (const scheme of ['light', 'dark'] as const) await check('provider, signed in', scheme);
  });
  await walk(signedInStates);
  expect(findings).toEqual([]);
});

/** Saves a screenshot of each state in the folder that SCREENSHOTS names. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const root = process.env['SCREENSHOTS'];
  if (root === undefined) return;
  const folder = join(root, test.info().project.name);
  await mkdir(folder, { recursive: true });
  const file = `${name.replaceAll(/[^\w]+/g, '-').replace(/-$/, '')}.png`;
  await page.screenshot({ path: join(folder, file), animations: 'disabled' });
}
