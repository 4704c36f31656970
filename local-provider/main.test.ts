import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { createRemoteJWKSet, jwtVerify } from 'jose';

import { emptyFolder } from '../test/folder.ts';
import { authorization, client, makeBrowser, renew, signIn, started } from '../test/local-provider.ts';
import { openRecords } from './records.ts';

test('signs in with code, PKCE and nonce; the ID token says who, for an hour', async (t) => {
  const { issuer } = await started(t);
  const { callback, ...tokens } = await signIn(issuer, { email: 'ada@example.com' });
  assert.equal(callback.searchParams.get('state'), 'the state');
  assert.equal(callback.searchParams.get('iss'), issuer);
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const { payload, protectedHeader } = await jwtVerify(tokens.id_token, keys, {
    issuer,
    audience: client.id,
  });
  assert.equal(protectedHeader.alg, 'RS256');
  const { iat = 0, exp = 0, nonce, email, email_verified: verified, name, picture } = payload;
  assert.deepEqual(
    { seconds: exp - iat, nonce, email, verified, name, picture },
    {
      seconds: 3600,
      nonce: 'the nonce',
      email: 'ada@example.com',
      verified: true,
      name: 'Ada Byron',
      picture: 'https://pictures.example/ada.png',
    },
  );
});

test('knows the service at localhost, 127.0.0.1 and ::1, and nowhere else', async (t) => {
  const { issuer } = await started(t);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const { url, redirectUri } = authorization(issuer, host);
    const browser = makeBrowser();
    const { callback } = await browser.submit(await browser.open(url.href), { email: 'grace@example.com' });
    assert.equal(callback.origin + callback.pathname, redirectUri);
  }
  const elsewhere = await makeBrowser().open(authorization(issuer, 'elsewhere.example').url.href);
  assert.equal(elsewhere.status, 400);
  assert.match(elsewhere.text, /redirect_uri did not match/);
});

test('keys and grants survive a restart, so that a renewal after it works', async (t) => {
  const dataFolder = emptyFolder(t);
  const before = await started(t, { dataFolder });
  const { issuer } = before;
  const tokens = await signIn(issuer, { email: 'typed@example.com', name: 'Typed by Hand' });
  await before.close();

  await started(t, { dataFolder, port: Number(new URL(issuer).port) });
  const renewed = await renew(issuer, tokens.refresh_token);
  assert.equal(renewed.status, 200);
  assert.notEqual(renewed.tokens.refresh_token, tokens.refresh_token, 'a refresh token is for one use');
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const [then, now] = await Promise.all(
    [tokens, renewed.tokens].map((each) => jwtVerify(each.id_token, keys, { issuer })),
  );
  const said = ({ sub, email, name }: Record<string, unknown> = {}) => ({ sub, email, name });
  assert.deepEqual(said(now?.payload), said(then?.payload));
  assert.deepEqual([now?.payload['email'], now?.payload['name']], ['typed@example.com', 'Typed by Hand']);
});

test('its database, which holds its keys, is readable by its owner only', async (t) => {
  const dataFolder = emptyFolder(t);
  await started(t, { dataFolder });
  for (const name of ['local-provider.db', 'local-provider.db-wal'])
    assert.equal((statSync(join(dataFolder, name)).mode & 0o777).toString(8), '600', name);
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
  const { url } = authorization(issuer);
  for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
  const { callback } = await makeBrowser().open(url.href);
  assert.equal(callback.searchParams.get('error'), 'invalid_request');
});

test('refuses a production profile', async (t) => {
  await assert.rejects(started(t, { isProduction: true }), /does not start in a production profile/);
});
