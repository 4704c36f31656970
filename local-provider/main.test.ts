import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { readClaims } from '../server/sign-in/id-token.ts';
import { emptyFolder } from '../test/folder.ts';
import { authorization, makeBrowser, started, startService } from '../test/local-provider.ts';
import { openRecords } from './records.ts';

test('knows the service at localhost, 127.0.0.1 and ::1, and nowhere else; the ID token says who, for an hour', async (t) => {
  const { issuer } = await started(t);
  const { openBrowser, sessionOf } = await startService(t, issuer);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const browser = openBrowser(host);
    await browser.signIn({ email: 'ada@example.com' });
    const pictureUrl = 'https://pictures.example/ada.png';
    assert.deepEqual(await browser.me(), {
      email: 'ada@example.com',
      name: 'Ada Byron',
      pictureUrl,
    });
    const { iat, exp } = readClaims(sessionOf(browser).tokens.idToken);
    assert.equal(exp - iat, 3600);
  }
  const elsewhere = await makeBrowser().open(await openBrowser('elsewhere.example').login());
  assert.equal(elsewhere.status, 400);
  assert.match(elsewhere.text, /redirect_uri did not match/);
});

test('keys and grants survive a restart, so that a renewal after it works, in a database that its owner alone reads', async (t) => {
  const dataFolder = emptyFolder(t);
  const before = await started(t, { dataFolder });
  const { issuer } = before;
  const { openBrowser, clock, sessionOf } = await startService(t, issuer);
  const browser = openBrowser();
  await browser.signIn({ email: 'typed@example.com', name: 'Typed by Hand' });
  const { tokens } = sessionOf(browser);
  const said = await browser.me();
  for (const name of ['local-provider.db', 'local-provider.db-wal'])
    assert.equal((statSync(join(dataFolder, name)).mode & 0o777).toString(8), '600', name);
  await before.close();

  await started(t, { dataFolder, port: Number(new URL(issuer).port) });
  clock.advance(3_600_000);
  assert.deepEqual(await browser.me(), said);
  const renewed = sessionOf(browser).tokens;
  assert.notEqual(renewed.refreshToken, tokens.refreshToken, 'a refresh token is for one use');
  const [keyBefore, keyAfter] = [tokens, renewed].map(({ idToken }) => idToken.split('.')[0]);
  assert.equal(keyAfter, keyBefore);
  assert.deepEqual(said, { email: 'typed@example.com', name: 'Typed by Hand', pictureUrl: null });
});

test('an expired record is removed at the next write', async (t) => {
  const { adapter, close } = openRecords(emptyFolder(t));
  t.after(close);
  const codes = adapter('AuthorizationCode');
  await codes.upsert('ended', { exp: 1 });
  await codes.upsert('lasting', { exp: 4_000_000_000 });
  assert.deepEqual(
    [await codes.find('ended'), await codes.find('lasting')],
    [undefined, { exp: 4_000_000_000 }],
  );
});

test('a request without PKCE is refused', async (t) => {
  const { issuer } = await started(t);
  const url = new URL(await authorization(t, issuer));
  for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
  const { callback } = await makeBrowser().open(url.href);
  assert.equal(callback.searchParams.get('error'), 'invalid_request');
});

test('refuses a production profile', async (t) => {
  await assert.rejects(
    started(t, { isProduction: true }),
    /does not start in a production profile/,
  );
});
