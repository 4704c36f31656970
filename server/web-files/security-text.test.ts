import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';

test('/.well-known/security.txt has the contact of the profile and a date that has not come; without a contact it is 404', async (t) => {
  const url = '/.well-known/security.txt';
  const contact = 'mailto:security@example.com';
  const { app, clock } = await startTestApp(t, { config: { http: { securityContact: contact } } });
  const { headers, body } = await app.inject({ url });
  assert.match(headers['content-type'] ?? '', /^text\/plain/);
  const [, to, until = ''] = /^Contact: (.*)\nExpires: (.*)\n$/.exec(body) ?? [];
  assert.equal(to, contact);
  assert.ok(Date.parse(until) > clock.nowMs());
  const without = await startTestApp(t);
  assert.equal((await without.app.inject({ url })).statusCode, 404);
});
