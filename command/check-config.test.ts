import assert from 'node:assert/strict';
import { test } from 'node:test';

import { authOf, checkConfig } from '../test/check-config.ts';
import { client, servicePort, started } from '../test/local-provider.ts';
import { freePort } from '../test/process.ts';
import type { Fault } from '../test/provider/fault.ts';
import { faults } from '../test/provider/faults.ts';
import { startProvider } from '../test/provider/provider.ts';

const callback = 'https://tasks.example.com/api/auth/callback';

/** A request to the authorization endpoint. */
const asksForPage = (input: unknown) => typeof input === 'string' && input.includes('response_type=code');

test('the local provider: id, secret and redirect address are proven, and each is named when it is wrong', async (t) => {
  const { issuer } = await started(t);
  const at = (port: number) => ({ http: { port }, store: { url: 'sqlite::memory:' } });
  const right = { issuer, clientId: client.id, clientSecret: client.secret };
  const good = await checkConfig(t, { ...authOf(right), ...at(servicePort) });
  const address = `http://localhost:${servicePort}/api/auth/callback`;
  assert.deepEqual(good.findings.slice(0, 5), [
    `ok http.allowedHosts: register this redirect address at the provider: ${address}`,
    'ok store.url: can be written; the first start makes the tables',
    `ok auth.providers[0].issuer: ${issuer} has usable metadata and keys`,
    'ok auth.providers[0].clientSecret: the provider accepts id and secret',
    `ok http.allowedHosts: the provider knows ${address}`,
  ]);
  assert.equal(good.code, 0);

  const wrong = async (provider: Parameters<typeof authOf>[0], port = servicePort) => {
    const { code, findings } = await checkConfig(t, { ...authOf(provider), ...at(port) });
    assert.equal(code, 1);
    return findings.filter((line) => line.startsWith('fault'));
  };
  const other = 'another secret of the client';
  assert.match((await wrong({ ...right, clientSecret: other })).join(), /clientSecret: .*\(invalid_client\)/);
  assert.match((await wrong({ ...right, clientId: 'nobody' })).join(), /clientSecret: .*\(invalid_client\)/);
  assert.match((await wrong(right, 8765)).join(), /localhost:8765\/api\/auth\/callback \(400\): register/);
  assert.match((await wrong({ issuer })).join(), /clientId: is empty.*clientSecret: is empty/);
});

test('the common mistakes of an issuer, a client and a provider are told apart', async (t) => {
  const provider = await startProvider(t, { nowMs: Date.now });
  const { issuer, clientId, clientSecret } = provider;
  const discovery = (said: object): Fault => ({ discovery: (good) => ({ ...good, ...said }) });
  const answers = (response: () => Response): Fault => ({
    respond: async (seen, good) => (seen.endpoint === 'discovery' ? response() : good()),
  });
  const back = (query: string) =>
    new Response(null, { status: 303, headers: { location: callback + query } });
  const cases: ReadonlyArray<readonly [fault: Fault, page: Response, finding: RegExp]> = [
    [{}, back('?error=login_required'), /^ok http\.allowedHosts: the provider knows https:\/\/tasks/m],
    [discovery({ issuer: `${issuer}/` }), back(''), /^ok .*issuer/m],
    [discovery({ issuer: `${issuer}/a/` }), back(''), /^fault .*issuer: .* calls itself .*another tenant/m],
    [discovery({ issuer: issuer.replace('https', 'http') }), back(''), /^fault .*http and https differ/m],
    [discovery({ issuer: `${issuer}/{tenantid}/v2.0` }), back(''), /^fault .*serves every tenant/m],
    [answers(() => new Response('none', { status: 404 })), back(''), /^fault .*check realm or tenant/m],
    [faults.announcesOnlyWeakAlgorithms, back(''), /^fault .*choose RS256/m],
    [faults.refusesClients, back(''), /^fault .*clientSecret: .*\(invalid_client\)/m],
    [
      { ...faults.refusesClients, ...faults.refusesAsUnauthorized },
      back(''),
      /^fault .*clientId: .*authorization code flow/m,
    ],
    [{}, back('?error=invalid_scope'), /^fault .*scopes: .*invalid_scope/m],
    [{}, back('?error=unauthorized_client'), /^fault .*refuses a sign-in: unauthorized_client/m],
    [
      {},
      new Response('mismatch', { status: 400 }),
      /^fault http\.allowedHosts: .*\(400\): register this address/m,
    ],
    [{}, new Response('a page'), /^warning http\.allowedHosts: .*sign in once/m],
    [
      discovery({ scopes_supported: ['openid', 'offline_access'] }),
      back(''),
      /^warning .*does not list email/m,
    ],
    [
      discovery({ scopes_supported: ['openid', 'offline_access'] }),
      back(''),
      /^warning .*lacks offline_access/m,
    ],
    [
      answers(() => Response.json({}, { headers: { date: new Date(0).toUTCString() } })),
      back(''),
      /^fault /m,
    ],
  ];
  for (const [fault, page, expected] of cases) {
    provider.play(fault);
    const fetch: typeof globalThis.fetch = async (input, init) =>
      asksForPage(input) ? page.clone() : provider.fetch(input, init);
    const profile = {
      ...authOf({ issuer, clientId, clientSecret }),
      http: { allowedHosts: ['tasks.example.com'], publicScheme: 'https' },
      store: { url: 'sqlite::memory:' },
    };
    const { code, findings, others } = await checkConfig(t, profile, [], fetch);
    assert.match(findings.join('\n'), expected);
    assert.equal(code, findings.some((line) => line.startsWith('fault')) ? 1 : 0);
    assert.ok(!(findings.join() + others).includes(clientSecret));
  }
});

test('a provider that cannot be reached, or whose clock differs, is a fault with the reason', async (t) => {
  const closed = await checkConfig(
    t,
    authOf({ issuer: `http://127.0.0.1:${await freePort()}`, clientId: 'a', clientSecret: 'b' }),
  );
  assert.match(closed.findings.join('\n'), /^fault .*issuer: .*cannot be reached \(ECONNREFUSED\)/m);
  const provider = await startProvider(t, { nowMs: Date.now });
  const { issuer, clientId, clientSecret } = provider;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (asksForPage(input)) return new Response(null, { status: 400 });
    const response = await provider.fetch(input, init);
    response.headers.set('date', new Date(Date.now() - 3_600_000).toUTCString());
    return response;
  };
  const late = await checkConfig(t, authOf({ issuer, clientId, clientSecret }), [], fetch);
  assert.match(late.findings.join('\n'), /^fault auth\.clockTolerance: the clocks differ by 3[56]\d\d s/m);
});
