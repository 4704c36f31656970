import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';

import { parse } from 'yaml';

import { authOf, checkConfig, checkFile } from '../test/started-here.ts';
import { dueline } from '../test/databases.ts';
import { emptyFolder } from '../test/folder.ts';
import { listenAnywhere } from '../test/http.ts';
import { client, servicePort, started } from '../test/local-provider.ts';
import { freePort } from '../test/process.ts';
import { profileFile } from '../test/profile-file.ts';
import type { Fault } from '../test/provider/fault.ts';
import { fail, failures, refusing } from '../test/provider/failures.ts';
import { discovery, faults, lists } from '../test/provider/faults.ts';
import { startProvider } from '../test/provider/provider.ts';

const callback = 'https://tasks.example.com/api/auth/callback';

/** A request to the authorization endpoint. */
const asksForPage = (input: unknown) =>
  typeof input === 'string' && input.includes('response_type=code');

test('the local provider: id, secret and redirect address are proven, and each is named when it is wrong', async (t) => {
  const { issuer } = await started(t);
  const at = (port: number) => ({ http: { port }, store: { url: 'sqlite::memory:' } });
  const right = { issuer, clientId: client.id, clientSecret: client.secret };
  const good = await checkConfig(t, { ...authOf(right), ...at(servicePort) });
  const address = `http://localhost:${servicePort}/api/auth/callback`;
  assert.deepEqual(good.findings.slice(0, 5), [
    `ok http.allowedHosts: register this redirect address at the provider: ${address}`,
    'ok store.url: is new: the first start makes it',
    `ok auth.providers[0].issuer: ${issuer} has usable metadata and keys`,
    'ok auth.providers[0].clientSecret: the provider accepts id and secret',
    `ok http.allowedHosts: the provider knows ${address}`,
  ]);
  assert.equal(good.code, 0);

  const nowhere = `http://127.0.0.1:${await freePort()}`;
  for (const [provider, port, wrong] of [
    [right, 8765, /localhost:8765\/api\/auth\/callback \(400\): register/],
    [{ issuer }, servicePort, /clientId: is empty.*clientSecret: is empty/],
    [{ ...right, issuer: nowhere }, servicePort, /issuer: .*cannot be reached/],
  ] as const) {
    const { code, findings } = await checkConfig(t, { ...authOf(provider), ...at(port) });
    assert.equal(code, 1);
    assert.match(findings.filter((line) => line.startsWith('fault')).join(), wrong);
  }
});

test('the common mistakes of an issuer, a client and a provider are told apart', async (t) => {
  const provider = await startProvider(t, { nowMs: Date.now });
  const { issuer, clientId, clientSecret } = provider;
  const back = (query: string) =>
    new Response(null, { status: 303, headers: { location: callback + query } });
  const scopes = discovery({ scopes_supported: ['openid', 'offline_access', 'groups'] });
  const longAgo = async () => Response.json({}, { headers: { date: new Date(0).toUTCString() } });
  const long = 'a'.repeat(300);
  const unauthorized = { ...faults.refusesClients, ...faults.refusesAsUnauthorized };
  const cases: ReadonlyArray<readonly [finding: RegExp, fault: Fault, page?: Response]> = [
    [/^ok .*issuer/m, discovery({ issuer: `${issuer}/` })],
    [
      /^fault .*issuer: .* name another issuer, https:\/\/id\.example\.com\/a\/: write/m,
      discovery({ issuer: `${issuer}/a/` }),
    ],
    [/^fault .*another issuer, which is too long/m, discovery({ issuer: `${issuer}/${long}` })],
    [/^fault .*status 404, and .*check realm or tenant/m, fail('discovery', refusing('none', 404))],
    [/^fault .*status 406, and has no usable key set/m, fail('jwks', refusing('none', 406))],
    [/^fault .*status 503, .*: try again/m, fail('discovery', failures.status503)],
    [/^fault .*issuer: .*\/.well-known\/openid-configuration/m, fail('discovery', longAgo)],
    [/^fault .*choose RS256/m, faults.announcesOnlyWeakAlgorithms],
    [/^fault .*more than 16 KB of headers/m, fail('discovery', failures.longHeaders)],
    [/^warning .*clientSecret: .*more than 16 KB/m, fail('token', failures.longHeaders)],
    [/^fault .*reached: nothing listens there: start it/m, fail('discovery', failures.refused)],
    [/^fault .*reached: no name server has this name/m, fail('discovery', failures.noName)],
    [
      /^fault .*reached: the name servers give no address now: /m,
      fail('discovery', failures.noNameServer),
    ],
    [/^fault .*reached: this machine has no route/m, fail('discovery', failures.noRoute)],
    [/^fault .*reached: no answer came in time/m, fail('discovery', failures.noAnswer)],
    [/^warning .*token endpoint cannot be reached: the conn/m, fail('token', failures.reset)],
    [/^ok .*issuer: whether its ID tokens have an email is not known/m, {}],
    [/^ok .*not known/m, discovery({ claims_parameter_supported: null })],
    [/^fault .*clientSecret: .*\(invalid_client\)/m, faults.refusesClients],
    [/^fault .*clientSecret: .*authorization code flow .*: copy both/m, unauthorized],
    [/: it lists only private_key_jwt: allow/m, { ...unauthorized, ...lists('private_key_jwt') }],
    [/^fault .*refuses a sign-in: invalid_scope/m, {}, back('?error=invalid_scope')],
    [/^fault .*refuses a sign-in: unauthorized_client/m, {}, back('?error=unauthorized_client')],
    [
      /^fault http\.allowedHosts: .*\(400\): register this/m,
      {},
      new Response('no', { status: 400 }),
    ],
    [/^warning http\.allowedHosts: .*sign in once/m, {}, new Response('a page')],
    [/^warning .*does not list email[^]*lacks groups[^]*lacks offline_access/m, scopes],
    [/^ok .*signOutAtProvider: register .*: https:\/\/tasks\.example\.com\/$/m, {}],
    [
      /^ok .*backchannelLogout: register .*\/tasks\.example\.com\/api\/auth\/backchannel-logout$/m,
      {},
    ],
    [/^warning .*no end_session_endpoint/m, {}],
  ];
  for (const [expected, fault, page = back('')] of cases) {
    provider.play(fault);
    const fetch: typeof globalThis.fetch = async (input, init) =>
      asksForPage(input) ? page.clone() : provider.fetch(input, init);
    const { auth } = authOf(
      { issuer, clientId, clientSecret },
      { signOutAtProvider: true, backchannelLogout: true },
    );
    const profile = {
      auth: { ...auth, allowedGroups: ['staff'] },
      http: { allowedHosts: ['tasks.example.com'], publicScheme: 'https' },
      store: { url: 'sqlite::memory:' },
    };
    const { code, findings, others } = await checkConfig(t, profile, [], fetch);
    assert.match(findings.join('\n'), expected);
    assert.ok(findings.every((line) => line.length < 500));
    assert.equal(code, findings.some((line) => line.startsWith('fault')) ? 1 : 0);
    assert.ok(!(findings.join() + others).includes(clientSecret));
  }
});

test('a wrong client is one fault, and a wrong secret hides no address that is not registered', async (t) => {
  const provider = await startProvider(t, { nowMs: Date.now });
  provider.play(faults.refusesClients);
  const { issuer, clientSecret } = provider;
  const fetch: typeof globalThis.fetch = async (input, init) =>
    asksForPage(input) ? new Response('no', { status: 400 }) : provider.fetch(input, init);
  const profile = {
    ...authOf({ issuer, clientId: 'another', clientSecret }),
    http: { allowedHosts: ['tasks.example.com', 'other.example.com'], publicScheme: 'https' },
    store: { url: 'sqlite::memory:' },
  };
  const { findings } = await checkConfig(t, profile, [], fetch);
  const told = findings.filter((line) => line.startsWith('fault'));
  assert.equal(told.length, 1, told.join('\n'));
  assert.match(told.join(), /clientSecret: the provider refuses id or secret/);

  const [first, other] = profile.http.allowedHosts;
  const knowsOne: typeof globalThis.fetch = async (input, init) => {
    if (!asksForPage(input)) return provider.fetch(input, init);
    const isKnown =
      typeof input === 'string' && decodeURIComponent(input).includes(`https://${first}/`);
    const location = `https://${first}/api/auth/callback?error=login_required`;
    return isKnown
      ? new Response(null, { status: 303, headers: { location } })
      : new Response('no', { status: 400 });
  };
  const { findings: ofSecret } = await checkConfig(t, profile, [], knowsOne);
  assert.match(ofSecret.join('\n'), /^ok .*the provider knows https:\/\/tasks/m);
  assert.match(ofSecret.join('\n'), new RegExp(`^fault http.allowedHosts: .*${other}`, 'm'));
});

test('a clock that differs from that of the provider is told, by its last response', async (t) => {
  const provider = await startProvider(t, { nowMs: Date.now });
  const { issuer, clientId, clientSecret } = provider;
  const hourMs = 3_600_000;
  for (const [differenceMs, ageSeconds, expected] of [
    [0, 0, undefined],
    [-hourMs, 3_600, undefined],
    [-hourMs, 0, /^warning auth\.clockTolerance: the clock of this machine is 3\d{3} s ahead of/m],
    [hourMs, 0, /^warning auth\.clockTolerance: the clock of this machine is 3\d{3} s behind/m],
  ] as const) {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const good = asksForPage(input)
        ? new Response(null, { status: 303 })
        : await provider.fetch(input, init);
      const date = new Date(Date.now() + differenceMs).toUTCString();
      const headers = { ...Object.fromEntries(good.headers), date, age: String(ageSeconds) };
      return new Response(good.body, { status: good.status, headers });
    };
    const profile = {
      ...authOf({ issuer, clientId, clientSecret }),
      http: { allowedHosts: ['tasks.example.com'], publicScheme: 'https' },
      store: { url: 'sqlite::memory:' },
    };
    const { findings } = await checkConfig(t, profile, [], fetch);
    const told = findings.filter((line) => line.includes('clockTolerance'));
    assert.equal(told.length, expected === undefined ? 0 : 1, findings.join('\n'));
    if (expected !== undefined) assert.match(told.join('\n'), expected);
  }
});

test('what a production profile may mean wrongly is found without asking anybody, and no secret is printed', async (t) => {
  const secret = 'abababababababababababababababababab';
  const metadata = 'https://id.example.com/.well-known/openid-configuration';
  const profile = {
    ...authOf({ issuer: metadata, clientId: 'a', clientSecret: 'hidden' }),
    http: { allowedHosts: ['tasks.example.com'], publicScheme: 'http' },
    session: { secrets: [secret, secret] },
    store: {
      url: 'postgres://user:pass@word@one,two:5432/name?sslpassword=more&pooler=transaction',
    },
  };
  const { findings, others } = await checkConfig(t, profile, ['--offline']);
  assert.match(
    others,
    /url: postgres:\/\/user:\*\*\*@one,two:5432\/name\?sslpassword=\*\*\*&pooler=transaction/,
  );
  for (const hidden of [secret, 'hidden', 'pass@word', 'more'])
    assert.ok(!others.includes(hidden), hidden);
  assert.match(findings.join('\n'), /^fault .*issuer: is the address of the metadata/m);
  assert.match(findings.join('\n'), /^fault session\.secrets\[0\]: can be guessed/m);
  assert.match(findings.join('\n'), /^warning session\.secrets: has the same secret twice/m);

  const direct = { ...profile, http: {}, rates: { requestsPerSecond: 50 } };
  const alone = await checkConfig(t, direct, ['--offline']);
  assert.match(alone.findings.join('\n'), /^warning http\.trustedProxies: is empty/m);

  const production = { PROFILE: 'production', ALLOWED_HOSTS: 'tasks.example.com', CLIENT_ID: 'a' };
  const long = { SESSION_SECRET: 'a secret for sessions, long enough', PUBLIC_SCHEME: 'http' };
  for (const [more, ...lines] of [
    [
      { SESSION_SECRET: 'short' },
      /^fault +session\.secrets\[0\]: expected a text of 32 bytes or more/m,
    ],
    [
      long,
      /fault .*clientSecret: is empty/,
      /fault .*publicScheme: is http/,
      /warning .*allowedEmails: is/,
    ],
  ] as const) {
    const env = { ...production, DATA: emptyFolder(t), ...more };
    const { status, stdout } = dueline(['check-config', '--offline'], { env });
    assert.equal(status, 1);
    for (const line of lines) assert.match(stdout, line);
  }
});

test('a profile of production without a public scheme is named, with a trusted proxy too', async (t) => {
  for (const [http, expected] of [
    [{ trustedProxies: ['loopback'] }, /^warning .*: is not set: what a trusted proxy sends/],
    [{ host: 'unix:/run/dueline.sock' }, /^warning .*: is not set: what a trusted proxy sends/],
    [{}, /^warning .*: is not set and no proxy is trusted/],
    [{ trustedProxies: ['loopback'], publicScheme: 'https' }, undefined],
  ] as const) {
    const file = profileFile(t, {
      data: emptyFolder(t),
      http: { allowedHosts: ['tasks.example.com'], ...http },
      session: { secrets: ['a secret for sessions, long enough'] },
      ...authOf({ issuer: 'https://id.example', clientId: 'c', clientSecret: 's' }),
    });
    const { findings } = await checkFile(file, ['--offline'], { env: { CONFIG: file } });
    const scheme = findings.filter((line) => line.includes('http.publicScheme'));
    assert.equal(scheme.length, expected === undefined ? 0 : 1, findings.join('\n'));
    if (expected !== undefined) assert.match(scheme.join(), expected);
  }
});

test('what is printed is a profile: without its secrets, and with the same meaning', async (t) => {
  const secret = 'a secret for sessions, long enough';
  const profile = {
    ...authOf({ issuer: 'https://id.example.com', clientId: 'a', clientSecret: secret }),
    session: { secrets: [secret], outageGrace: '90s', longest: '7d' },
    avatars: { timeout: '1001ms' },
    store: { url: 'sqlite::memory:' },
  };
  const first = await checkConfig(t, profile, ['--offline']);
  assert.match(
    first.others,
    /^# The profile test$[^]*^ {2}outageGrace: 90s$[^]*^ {2}timeout: 1001ms$/m,
  );
  assert.match(first.others, /^ {2}extension: 8h$/m);
  const file = join(emptyFolder(t), 'printed.yaml');
  writeFileSync(file, first.others.replaceAll(/\(\d+ bytes, not shown\)/g, secret));
  const { code, others } = await checkFile(file, ['--offline'], {});
  assert.equal(code, 0);
  assert.deepEqual(parse(others), parse(first.others));
});

test('variables that nobody reads, lines that systemd reads otherwise, a port, a host and an audit log without a place are found', async (t) => {
  const folder = emptyFolder(t);
  const file = join(folder, 'dueline.env');
  const lines =
    'SESION_SECRET=a\nexport CLIENT_ID=a\nHOST=127.0.0.1 # here\nSOMETHING=else\n# none\n';
  writeFileSync(file, `PROFILE=production\n${lines}`, { mode: 0o644 });
  const { stdout } = dueline(['check-config', '--offline', '--env', file]);
  for (const [line, text] of Object.entries({
    '': 'can be read by others, and may hold secrets',
    ', line 2': 'nobody reads SESION_SECRET: did you mean SESSION_SECRET\\?',
    ', line 3': 'is not read by systemd',
    ', line 4': 'HOST has the text after # too',
    ', line 5': 'nobody reads SOMETHING$',
  }))
    assert.match(stdout, new RegExp(`dueline\\.env${line}: ${text}`, 'm'));
  assert.doesNotMatch(stdout, /line [167]/);

  const port = await listenAnywhere(createServer(), t);
  const profile = {
    ...authOf({ issuer: 'https://id.example.com' }),
    store: { url: 'sqlite::memory:' },
  };
  const check = async (more: object) => {
    const { findings } = await checkConfig(t, { ...profile, ...more }, ['--offline']);
    return findings.filter((line) => /port|audit/.test(line)).join();
  };
  assert.match(await check({ http: { port } }), /^warning http\.port: is taken/);
  assert.match(
    await check({ http: { port: 0, host: '192.0.2.1' } }),
    /^fault http\.port: .*EADDRNOTAVAIL/,
  );
  const CONFIG = profileFile(t, { ...profile, http: { port: 0 } });
  const env = { PROFILE: 'test', CONFIG, HTTPS_PROXY: 'me:word@proxy.internal:3128' };
  const { code, findings } = await checkFile(CONFIG, ['--offline'], { env });
  assert.match(
    findings.join('\n'),
    /^fault HTTPS_PROXY: expected an address such as http:(?![^]*word@)/m,
  );
  assert.equal(code, 1);
  const audit = join(folder, 'none', 'audit.log');
  assert.match(await check({ http: { port: 0 }, log: { audit } }), /^fault log\.audit: .*ENOENT/);
});
