import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openSqliteStore } from '../server/store/sqlite.ts';
import { dueline } from '../test/databases.ts';
import { emptyFolder } from '../test/folder.ts';
import { client, servicePort, started } from '../test/local-provider.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { freePort } from '../test/process.ts';
import type { Fault } from '../test/provider/fault.ts';
import { faults } from '../test/provider/faults.ts';
import { startProvider } from '../test/provider/provider.ts';
import { startedHere } from '../test/started-here.ts';
import type { Surroundings } from './command.ts';

const server = postgresServer();
const callback = 'https://tasks.example.com/api/auth/callback';

const wait: Surroundings['wait'] = (milliseconds, signal) =>
  sleep(milliseconds, undefined, signal && { signal });

/** The findings of a profile with these sections; `others` is what the command prints before them. */
async function check(
  t: TestContext,
  profile: object,
  args: readonly string[] = [],
  fetch = globalThis.fetch,
) {
  const file = join(emptyFolder(t), 'checked.yaml');
  writeFileSync(
    file,
    JSON.stringify({ data: emptyFolder(t), localProvider: { enabled: false }, ...profile }),
  );
  const { code, printed } = await startedHere(['check-config', ...args], file, undefined, { fetch, wait });
  const lines = printed.split('\n').filter((line) => /^(ok|warning|fault) /.test(line));
  const others = printed.split('\n').filter((line) => !lines.includes(line));
  return { code, findings: lines.map((line) => line.replace(/ +/, ' ')), others: others.join('\n') };
}

/** A request to the authorization endpoint. */
const asksForPage = (input: unknown) => typeof input === 'string' && input.includes('response_type=code');

type Provider = Readonly<{ issuer: string; clientId?: string; clientSecret?: string }>;

const authOf = (provider: Provider, more: object = {}) => ({
  auth: { tenant: 'here', providers: [{ id: 'here', label: 'Here', ...provider, ...more }] },
});

test('the local provider: id, secret and redirect address are proven, and each is named when it is wrong', async (t) => {
  const { issuer } = await started(t);
  const at = (port: number) => ({ http: { port }, store: { url: 'sqlite::memory:' } });
  const right = { issuer, clientId: client.id, clientSecret: client.secret };
  const good = await check(t, { ...authOf(right), ...at(servicePort) });
  const address = `http://localhost:${servicePort}/api/auth/callback`;
  assert.deepEqual(good.findings.slice(0, 5), [
    `ok http.allowedHosts: register this redirect address at the provider: ${address}`,
    'ok store.url: can be written; the first start makes the tables',
    `ok auth.providers[0].issuer: ${issuer} has usable metadata and keys`,
    'ok auth.providers[0].clientSecret: the provider accepts id and secret',
    `ok http.allowedHosts: the provider knows ${address}`,
  ]);
  assert.equal(good.code, 0);

  const wrong = async (provider: Provider, port = servicePort) => {
    const { code, findings } = await check(t, { ...authOf(provider), ...at(port) });
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
    const { code, findings, others } = await check(t, profile, [], fetch);
    assert.match(findings.join('\n'), expected);
    assert.equal(code, findings.some((line) => line.startsWith('fault')) ? 1 : 0);
    assert.ok(!(findings.join() + others).includes(clientSecret));
  }
});

test('a provider that cannot be reached, or whose clock differs, is a fault with the reason', async (t) => {
  const closed = await check(
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
  const late = await check(t, authOf({ issuer, clientId, clientSecret }), [], fetch);
  assert.match(late.findings.join('\n'), /^fault auth\.clockTolerance: the clocks differ by 3[56]\d\d s/m);
});

test('what a production profile may mean wrongly is found without asking anybody, and no secret is printed', async (t) => {
  const secret = 'abababababababababababababababababab';
  const profile = {
    ...authOf({
      issuer: 'https://id.example.com/.well-known/openid-configuration',
      clientId: 'a',
      clientSecret: 'hidden',
    }),
    http: { allowedHosts: ['tasks.example.com'], trustedProxies: ['0.0.0.0/0'], publicScheme: 'http' },
    session: { secrets: [secret, secret] },
    store: { url: 'postgres://user:pass@word@one,two:5432/name?sslpassword=more&pooler=transaction' },
  };
  const { findings, others } = await check(t, profile, ['--offline']);
  assert.match(
    others,
    /url: postgres:\/\/user:\*\*\*@one,two:5432\/name\?sslpassword=\*\*\*&pooler=transaction/,
  );
  for (const hidden of [secret, 'hidden', 'pass@word', 'more']) assert.ok(!others.includes(hidden), hidden);
  assert.match(findings.join('\n'), /^fault .*issuer: is the address of the metadata/m);
  assert.match(findings.join('\n'), /^warning http\.trustedProxies: 0\.0\.0\.0\/0 is everybody/m);
  assert.match(findings.join('\n'), /^fault session\.secrets\[0\]: can be guessed/m);
  assert.match(findings.join('\n'), /^warning session\.secrets: has the same secret twice/m);

  const env = {
    PROFILE: 'production',
    ALLOWED_HOSTS: 'tasks.example.com',
    SESSION_SECRET: 'short',
    CLIENT_ID: 'a',
  };
  const short = dueline(['check-config', '--offline'], { env });
  assert.equal(short.status, 1);
  assert.match(short.stdout, /^fault +session\.secrets\[0\]: expected a text of 32 bytes or more/m);
  const plain = dueline(['check-config', '--offline'], {
    env: {
      ...env,
      SESSION_SECRET: 'a secret for sessions, long enough',
      PUBLIC_SCHEME: 'http',
      DATA: emptyFolder(t),
    },
  });
  assert.equal(plain.status, 1);
  for (const line of [
    /fault .*clientSecret: is empty/,
    /fault .*http\.publicScheme: is http/,
    /warning .*allowedEmails: is empty/,
  ])
    assert.match(plain.stdout, line);
});

test('a store is opened and its right to write is proven, without changing it', async (t) => {
  const { url, query, remove } = await server.newDatabase();
  t.after(remove);
  const finding = async (store: string) => {
    const provider = authOf({ issuer: 'https://id.example.com' });
    const { findings } = await check(t, { ...provider, store: { url: store } });
    return findings.find((line) => line.includes('store.url')) ?? '';
  };
  assert.match(await finding(url), /^ok .*the first start makes the tables/);
  assert.deepEqual(await query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'"), []);
  assert.match(await finding(url.replace(/\/dueline_test_\w+/, '/none')), /^fault .*does not exist/);

  const file = join(emptyFolder(t), 'dueline.db');
  assert.match(await finding(`sqlite:${file}`), /^ok .*the first start makes the tables/);
  await openSqliteStore(file).close();
  assert.match(await finding(`sqlite:${file}`), /^ok .*can be written, and has version 1 of the schema$/);
  writeFileSync(file, 'no database at all, and long enough to be taken for the head of one'.repeat(20));
  assert.match(await finding(`sqlite:${file}`), /^fault .*is not an SQLite database/);
  assert.match(await finding(`sqlite:${file}/none/dueline.db`), /^fault /);
});
