import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';

import { createLocalJWKSet, createRemoteJWKSet, jwtVerify } from 'jose';

import { emptyFolder } from '../test/folder.ts';
import {
  authorization,
  client,
  keySetOf,
  makeBrowser,
  redeem,
  renew,
  servicePort,
  signIn,
  started,
  subjectOf,
} from '../test/local-provider.ts';
import { openRecords } from './records.ts';

test('signs in with code, PKCE and nonce; the ID token says who, for an hour', async (t) => {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  const attempt = authorization(issuer, 'localhost');

  const page = await browser.open(attempt.url);
  assert.equal(page.status, 200);
  const { callback } = await browser.submit(page, { person: 'ada@example.com' });
  assert.equal(callback.origin + callback.pathname, `http://localhost:${servicePort}/api/auth/callback`);
  assert.equal(callback.searchParams.get('state'), 'the state');
  assert.equal(callback.searchParams.get('iss'), issuer);

  const tokens = await redeem(issuer, attempt, callback);
  const { payload, protectedHeader } = await jwtVerify(
    tokens.id_token,
    createRemoteJWKSet(new URL(`${issuer}/jwks`)),
    { issuer, audience: client.id },
  );
  assert.equal(protectedHeader.alg, 'RS256');
  assert.equal(payload.nonce, 'the nonce');
  assert.equal(Number(payload.exp) - Number(payload.iat), 3600);
  const { email, email_verified: verified, name, picture } = payload;
  assert.deepEqual(
    { email, verified, name, picture },
    {
      email: 'ada@example.com',
      verified: true,
      name: 'Ada Byron',
      picture: 'https://pictures.example/ada.png',
    },
  );
  assert.notEqual(tokens.refresh_token, '', 'a refresh token comes unasked');
});

test('knows the service at localhost, 127.0.0.1 and ::1, and nowhere else', async (t) => {
  const { issuer } = await started(t);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const browser = makeBrowser();
    const page = await browser.open(authorization(issuer, host).url);
    const { callback } = await browser.submit(page, { person: 'grace@example.com' });
    assert.equal(callback.host, `${host}:${servicePort}`);
  }
  const elsewhere = await makeBrowser().open(authorization(issuer, 'elsewhere.example').url);
  assert.equal(elsewhere.status, 400);
  assert.match(elsewhere.text, /come back to an address that is not its own/);
});

test('a refresh token is for one use; a second use revokes the whole grant', async (t) => {
  const { issuer } = await started(t);
  const browser = makeBrowser();
  const first = await signIn(issuer, { person: 'ada@example.com' }, browser);
  const second = await renew(issuer, first.refresh_token);
  assert.equal(second.status, 200);
  assert.notEqual(second.tokens.refresh_token, first.refresh_token);

  const again = await renew(issuer, first.refresh_token);
  assert.deepEqual([again.status, again.tokens.error], [400, 'invalid_grant']);
  const newest = await renew(issuer, second.tokens.refresh_token);
  assert.deepEqual([newest.status, newest.tokens.error], [400, 'invalid_grant']);

  const attempt = authorization(issuer, 'localhost');
  const { callback } = await browser.open(attempt.url);
  const afresh = await redeem(issuer, attempt, callback);
  assert.equal(
    (await renew(issuer, afresh.refresh_token)).status,
    200,
    'the next sign-in of the same browser makes a new grant',
  );
});

test('keys, people and grants survive a restart, so that a renewal after it works', async (t) => {
  const dataFolder = emptyFolder(t);
  const before = await started(t, { dataFolder });
  const tokens = await signIn(before.issuer, { email: 'typed@example.com', name: 'Typed by Hand' });
  const keysBefore = await keySetOf(before.issuer);
  await before.close();

  const after = await started(t, { dataFolder, port: Number(new URL(before.issuer).port) });
  const renewed = await renew(after.issuer, tokens.refresh_token);
  assert.equal(renewed.status, 200);
  const { payload } = await jwtVerify(renewed.tokens.id_token, createLocalJWKSet(keysBefore), {
    issuer: before.issuer,
  });
  assert.deepEqual([payload['email'], payload['name']], ['typed@example.com', 'Typed by Hand']);
  assert.equal(payload.sub, subjectOf(tokens.id_token));
});

test('its database, which holds its keys, is readable by its owner only', async (t) => {
  const dataFolder = emptyFolder(t);
  await started(t, { dataFolder });
  for (const name of ['local-provider.db', 'local-provider.db-wal'])
    assert.equal((statSync(join(dataFolder, name)).mode & 0o777).toString(8), '600', name);
});

test('an expired record is removed at the next write, and one without an end is kept', async (t) => {
  const folder = emptyFolder(t);
  const { adapter, close } = openRecords(folder);
  t.after(close);
  const codes = adapter('AuthorizationCode');
  await codes.upsert('ended', { exp: 1 }, 1);
  await codes.upsert('endless', {}, 1);
  await codes.upsert('next', { exp: 4_000_000_000 }, 1);
  assert.deepEqual(
    [await codes.find('ended'), await codes.find('endless'), await codes.find('next')],
    [undefined, {}, { exp: 4_000_000_000 }],
  );
});

test('a request without PKCE is refused', async (t) => {
  const { issuer } = await started(t);
  const url = authorization(issuer, 'localhost').url;
  url.searchParams.delete('code_challenge');
  url.searchParams.delete('code_challenge_method');
  const { callback } = await makeBrowser().open(url);
  assert.equal(callback.searchParams.get('error'), 'invalid_request');
});

test('refuses a production profile', async (t) => {
  await assert.rejects(started(t, { isProduction: true }), /does not start in a production profile/);
});

test('a taken port is named together with LOCAL_PROVIDER_PORT', async (t) => {
  const blocker = createServer();
  await new Promise<void>((resolve) => void blocker.listen(0, '127.0.0.1', resolve));
  t.after(() => void blocker.close());
  const address = blocker.address();
  assert.ok(typeof address === 'object' && address !== null);
  await assert.rejects(
    started(t, { port: address.port }),
    new RegExp(`Port ${address.port} .* taken.*LOCAL_PROVIDER_PORT`, 's'),
  );
});
