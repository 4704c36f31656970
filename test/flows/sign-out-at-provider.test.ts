import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hourMs, startTestApp } from '../app.ts';
import { fail, failures } from '../provider/failures.ts';
import { claims, discovery } from '../provider/faults.ts';

const endsSessions = discovery({ end_session_endpoint: 'https://id.example.com/end?theme=dark' });
const script = {
  'x-requested-with': 'JavaScript',
  'sec-fetch-dest': 'empty',
  'sec-fetch-site': 'same-origin',
};

test('signing out leads on to the provider with the ID token, and from there back; a script gets the address', async (t) => {
  const service = await startTestApp(t, {
    config: { auth: { postLoginPath: '/tasks' } },
    declared: { signOutAtProvider: true },
  });
  service.provider.play(endsSessions);
  for (const [headers, status] of [
    [{}, 303],
    [script, 200],
  ] as const) {
    const browser = await service.signedIn();
    const answer = await browser.get('/api/auth/logout', headers);
    assert.equal(answer.statusCode, status);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.deepEqual([...browser.cookies.keys()], [], 'the session cookies are expired');
    const address = new URL(
      status === 200 ? answer.json().location : String(answer.headers.location),
    );
    const { id_token_hint: hint = '', ...others } = Object.fromEntries(address.searchParams);
    assert.equal(address.origin + address.pathname, 'https://id.example.com/end');
    assert.deepEqual(others, {
      theme: 'dark',
      client_id: service.provider.clientId,
      post_logout_redirect_uri: 'http://tasks.example.com/tasks',
    });
    assert.equal(
      JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString()).sub,
      'ada',
    );
    const again = await browser.get('/api/auth/logout', headers);
    assert.deepEqual(
      [again.statusCode, again.headers.location],
      [303, '/tasks'],
      'nobody is signed in',
    );
  }
});

test('an ID token that is too long for an address is left out', async (t) => {
  const service = await startTestApp(t, { declared: { signOutAtProvider: true } });
  service.provider.play(endsSessions, claims({ groups: 'g'.repeat(6000) }));
  const browser = await service.signedIn();
  const { location } = (await browser.get('/api/auth/logout')).headers;
  assert.match(String(location), /^https:\/\/id\.example\.com\/end\?.*client_id=/);
  assert.doesNotMatch(String(location), /id_token_hint/);
});

for (const [what, signOutAtProvider, fault] of [
  ['the profile does not ask for more', false, endsSessions],
  ['the provider has no such endpoint', true, discovery({ end_session_endpoint: undefined })],
  [
    'the endpoint has no https',
    true,
    discovery({ end_session_endpoint: 'http://id.example.com/end' }),
  ],
  ['the endpoint is a script', true, discovery({ end_session_endpoint: 'javascript:alert(1)' })],
] as const)
  test(`signing out ends at the post-login address, also for a script: ${what}`, async (t) => {
    const service = await startTestApp(t, { declared: { signOutAtProvider } });
    service.provider.play(fault);
    for (const headers of [{}, script]) {
      const browser = await service.signedIn();
      const answer = await browser.get('/api/auth/logout', headers);
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
    }
  });

test('a provider that cannot be reached keeps nobody signed in, and is one warning', async (t) => {
  const service = await startTestApp(t, { declared: { signOutAtProvider: true } });
  service.provider.play(endsSessions);
  const browser = await service.signedIn();
  const copy = browser.cookieHeader('/');
  // A process that has not yet sent a request to the provider.
  const other = browser.at(await service.anotherProcess());
  service.provider.play(fail('discovery', failures.unreachable));
  const answer = await other.get('/api/auth/logout');
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
  service.clock.advance(hourMs / 2);
  assert.equal((await browser.get('/api/auth/me', { cookie: copy })).statusCode, 401);
  const warnings = service.logged.filter(({ level }) => level === 'warn');
  assert.deepEqual(
    warnings.map(({ reason }) => reason),
    ['unreachable'],
  );
  assert.match(
    String(warnings[0]?.msg),
    /^not signed out at the provider: the provider cannot be reached: check/,
  );
});
