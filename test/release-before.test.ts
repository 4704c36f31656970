import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { TestContext } from 'node:test';

import { emptyFolder } from './folder.ts';
import { makeBrowser } from './local-provider.ts';
import { needs } from './needs.ts';
import { postgresServer } from './postgres/database.ts';
import { freePort, startChild } from './process.ts';
import type { Archives } from './releases/archives.ts';
import { before, historyLack, makeArchives, run } from './releases/archives.ts';
import { openPage } from './releases/page.ts';
import { testWithSystemd } from './releases/with-systemd.ts';

/**
 * The release before this one, built from its commit, and today's: forward and back over the same data, with the command that
 * docs/upgrading.md names. The programs run as the units say on both stores; a machine with systemd does the whole way.
 */
const server = postgresServer();
const skip = historyLack ?? needs('postgres').skip;

const undo: (() => unknown)[] = [];
after(() => undo.forEach((each) => each()));
const root = emptyFolder({ after: (remove) => void undo.push(remove) });

/** Made, and unpacked, once for all tests. */
let archives: Archives | undefined;
const archivesOf = () => (archives ??= makeArchives(root));
let unpacked: { place: string; units: string } | undefined;

for (const store of ['SQLite', 'PostgreSQL'] as const)
  test(`from the release before and back on ${store}`, { skip }, async (t) => {
    const { place, today, use } = releases();
    const database = store === 'PostgreSQL' ? (await server.newDatabase(t)).url : '';
    const start = await machine(t, place, database);

    // The release before tells systemd nothing, so a unit that waits for it would end it.
    assert.doesNotMatch(use(before.version), /^Type=notify$/m);
    const first = await start();
    const person = await signIn(first.address);
    await person.add('One');
    await first.stop();

    assert.match(use(today), /^Type=notify$/m);
    const second = await start();
    assert.deepEqual(await person.list(), ['One'], 'the session and the task stay');
    await person.add('Two');
    await second.stop();

    use(before.version);
    if (store === 'SQLite') {
      // It must not run on a schema that it does not know.
      assert.match(await start.refused(), /schema version \d+, this release knows versions up to/);
    } else {
      const third = await start();
      assert.deepEqual(await person.list(), ['One', 'Two']);
      await person.add('Three');
      await third.stop();
    }

    use(today);
    const last = await start();
    const expected = store === 'SQLite' ? ['One', 'Two'] : ['One', 'Two', 'Three'];
    assert.deepEqual(await person.list(), expected);
    await last.stop();
  });

const pageSkip = historyLack ?? needs('postgres', 'chromium').skip;

test(
  'the page of today stays open while the release before takes over, and goes back',
  { skip: pageSkip },
  async (t) => {
    const { place, today, use } = releases();
    const start = await machine(t, place, (await server.newDatabase(t)).url);
    // As on a machine in use: the older release has made the data.
    use(before.version);
    let running = await start();
    await running.stop();
    use(today);
    running = await start();
    const page = await openPage(t, running.address);
    await page.write('Alpha');
    for (const [version, name] of [
      [before.version, 'Beta'],
      [today, 'Gamma'],
    ] as const) {
      await running.stop();
      use(version);
      running = await start();
      await page.write(name);
      assert.ok((await page.list()).includes(`${name} changed`));
    }
    assert.deepEqual(page.errors, []);
    await running.stop();
  },
);

testWithSystemd(archivesOf);

/** Both releases, and the command of docs/upgrading.md, which returns the unit. */
function releases() {
  const { place, units } = (unpacked ??= unpackReleases());
  const today = readdirSync(place).find((name) => /^\d/.test(name) && name !== before.version);
  assert.ok(today);
  const script = join(place, today, 'deploy/use-release.sh');
  const env = { PATH: `${place}/bin:/usr/bin:/bin`, UNITS: units };
  const use = (version: string) => {
    run('sh', [script, version], { env });
    return readFileSync(join(units, 'dueline.service'), 'utf8');
  };
  return { place, today, use };
}

/** Unpacks both archives into folders of their own. */
function unpackReleases() {
  const place = join(root, 'opt');
  const units = join(root, 'units');
  for (const folder of ['bin', '../units']) mkdirSync(join(place, folder), { recursive: true });
  writeFileSync(join(place, 'bin/systemctl'), '#!/bin/sh\n', { mode: 0o755 });
  for (const archive of [archivesOf().before, archivesOf().today]) {
    const [, version = ''] = /dueline-([^/]*)-linux-\w+\.tar\.gz$/.exec(archive) ?? [];
    mkdirSync(join(place, version));
    run('tar', ['-xzf', archive, '-C', join(place, version), '--strip-components=1']);
  }
  return { place, units };
}

/** Starts of the current release over one data folder and at the same ports. */
async function machine(t: TestContext, place: string, database: string) {
  const port = String(await freePort());
  const env = {
    PATH: '/usr/bin:/bin',
    PORT: port,
    LOCAL_PROVIDER_PORT: String(await freePort()),
    DATA: emptyFolder(t),
    STORE_URL: database,
  };
  const spawn = () => {
    const child = startChild(join(place, 'current/bin/dueline'), ['serve'], { cwd: '/', env });
    t.after(() => child.signal('SIGKILL'));
    return child;
  };
  async function start() {
    const child = spawn();
    await child.line(/Dueline is ready/);
    return {
      address: `http://localhost:${port}`,
      stop: async () => {
        child.signal('SIGTERM');
        assert.equal((await child.ended).code, 0);
      },
    };
  }
  return Object.assign(start, { refused: async () => (await spawn().ended).output });
}

/** A person with one session, at the address that all releases have in turn. */
async function signIn(address: string) {
  const browser = makeBrowser();
  const redirect = await fetch(`${address}/api/auth/login`, { redirect: 'manual' });
  const cookies = new Map<string, string>();
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  keep(redirect);
  const page = await browser.open(redirect.headers.get('location') ?? '');
  const { callback } = await browser.submit(page, { email: 'ada@example.com', name: 'Ada' });
  const send = async (path: string, options: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/json', connection: 'close' };
    const answer = await fetch(`${address}${path}`, { redirect: 'manual', headers, ...options });
    keep(answer);
    return answer;
  };
  await send(callback.pathname + callback.search);
  return {
    async add(description: string) {
      const task = { description, dueDate: '2999-12-31', importance: 'LOW', state: 'TODO' };
      const answer = await send('/api/tasks', { method: 'POST', body: JSON.stringify(task) });
      assert.equal(answer.status, 201, await answer.text());
    },
    async list(): Promise<string[]> {
      const answer = await send('/api/tasks');
      assert.equal(answer.status, 200);
      const tasks: readonly { description: string }[] = JSON.parse(await answer.text());
      return tasks.map(({ description }) => description);
    },
  };
}
