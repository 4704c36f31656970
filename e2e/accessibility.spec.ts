import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { chooseAnswers } from './answers.ts';
import type { Rules } from './axe.ts';
import { findingsIn } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { changeStates } from './states/changes.ts';
import { dialogStates } from './states/dialogs.ts';
import { listStates } from './states/lists.ts';
import { signedOutStates } from './states/signed-out.ts';
import { set } from './states/state.ts';
import { viewStates } from './states/views.ts';
import { makeSession, press } from './walks.ts';

test.use({ actionTimeout: 15_000 });

/** `npm test` looks at each state once, `npm test -- --all` in every theme and language. */
const isMain = process.env['TESTS'] === 'main';

/** Each group of states is a test of its own, so that they run side by side. */
const groups = {
  'signed out': signedOutStates,
  lists: listStates,
  changes: changeStates,
  views: viewStates,
  dialogs: dialogStates,
};

for (const [group, states] of Object.entries(groups))
  test(`axe finds nothing in any state: ${group}`, async ({
    page,
    context,
    service,
    person,
    faults,
  }) => {
    test.setTimeout(300_000);
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
    const check = async (name: string, scheme: 'light' | 'dark', rules: Rules) => {
      await page.emulateMedia({ colorScheme: scheme });
      findings.push(
        ...(await findingsIn(page, rules)).map((finding) => `${name}, ${scheme}: ${finding}`),
      );
      await keepPicture(page, `${name}, ${scheme}`);
    };

    let provider = '';
    if (states === signedOutStates)
      await test.step('signing in at the local provider', async () => {
        await page.goto('/');
        await press(page.getByRole('link', { name: /^Continue with/ }));
        await expect(page.getByLabel('Email')).toBeVisible();
        provider = new URL(page.url()).origin;
        await check('provider', 'light', 'all');
        await check('provider', 'dark', 'theme');
      });
    else await makeSession(page, person);

    const answer = await chooseAnswers(page);
    const size = page.viewportSize();
    // The languages with longer words are checked once each, on a phone, which has the least room.
    const longer = [
      ['de', 'light', 'language'],
      ['fr', 'dark', 'language'],
    ] as const;
    const short = [['en', 'light', 'all']] as const;
    const looks = [
      ...(test.info().project.use.isMobile ? longer : []),
      ...short,
      ['en', 'dark', 'theme'],
    ] as const;
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
        for (const [language, scheme, rules] of isMain ? short : looks) {
          await set(page, 'language', language);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await check(`${name} (${language})`, scheme, rules);
        }
      });

    if (states === signedOutStates)
      await test.step('the provider’s own page', async () => {
        answer({});
        await context.clearCookies({ name: /^q_session/ });
        await makeSession(page, person);
        await page.goto(provider);
        await expect(
          page.getByRole('heading', { name: `Signed in here as ${person.name}` }),
        ).toBeVisible();
        await check('provider, signed in', 'light', 'all');
        await check('provider, signed in', 'dark', 'theme');
      });
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
