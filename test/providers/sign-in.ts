import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from '@playwright/test';

import { createApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config.ts';
import { makeLog } from '../../server/log/log.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { wait } from '../../server/world.ts';
import { readBuiltFiles } from '../../server/web-files/web-files.ts';
import { chromiumFlags, chromiumPath } from '../chromium.ts';
import type { Cleanup } from '../folder.ts';
import { emptyFolder, lastFirst } from '../folder.ts';
import { testWith } from '../needs.ts';
import { freePort, projectFolder } from '../process.ts';
import { profileFile } from '../profile-file.ts';
import { pathOf } from '../../scripts/programs.ts';
import type { ProviderKind } from './kind.ts';
import { client } from './kind.ts';

/** Tests the sign-in at a real provider in a real browser, with only issuer, id and secret in the profile. */
export function testProvider(kind: ProviderKind): void {
  const test = testWith('chromium', ...kind.needs);
  const { name, person, signIn, signInAgain } = kind;
  test(`${name}, with the default settings`, async (t) => {
    const { clock, service, page } = await startBoth(t, kind);

    const account = () => page.getByRole('button', { name: `Account of ${person.name}` });
    const beginSignIn = () => page.getByRole('link', { name: `Continue with ${name}` }).click();

    await t.test('signs in with id and secret of every kind of character', async () => {
      await page.goto(service.address);
      await beginSignIn();
      await signIn(page);
      await account().waitFor();
      await account().click();
      await page.getByText(person.email).waitFor();
      const last = service.takeTokenRequests().at(-1);
      assert.deepEqual(last, { grant: 'authorization_code', status: 200 });
    });

    const askTenTimes = async () => {
      const answers = await page.evaluate(() => {
        const headers = { 'x-requested-with': 'JavaScript' };
        const ask = async () => {
          const answer = await fetch('/api/auth/me', { headers });
          return { status: answer.status, body: await answer.text() };
        };
        return Promise.all(Array.from({ length: 10 }, ask));
      });
      assert.deepEqual(
        answers.map(({ status, body }) => ({ status, email: JSON.parse(body || '{}').email })),
        answers.map(() => ({ status: 200, email: person.email })),
      );
    };

    for (const hour of ['first', 'second'])
      await t.test(
        `renews after the ${hour} hour: ten requests at once, one redemption`,
        async () => {
          clock.forward(3700);
          await askTenTimes();
          assert.deepEqual(service.takeTokenRequests(), [{ grant: 'refresh_token', status: 200 }]);
        },
      );

    await t.test(
      'warns once that the first client authentication is refused and another works',
      () => {
        const warnings = service.logged.filter((line) => !line.includes('"level":"info"'));
        assert.deepEqual(
          warnings.map((line) => JSON.parse(line).msg),
          ['the provider refuses one client authentication, another works'],
        );
      },
    );

    await t.test(
      'signs out, and in again without the provider asking for credentials',
      async () => {
        await page.goto(service.address);
        await account().click();
        await page.getByRole('button', { name: 'Sign out' }).click();
        await beginSignIn();
        await signInAgain(page);
        await account().waitFor();
        assert.deepEqual(service.takeTokenRequests(), [
          { grant: 'authorization_code', status: 200 },
        ]);
      },
    );
  });
}

/** Starts the provider and the service, with additional keys in the profile, and opens a page of a browser. */
export async function startBoth(
  whole: Cleanup,
  { name, issuer, start }: ProviderKind,
  { auth = {}, declared = {} }: Readonly<{ auth?: object; declared?: object }> = {},
) {
  const t = lastFirst(whole);
  const folder = emptyFolder(t);
  const clock = makeSharedClock(folder);
  const port = await freePort();
  const servicePort = await freePort();
  const redirectUri = `http://127.0.0.1:${servicePort}/api/auth/callback`;
  const provider = await start({ folder, port, redirectUri, clock: clock.environment });
  t.after(provider.stop);
  const entry = { label: name, issuer: issuer(port), ...declared };
  const service = await startService(t, servicePort, { auth, entry }, clock.nowMs);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  return { clock, service, page, port };
}

/** Starts the service with a profile that names only the provider, and with a clock of the test. */
async function startService(
  t: Cleanup,
  port: number,
  { auth, entry }: Readonly<{ auth: object; entry: object }>,
  nowMs: () => number,
) {
  const CONFIG = profileFile(t, {
    data: emptyFolder(t),
    http: { host: '127.0.0.1', port },
    auth: {
      tenant: 'real',
      ...auth,
      providers: [{ id: 'real', clientId: client.id, clientSecret: client.secret, ...entry }],
    },
    store: { url: 'sqlite::memory:' },
    avatars: { enabled: false },
  });
  const config = loadConfig({ env: { PROFILE: 'test', CONFIG }, packageFolder: projectFolder });
  const store = openSqliteStore(config.store.url.slice('sqlite:'.length));
  const logged: string[] = [];
  let tokenRequests: Readonly<{ grant: string | null; status: number }>[] = [];
  const app = await createApp({
    config,
    store,
    nowMs,
    wait,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      const { body } = init ?? {};
      if (body instanceof URLSearchParams)
        tokenRequests.push({ grant: body.get('grant_type'), status: answer.status });
      return answer;
    },
    files: readBuiltFiles(join(projectFolder, 'dist/web'), '/'),
    log: makeLog(config.log.level, { write: (line) => void logged.push(line) }),
  });
  t.after(async () => {
    app.server.closeAllConnections();
    await app.close();
    await store.close();
  });
  await app.listen({ host: config.http.host, port: config.http.port });
  return {
    address: `http://127.0.0.1:${port}`,
    /** The requests to the provider's token endpoint since the last call, with their results. */
    takeTokenRequests: () => {
      const taken = tokenRequests;
      tokenRequests = [];
      return taken;
    },
    logged,
  };
}

/** A clock for the service and the provider's process. The program reads the offset from a file in `folder` at each call. */
function makeSharedClock(folder: string) {
  const path = join(folder, 'clock');
  let aheadSeconds = 0;
  const write = () => {
    // Renamed, so that no program reads a partial file.
    writeFileSync(`${path}.new`, `+${aheadSeconds}`);
    renameSync(`${path}.new`, path);
  };
  write();
  return {
    nowMs: () => Date.now() + aheadSeconds * 1000,
    forward: (seconds: number) => {
      aheadSeconds += seconds;
      write();
    },
    /** The environment in which a program has this clock. */
    environment: {
      LD_PRELOAD: pathOf('faketime'),
      FAKETIME_TIMESTAMP_FILE: path,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
  };
}
