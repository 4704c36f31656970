import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { BrowserContext } from '@playwright/test';
import { chromium } from '@playwright/test';

import { chromiumFlags, chromiumPath } from '../chromium.ts';
import type { Cleanup } from '../folder.ts';
import { emptyFolder, lastFirst } from '../folder.ts';
import { toPort } from '../http.ts';
import { testWith } from '../needs.ts';
import { freePort, startReady } from '../process.ts';
import { profileFile } from '../profile-file.ts';
import { ask, askFrom, askHttp2 } from './client.ts';
import type { Place, ProxyKind } from './proxy.ts';
import { publicHost, startProxy } from './proxy.ts';

const home = `https://${publicHost}/`;
const mePath = '/api/auth/me';
const signInsPerMinute = 12;

/** A person with long claims: the session needs two cookies, about 5.2 KB together (specification). */
const person = {
  email: 'ada@example.com',
  name: `Ada ${'Augusta '.repeat(24)}Byron`,
  picture: `https://pictures.example/${'ada'.repeat(660)}.png`,
};

/** Tests the real service behind a real proxy, in a real browser. */
export function testSigningIn(kind: ProxyKind): void {
  const test = testWith('openssl', kind.program, 'chromium');
  test(`${kind.name} with deploy/${kind.file}, before the service`, async (whole) => {
    const t = lastFirst(whole);
    const service = await startService(t);
    const proxy = await startProxy(t, kind, [service.address]);
    const context = await openBrowser(t, proxy);
    const page = await context.newPage();
    const asked = page.waitForRequest((request) => request.url().startsWith(service.issuer));
    await page.goto(`${home}api/auth/login`);
    const authorizationUrl = new URL((await asked).url());
    await page.getByRole('button', { name: person.email }).click();
    await page.waitForURL(home);

    const sessionCookies = async () =>
      (await context.cookies(home)).map(({ name, value }) => `${name}=${value}`);
    const sessionHeader = async () => ({ cookie: (await sessionCookies()).join('; ') });

    await whole.test(
      'signs in over https: two cookies of 5.2 KB, Secure, HttpOnly and Lax',
      async () => {
        assert.equal(authorizationUrl.searchParams.get('redirect_uri'), `${home}api/auth/callback`);
        const cookies = await context.cookies(home);
        assert.deepEqual(
          cookies.map(({ name }) => name),
          ['__Host-q_companion', 'q_session_chunk_1', 'q_session_chunk_2'],
        );
        for (const { domain, path, secure, httpOnly, sameSite } of cookies)
          assert.deepEqual(
            { domain, path, secure, httpOnly, sameSite },
            { domain: publicHost, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
          );
        const { length } = (await sessionHeader()).cookie;
        assert.ok(length > 5150 && length < 5450, `the Cookie header has ${length} bytes`);
        const me = await ask(proxy, { path: mePath, headers: await sessionHeader() });
        assert.deepEqual(JSON.parse(me.body), {
          email: person.email,
          name: person.name,
          pictureUrl: person.picture,
        });
      },
    );

    await whole.test('passes POST, PUT and DELETE', async () => {
      const headers = { ...(await sessionHeader()), 'content-type': 'application/json' };
      const body = JSON.stringify({
        description: 'x',
        dueDate: '2999-12-31',
        importance: 'HIGH',
        state: 'TODO',
      });
      const created = await ask(proxy, { method: 'POST', path: '/api/tasks', headers, body });
      assert.equal(created.status, 201, created.body);
      const path = `/api/tasks/${JSON.parse(created.body).id}`;
      assert.equal((await ask(proxy, { method: 'PUT', path, headers, body })).status, 200);
      assert.equal(
        (await ask(proxy, { method: 'DELETE', path, headers: await sessionHeader() })).status,
        204,
      );
    });

    await whole.test(
      'answers 413 to a large body, the service with its reason, else the proxy',
      async () => {
        const headers = { ...(await sessionHeader()), 'content-type': 'application/json' };
        const send = (length: number) =>
          ask(proxy, {
            method: 'POST',
            path: '/api/tasks',
            headers,
            body: JSON.stringify('x'.repeat(length)),
          });
        const refused = await send(20_000);
        assert.equal(refused.status, 413);
        assert.equal(JSON.parse(refused.body).code, 'body_too_large');
        assert.equal((await send(120_000)).status, 413);
      },
    );

    await whole.test(
      'passes 30 KB of cookies in either protocol; beyond 32 KiB it is 431',
      async () => {
        const withForeign = async (bytes: number) => {
          const own = await sessionCookies();
          const missing = bytes - own.join('; ').length;
          const foreign = Array.from({ length: 100 }, (_, index) =>
            `foreign${index}=`.padEnd(missing / 100 - 2, 'x'),
          );
          return [...own, ...foreign];
        };
        const large = await withForeign(30_000);
        assert.equal(
          (await ask(proxy, { path: mePath, headers: { cookie: large.join('; ') } })).status,
          200,
        );
        assert.equal((await askHttp2(proxy, { path: mePath, cookies: large })).status, 200);

        const tooLarge = await withForeign(34_000);
        const refused = await ask(proxy, {
          path: mePath,
          headers: { cookie: tooLarge.join('; ') },
        });
        assert.equal(refused.status, kind.longFieldStatus);
        assert.equal((await askHttp2(proxy, { path: mePath, cookies: tooLarge })).status, 431);
      },
    );

    await whole.test(
      'names a client that lists X-Forwarded-For in Connection, and counts its requests',
      async () => {
        const client = '127.0.0.9';
        const headers = { connection: 'keep-alive, X-Forwarded-For' };
        const path = '/api/auth/callback?code=c&state=s';
        const statuses: number[] = [];
        for (let count = 0; count < 20; count += 1)
          statuses.push((await askFrom(client, proxy, { path, headers })).status);
        assert.equal(statuses.filter((status) => status === 401).length, signInsPerMinute);
        assert.equal(statuses.at(-1), 429);
        const events = readFileSync(service.auditPath, 'utf8').trim().split('\n');
        assert.equal(JSON.parse(events.at(-1) ?? '').from, client);
      },
    );

    await whole.test(
      'passes a request that waits for a change, to the end of its time and to the change',
      async () => {
        await page.close();
        const path = '/api/tasks';
        const { headers } = await ask(proxy, { path, headers: await sessionHeader() });
        const held = { prefer: 'wait=25', 'if-none-match': String(headers['etag']) };
        const { certificate, httpsPort: port } = proxy;
        const patient = toPort({ port, ...certificate, host: publicHost, timeoutMs: 40_000 });
        const waiting = { ...held, host: publicHost, ...(await sessionHeader()) };
        const startMs = performance.now();
        const [first, second] = await Promise.all([
          patient({ method: 'GET', path, headers: waiting }),
          askHttp2(proxy, { path, headers: held, cookies: await sessionCookies() }),
        ]);
        assert.ok(performance.now() - startMs > 20_000);
        assert.deepEqual([first.statusCode, second.status], [304, 304]);
        for (const answer of [first, second])
          assert.equal(answer.headers['preference-applied'], 'wait');

        const answered = patient({ method: 'GET', path, headers: waiting });
        await untilWaiting(service.address, 1);
        const body = JSON.stringify({
          description: 'x',
          dueDate: '2999-12-31',
          importance: 'HIGH',
          state: 'TODO',
        });
        const json = { ...(await sessionHeader()), 'content-type': 'application/json' };
        await ask(proxy, { method: 'POST', path, headers: json, body });
        assert.equal((await answered).statusCode, 200);
        await untilWaiting(service.address, 0);
      },
    );

    await whole.test('refuses an unknown Host', async () => {
      const { status, headers } = await ask(proxy, {
        path: '/api/auth/login',
        headers: { host: 'elsewhere.example' },
      });
      assert.equal(status, kind.unknownHostStatus);
      assert.equal(headers.location, undefined);
      assert.equal(headers['set-cookie'], undefined);
    });
  });
}

/** Resolves when the service has this number of waiting requests. */
async function untilWaiting(address: string, count: number): Promise<void> {
  const line = new RegExp(`^dueline_waiting_requests ${count}$`, 'm');
  const metrics = async () => (await fetch(`http://${address}/metrics`)).text();
  while (!line.test(await metrics())) await wait(20);
}

/** Starts the service with its local provider; it trusts the proxies of this machine and accepts only the public host. */
async function startService(t: Cleanup) {
  const port = await freePort();
  const providerPort = await freePort();
  const issuer = `http://localhost:${providerPort}`;
  const data = emptyFolder(t);
  const auditPath = join(data, 'audit.log');
  const CONFIG = profileFile(t, {
    data,
    log: { audit: auditPath },
    rates: { signInsPerMinute },
    http: { host: '127.0.0.1', port, trustedProxies: ['127.0.0.1'], allowedHosts: [publicHost] },
    auth: { tenant: 'local', providers: [{ id: 'local', label: 'local account', issuer }] },
    avatars: { enabled: false },
    localProvider: { enabled: true, port: providerPort, users: [person] },
  });
  await startReady(t, { PROFILE: 'test', CONFIG, PORT: String(port) });
  return { address: `127.0.0.1:${port}`, issuer, auditPath };
}

/** A real Chromium that reaches the proxy as the public host, at port 443, and no other host. It ends with the test. */
export async function openBrowser(t: Cleanup, { httpsPort }: Place): Promise<BrowserContext> {
  const rules = [
    `MAP ${publicHost}:443 127.0.0.1:${httpsPort}`,
    'MAP * ~NOTFOUND',
    'EXCLUDE localhost',
    'EXCLUDE 127.0.0.1',
  ];
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumFlags, `--host-resolver-rules=${rules.join(',')}`],
  });
  t.after(() => browser.close());
  return browser.newContext({ ignoreHTTPSErrors: true });
}
