import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import type { Browser } from '@playwright/test';

import { readVersion } from '../../server/folders.ts';
import { readMigrations } from '../../server/store/migrations.ts';
import { emptyFolder } from '../folder.ts';
import { renameFiles } from '../next-files.ts';
import { testWith } from '../needs.ts';
import { postgresServer } from '../postgres/database.ts';
import { projectFolder } from '../process.ts';
import { serveProvider } from '../provider/server.ts';
import { haproxy } from '../proxies/kinds.ts';
import type { Edit } from '../proxies/proxy.ts';
import { editText, publicHost, startProxy } from '../proxies/proxy.ts';
import { openBrowser } from '../proxies/sign-in.ts';
import type { Replica } from '../replica.ts';
import { makeReplica } from '../replica.ts';
import { isShort, kinds, report, signInCrowd } from './scene.ts';
import { failures } from './writer.ts';

const server = postgresServer();
const nextVersion = '9.9.9';
const stoppedMs = isShort ? 8000 : 15_000;

testWith(
  'haproxy',
  'openssl',
  'postgres',
)(
  'replicas behind HAProxy: restarts, an upgrade with a migration and the step back fail no request, a kill and a stop few',
  async (t) => {
    const database = await server.newDatabase();
    const nextRelease = makeNextRelease(t);
    const { members, phase, proxy } = await startFleet(t, database.url);
    const browser = (await openBrowser(t, proxy)).browser();
    assert.ok(browser);
    const [first, ...others] = members;
    assert.ok(first);
    type Member = typeof first;

    /** Stops and starts one replica after the other, with this release or with the one in that folder. */
    async function restart(those: readonly Member[], releaseFolder?: string): Promise<void> {
      for (const member of those) {
        await member.service.stop();
        member.service = await member.place.start(releaseFolder);
        await hasTraffic(member.place);
      }
    }
    /** The versions of the schema and of the first two processes. */
    const versions = async () => {
      const [row] = await database.query('SELECT max(version) AS version FROM schema_versions');
      const told = members
        .slice(0, 2)
        .map(({ place }) => measure(place, /dueline_build_info\{version="([^"]*)"/));
      return [Number(row?.['version']), ...(await Promise.all(told))];
    };
    const known = readMigrations('postgres').length;
    const now = readVersion();

    for (const [what, during, expected] of [
      ['this release alone', () => wait(2000), [known, now, now]],
      [
        'one becomes the next release',
        () => restart([first], nextRelease),
        [known + 1, nextVersion, now],
      ],
      ['this release restarts beside it', () => restart(others), [known + 1, nextVersion, now]],
      [
        'the others follow',
        () => restart(others, nextRelease),
        [known + 1, nextVersion, nextVersion],
      ],
      ['all step back', () => restart(members), [known + 1, now, now]],
    ] as const) {
      let pages: Awaited<ReturnType<typeof openPagesDuring>> | undefined;
      const withPages = async () => void (pages = await openPagesDuring(browser, during()));
      assert.equal(kinds(await phase(what, withPages)), 'none', what);
      report(`pages: ${what}`, { ...pages, empty: pages?.empty.length ?? 0 });
      assert.equal(pages?.empty.join('\n'), '', what);
      assert.deepEqual(await versions(), expected, what);
    }

    const failedByKill = await phase('one killed with SIGKILL', async () => {
      first.service.signal('SIGKILL');
      await first.service.ended;
      await wait(stoppedMs);
      first.service = await first.place.start();
      await hasTraffic(first.place);
    });
    // Only the requests that ran in the killed process may fail, none after them.
    assert.ok(failures(failedByKill) <= 8, `requests failed by one kill: ${kinds(failedByKill)}`);
    const failedByStop = await phase('one stopped with SIGSTOP', async () => {
      first.service.signal('SIGSTOP');
      await wait(stoppedMs);
      first.service.signal('SIGCONT');
      await hasTraffic(first.place);
    });
    assert.ok(
      failures(failedByStop) <= 16,
      `requests failed by one stopped replica: ${kinds(failedByStop)}`,
    );
    for (const { service } of members) await service.stop();
  },
);

/** The first group of the pattern in the metrics of a replica. */
async function measure({ port }: Replica, pattern: RegExp): Promise<string | undefined> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return pattern.exec(metrics)?.[1];
}

/** Resolves when the proxy sends writes to a replica again, which it does after a successful health check. */
async function hasTraffic(replica: Replica): Promise<void> {
  const answered = () =>
    measure(replica, /http_request_duration_seconds_count\{method="POST",[^}]*\} (\d+)/);
  const before = await answered();
  while ((await answered()) === before) await wait(100);
}

/**
 * Opens the page again and again, each time in a browser with empty storage. `empty` has the responses and the text of each page
 * that shows no sign-in within a minute: a busy machine may take long to open it.
 */
async function openPagesDuring(browser: Browser, work: Promise<void>) {
  let isOver = false;
  const hasEnded = () => isOver;
  const over = work.finally(() => void (isOver = true));
  const pages = { opened: 0, empty: new Array<string>(), 'slowest in ms': 0 };
  while (!hasEnded()) {
    const begunMs = performance.now();
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const loads: string[] = [];
    page.on('response', (response) => loads.push(`${response.status()} ${response.url()}`));
    page.on('requestfailed', (request) =>
      loads.push(`${request.failure()?.errorText} ${request.url()}`),
    );
    await page.goto(`https://${publicHost}/`);
    const signIn = page.getByRole('link', { name: 'Continue with Test' });
    await signIn.waitFor({ timeout: 60_000 }).catch(async () => {
      const shows = await page.innerText('body', { timeout: 1000 }).catch(String);
      pages.empty.push([...loads, shows.replaceAll(/\s+/g, ' ')].join(', '));
    });
    await context.close();
    pages.opened += 1;
    pages['slowest in ms'] = Math.max(
      pages['slowest in ms'],
      Math.round(performance.now() - begunMs),
    );
  }
  await over;
  return pages;
}

/**
 * A copy of this release, changed like a next release: another version, one more expand migration, statements
 * that write the new column `tasks.written_by`, and a page whose files have other names. Returns its folder.
 */
function makeNextRelease(t: TestContext): string {
  const folder = emptyFolder(t);
  for (const part of ['server', 'contract', 'dist', 'package.json']) {
    cpSync(join(projectFolder, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  renameFiles(join(folder, 'dist/web'));

  const known = readMigrations('postgres').length;
  const name = `${String(known + 1).padStart(3, '0')}-written-by`;
  const sql = `-- Readable from: ${known}\nALTER TABLE tasks ADD COLUMN written_by text;\n`;
  writeFileSync(join(folder, `server/store/migrations/${name}.postgres.sql`), sql);
  edit(join(folder, 'server/store/migrations.ts'), [['] as const;', `  '${name}',\n] as const;`]]);
  const packageFile = join(folder, 'package.json');
  const packageText = readFileSync(packageFile, 'utf8');
  writeFileSync(packageFile, JSON.stringify({ ...JSON.parse(packageText), version: nextVersion }));
  edit(join(folder, 'server/store/postgres/postgres-statements.ts'), [
    ['updated_at_ms = $3', "updated_at_ms = $3, written_by = 'next'"],
  ]);
  return folder;
}

function edit(path: string, edits: readonly Edit[]): void {
  writeFileSync(path, editText(readFileSync(path, 'utf8'), edits));
}

/** Three replicas (two in short), started together on an empty database, behind HAProxy with its shipped file, and eight people. */
async function startFleet(t: TestContext, storeUrl: string) {
  const provider = await serveProvider(t);
  const members = await Promise.all(
    Array.from({ length: isShort ? 2 : 3 }, async () => {
      const place = await makeReplica(t, { provider, storeUrl, allowedHost: publicHost });
      return { place, service: await place.start() };
    }),
  );
  const [first = '', second = '', third] = members.map(({ place }) => `127.0.0.1:${place.port}`);
  const line = `server replica2 ${second}`;
  const more: Edit[] = third === undefined ? [] : [[line, `${line}\n    server replica3 ${third}`]];
  const proxy = await startProxy(t, haproxy, [first, second], more);
  const { httpsPort: port, certificate } = proxy;
  // Below the limit of the shipped files, 50 requests of one address in a second.
  const target = {
    port,
    host: publicHost,
    authority: certificate.authority,
    timeoutMs: 10_000,
    paceMs: 25,
  };
  const crowd = await signInCrowd(t, { server: target, provider, count: 8 });
  return {
    members,
    proxy,
    /** Lets the people write during `during`, compares every list with its ledger, and returns the failed requests by kind. */
    phase: async (
      what: string,
      during: () => Promise<void>,
    ): Promise<ReadonlyMap<string, number>> => {
      const { tally } = crowd;
      const before = tally.acknowledged;
      tally.failed.clear();
      tally.slowestMs = 0;
      const load = crowd.begin();
      await load.during(during());
      await load.stop();
      report(what, {
        requests: tally.acknowledged - before,
        failed: failures(tally.failed),
        kinds: kinds(tally.failed),
        'slowest answer in ms': Math.round(tally.slowestMs),
      });
      const failed = new Map(tally.failed);
      await crowd.compare();
      return failed;
    },
  };
}
