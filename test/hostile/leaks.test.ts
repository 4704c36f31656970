import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { LightMyRequestResponse } from 'fastify';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { navigation } from '../browser.ts';
import { fields } from '../flows/task-fields.ts';
import type { Fault } from '../provider/fault.ts';
import { fail, failures, faults, hmacWith } from '../provider/faults.ts';
import { StoreError } from '../../server/store/store.ts';
import { listen, requestText } from './wire.ts';

const hourMs = 60 * 60 * 1000;
const description = 'buy-the-ring-for-a-secret-proposal';
const email = 'ada.the-private@example.com';

test('a whole hostile run: no log line, no error body and no header carries a token, code, cookie or secret', async (t) => {
  const trouble = { isOn: false };
  const service = await startTestApp(t, {
    config: { log: { level: 'trace' }, session: { secrets: ['the-session-secret-of-this-hostile-run'] } },
    store: failingWhen(trouble),
  });
  const run = record(service);
  const person = { sub: 'ada', email, name: 'Ada-the-private' };
  const signIn = () => run.signIn(service.openBrowser(), person);

  // All is well, with a small and a large session, and what comes after it.
  for (const size of [0, 7_000]) {
    service.provider.play({ claims: (claims) => ({ ...claims, groups: 'g'.repeat(size) }) });
    const browser = await signIn();
    await run.tasks(browser);
    service.clock.advance(hourMs);
    await run.tasks(browser);
  }

  // Every fault, at sign-in and at renewal, of the tokens and of the provider.
  const everyFault: readonly Fault[] = [
    ...Object.values(faults),
    hmacWith(service.provider.clientSecret),
    { tokens: (said) => ({ ...said, error: 'invalid_grant', error_description: said.access_token }) },
    { tokens: (said) => ({ ...said, error: said.access_token }) },
    ...Object.values(failures)
      .filter((failure) => failure !== failures.slow && failure !== failures.slowBody)
      .flatMap((failure) => (['token', 'jwks', 'discovery'] as const).map((each) => fail(each, failure))),
  ];
  for (const fault of everyFault) {
    service.provider.play();
    const browser = await signIn();
    service.provider.play(fault);
    await signIn();
    service.clock.advance(hourMs);
    await run.tasks(browser);
    service.clock.advance(hourMs);
    await run.tasks(browser);
    await run.get(browser, '/health/ready');
    service.clock.advance(hourMs);
  }

  // A wrong client secret, an outage of the store, cookies and parameters where they do not belong.
  service.provider.play(fail('token', failures.invalidClient));
  await signIn();
  service.provider.play();
  const browser = await signIn();
  trouble.isOn = true;
  await run.tasks(browser);
  await signIn();
  trouble.isOn = false;
  await run.misplace(browser);
  await run.sendRaw(browser);

  const secrets = run.secrets();
  const written = run.written();
  assert.ok(secrets.size > 500, `${secrets.size} secrets were collected`);
  assert.ok(written.length > 500, `${written.length} texts were collected`);
  const leaks = new Set<string>();
  for (const { where, text } of written)
    for (const [secret, kind] of secrets) if (text.includes(secret)) leaks.add(`${kind} in ${where}`);
  assert.deepEqual([...leaks], []);
  // The wrong secret of the client and the store are worth an error each; nothing else went wrong on our side.
  for (const { msg } of service.takeErrors()) assert.match(msg, /sign-in not possible|renewal not possible|failed|user record/); // prettier-ignore
});
