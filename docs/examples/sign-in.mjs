// Opens a browser window, waits until somebody has signed in there, and keeps the session for scripts:
//   node docs/examples/sign-in.mjs https://tasks.example.org cookies.txt
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { writeCookies } from './cookie-file.mjs';

/** Signs in with a page of Playwright. Resolves when the session is in the file. */
export async function keepSession(page, address, file) {
  await page.goto(new URL('/api/auth/login', address).href);
  const isBack = (url) =>
    url.origin === new URL(address).origin && !url.pathname.startsWith('/api/auth/');
  await page.waitForURL(isBack, { timeout: 0 });
  const cookies = await page.context().cookies(address);
  if (!cookies.some(({ name }) => name.startsWith('q_session')))
    throw new Error('The sign-in failed');
  writeCookies(file, address, new Map(cookies.map((cookie) => [cookie.name, cookie])));
}

// `import.meta.main` is newer than Node 20.
const [, started = '', address, file] = process.argv;
if (realpathSync(started) === fileURLToPath(import.meta.url)) {
  if (file === undefined) {
    console.error('usage: sign-in.mjs ADDRESS COOKIE-FILE');
    process.exit(2);
  }
  const { chromium } = await import('@playwright/test');
  // A profile of its own, which nobody uses afterwards: two holders of one session would spend each other's renewals.
  const browser = await chromium.launch({
    headless: false,
    executablePath: process.env.CHROMIUM_PATH,
  });
  await keepSession(await browser.newPage(), address, file);
  await browser.close();
}
