import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { setBy } from '../cookies.ts';

const hourMs = 60 * 60 * 1000;
const before = 'the old secret of more than thirty-two bytes';
const after = 'the new secret of more than thirty-two bytes';

/** What two replicas have while one of them has taken a step of docs/how-to/secrets.md and the other has not yet. */
const steps = [
  { what: 'all learn the new secret', secrets: [[before], [before, after]] },
  {
    what: 'the new secret seals',
    secrets: [
      [before, after],
      [after, before],
    ],
  },
  { what: 'the old secret goes', secrets: [[after, before], [after]] },
] as const;

for (const { what, secrets } of steps)
  test(`changing the session secret of several replicas: while ${what}, nobody is signed out`, async (t) => {
    const { service, replicas } = await replicasWith(t, secrets);
    for (const [signedInAt, asked] of [replicas, replicas.toReversed()]) {
      assert.ok(signedInAt && asked);
      const browser = service.openBrowser().at(signedInAt);
      await browser.signIn();
      assert.equal((await browser.at(asked).get('/api/auth/me')).statusCode, 200);

      service.clock.advance(hourMs);
      const old = browser.cookieHeader('/api/auth/me');
      const [first, second] = [asked, signedInAt].map((app) => service.openBrowser().at(app));
      const renewed = await first?.get('/api/auth/me', { cookie: old });
      const joined = await second?.get('/api/auth/me', { cookie: old });
      assert.ok(renewed && joined);
      assert.equal(renewed.statusCode, 200);
      const [kid = ''] = String(renewed.headers['set-cookie']).split('.');
      const isSame = old.startsWith(kid);
      assert.equal(isSame, secrets[0][0] === secrets[1][0], 'the first secret of the process seals');
      assert.deepEqual(setBy(joined), setBy(renewed), 'both hand out the one renewed session');
    }
  });

test('a secret that seals before every replica knows it signs people out: the order matters', async (t) => {
  const { service, replicas } = await replicasWith(t, [[before], [after, before]]);
  const [late, early] = replicas;
  assert.ok(late && early);
  const browser = service.openBrowser().at(early);
  await browser.signIn();
  assert.equal((await browser.at(late).get('/api/auth/me')).statusCode, 401);
});

async function replicasWith(t: TestContext, lists: readonly (readonly string[])[]) {
  const service = await startTestApp(t);
  const replicas = await Promise.all(
    lists.map((secrets) => service.anotherProcess({ session: { secrets } })),
  );
  return { service, replicas };
}
