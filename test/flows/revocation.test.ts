import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { hold } from '../provider/failures.ts';
import { faults } from '../provider/faults.ts';

test('signing out revokes the tokens in the background: the browser does not wait for the provider', async (t) => {
  const service = await startTestApp(t, { declared: { revokeAtSignOut: true } });
  const { provider } = service;
  provider.play(faults.takesRevocations);
  const browser = await service.signedIn();
  const revocation = hold('revocation');
  provider.play({ ...faults.takesRevocations, ...revocation.fault });
  const answer = await browser.get('/api/auth/logout', navigation);
  assert.equal(answer.statusCode, 303);
  await revocation.reached;
  revocation.release();
});

test('signing out revokes nothing unless the profile asks for it', async (t) => {
  const service = await startTestApp(t);
  service.provider.play(faults.takesRevocations);
  const browser = await service.signedIn();
  await browser.get('/api/auth/logout', navigation);
  await new Promise(setImmediate);
  assert.equal(service.provider.count('revocation'), 0);
});
