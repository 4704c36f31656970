import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { authorization, makeBrowser, started, startService } from '../test/local-provider.ts';

test('a bad email is refused, and the same page still works afterwards', async (t) => {
  const { browser, page } = await opened(t);
  const refused = await browser.submit(page, { email: 'not "an" <email>', name: 'Someone & Co' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /This is not an email address/);
  const { callback } = await browser.submit(page, { email: ' someone@example.com ', name: '' });
  assert.ok(callback.searchParams.get('code'));
});

test('a form of another origin signs nobody in and nobody out', async (t) => {
  const { issuer, browser, page } = await opened(t);
  for (const headers of [{ origin: 'http://localhost:1' }, { 'sec-fetch-site': 'same-site' }]) {
    assert.equal((await browser.submit(page, { email: 'ada@example.com' }, headers)).status, 403);
    assert.equal((await browser.submit({ href: `${issuer}/account` }, {}, headers)).status, 403);
  }
});

test('a sign-in page opened in another browser is refused with an error page', async (t) => {
  const { page } = await opened(t);
  const other = await makeBrowser().open(page.href);
  assert.equal(other.status, 400);
  assert.match(other.text, /has ended or was opened in another browser/);
});

test('its cookies are never sent to the service on the same host, and those of the service do no harm', async (t) => {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  await (await startService(t, issuer)).openBrowser().signIn({ email: 'ada@example.com' }, browser);
  assert.ok(browser.cookiePaths().length > 0);
  for (const path of browser.cookiePaths()) assert.ok(path.startsWith('/account'), path);

  const crowded = {
    cookie: `q_session_chunk_1=${'x'.repeat(4056)}; q_session_chunk_2=${'x'.repeat(4056)}`,
  };
  assert.equal((await fetch(`${issuer}/account`, { headers: crowded })).status, 200);
});

test('answers at its own host name only', async (t) => {
  const { issuer } = await started(t);
  const misdirected = await fetch(`${issuer.replace('localhost', '127.0.0.1')}/account`);
  assert.equal(misdirected.status, 421);
});

/** The sign-in page in a browser of its own. */
async function opened(t: TestContext) {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  return { issuer, browser, page: await browser.open(await authorization(t, issuer)) };
}
