import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import type { Browser } from '@playwright/test';

import { readVersion } from '../../server/folders.ts';
import { readMigrations } from '../../server/store/migrations.ts';
import { emptyFolder } from '../folder.ts';
import { renameFiles } from '../next-files.ts';
import type { TestDatabase } from '../postgres/database.ts';
import { postgresServer } from '../postgres/database.ts';
import type { ServiceProcess } from '../process.ts';
import { projectFolder } from '../process.ts';
import { serveProvider } from '../provider/server.ts';
import { haproxy, nginx } from '../proxies/kinds.ts';
import type { Edit, ProxyKind } from '../proxies/proxy.ts';
import { editText, publicHost, startProxy } from '../proxies/proxy.ts';
import { openBrowser } from '../proxies/sign-in.ts';
import type { Replica } from '../replica.ts';
import { makeReplica } from '../replica.ts';
import { kinds, report } from './report.ts';
import { isShort, signInCrowd, stop } from './scene.ts';
import { failures } from './writer.ts';

const server = postgresServer();

for (const kind of [haproxy, nginx]) {
  test(`replicas behind ${kind.name}: a graceful stop fails no request, a killed and a stopped one few`, (t) =>
    loseReplicas(t, kind));
}

async function loseReplicas(t: TestContext, kind: ProxyKind): Promise<void> {
  const { url } = await server.newDatabase();
  // All at once on an empty database: their migrations wait for each other.
  const { members, phase } = await startFleet(t, { kind, storeUrl: url });

  assert.equal(await phase('undisturbed', () => wait(2000)), 0);
  const failedInRestart = await phase('rolling restart of all with SIGTERM', () => restartInTurn(members));
  assert.equal(failedInRestart, 0, 'a graceful stop fails no request');

  const [victim] = members;
  assert.ok(victim);
  const failedByKill = await phase('one killed with SIGKILL', async () => {
    await wait(500);
    victim.service.signal('SIGKILL');
    await victim.service.ended;
    await wait(noticedMs);
    victim.service = await victim.place.start();
    await wait(noticedMs);
  });
  // What was at work in it when it died, and no more: never the requests after.
  assert.ok(failedByKill <= 8, `${failedByKill} requests failed by one kill`);

  const stoppedSeconds = isShort ? 8 : 15;
  const failedByStop = await phase(`one stopped with SIGSTOP for ${stoppedSeconds} s`, async () => {
    await wait(500);
    victim.service.signal('SIGSTOP');
    await wait(stoppedSeconds * 1000);
    victim.service.signal('SIGCONT');
    await wait(noticedMs);
  });
  assert.ok(failedByStop <= 16, `${failedByStop} requests failed by one stopped replica`);
  for (const member of members) await stop(member.service);
}

const nextVersion = '9.9.9';

test('a rolling upgrade with a migration, and the step back from it, fail no request', async (t) => {
  const database = await server.newDatabase();
  const nextRelease = makeNextRelease(t);
  const { members, phase, versions, proxy } = await startFleet(t, { kind: haproxy, storeUrl: database.url });
  const browser = (await openBrowser(proxy)).browser();
  assert.ok(browser);
  t.after(() => browser.close());
  const [first, ...others] = members;
  assert.ok(first);
  // Each stop is graceful; what a kill fails is told by another proof.
  const noneFails = async (what: string, during: () => Promise<void>, expected: readonly string[]) => {
    let pages: Awaited<ReturnType<typeof openPagesDuring>> | undefined;
    const withPages = async () => void (pages = await openPagesDuring(browser, during()));
    assert.equal(await phase(what, withPages), 0, what);
    report(`pages: ${what}`, { ...pages });
    assert.equal(pages?.empty, 0, what);
    assert.deepEqual(await versions(), expected);
  };
  const now = members.map(() => readVersion());
  const next = members.map(() => nextVersion);
  const mixed = [nextVersion, ...others.map(() => readVersion())];
  const known = readMigrations('postgres').length;

  await noneFails('this release alone', () => wait(2000), now);
  assert.equal(await schemaVersion(database), known);
  await noneFails('one becomes the next release', () => restartInTurn([first], nextRelease), mixed);
  assert.equal(await schemaVersion(database), known + 1);
  const restartOthers = () => wait(2000).then(() => restartInTurn(others));
  await noneFails('side by side, those of this release restart on the newer schema', restartOthers, mixed);
  const written = await writtenBy(database);
  report('tasks last written by', written);
  assert.ok(written.next > 0 && written.this > 0, 'both releases have written');

  await noneFails('the others follow', () => restartInTurn(others, nextRelease), next);
  await noneFails('all step back to this release', () => restartInTurn(members), now);
  assert.equal(await schemaVersion(database), known + 1);
  if (!isShort) await noneFails('all go forward again', () => restartInTurn(members, nextRelease), next);
  for (const member of members) await stop(member.service);
});

/** Opens the page again and again, each time in a browser that has nothing of it. One that shows no sign-in is empty. */
async function openPagesDuring(browser: Browser, work: Promise<void>) {
  let isOver = false;
  const hasEnded = () => isOver;
  const over = work.finally(() => void (isOver = true));
  const pages = { opened: 0, empty: 0, 'slowest in ms': 0 };
  while (!hasEnded()) {
    const begunMs = performance.now();
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(`https://${publicHost}/`);
    const signIn = page.getByRole('link', { name: 'Continue with Test' });
    await signIn.waitFor({ timeout: 15_000 }).catch(() => (pages.empty += 1));
    await context.close();
    pages.opened += 1;
    pages['slowest in ms'] = Math.max(pages['slowest in ms'], Math.round(performance.now() - begunMs));
  }
  await over;
  return pages;
}

async function schemaVersion({ query }: TestDatabase): Promise<number> {
  const [row] = await query('SELECT max(version) AS version FROM schema_versions');
  return Number(row?.['version']);
}

/** Both count a task whose last create or replace was theirs; this release leaves the mark of the other one on a replace. */
async function writtenBy({ query }: TestDatabase): Promise<{ next: number; this: number }> {
  const [row] = await query('SELECT count(written_by) AS next, count(*) AS all FROM tasks');
  const next = Number(row?.['next']);
  return { next, this: Number(row?.['all']) - next };
}

/**
 * A copy of this release, changed as the next one would be: another version, one more expand migration, statements
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
  const number = String(known + 1).padStart(3, '0');
  writeFileSync(
    join(folder, `server/store/migrations/${number}-written-by.postgres.sql`),
    `-- Readable from: ${known}\nALTER TABLE tasks ADD COLUMN written_by text;\n`,
  );
  edit(join(folder, 'package.json'), [[`"version": "${readVersion()}"`, `"version": "${nextVersion}"`]]);
  edit(join(folder, 'server/store/postgres/postgres-statements.ts'), [
    ["updated_at_ms';", "updated_at_ms, written_by';"],
    ['$6::bigint, $6::bigint', "$6::bigint, $6::bigint, 'next'"],
    ['updated_at_ms = $7', "updated_at_ms = $7, written_by = 'next'"],
  ]);
  return folder;
}

function edit(path: string, edits: readonly Edit[]): void {
  writeFileSync(path, editText(readFileSync(path, 'utf8'), edits));
}

/** A place of the service and the process that runs there just now. */
type Member = { place: Replica; service: ServiceProcess };

/** Longer than a proxy of deploy/ takes to see that a replica is back. */
const noticedMs = 6000;
const timeoutMs = 10_000;
/** Below the 50 requests of one address in a second that the shipped files pass. */
const paceMs = 25;

/** Three replicas (two in short), which start together, behind a proxy with its shipped file, and eight people who write through TLS. */
async function startFleet(t: TestContext, { kind, storeUrl }: { kind: ProxyKind; storeUrl: string }) {
  const provider = await serveProvider(t);
  const places = await Promise.all(
    Array.from({ length: isShort ? 2 : 3 }, () =>
      makeReplica(t, { provider, storeUrl, allowedHost: publicHost }),
    ),
  );
  const [first = '', second = '', third] = places.map(({ port }) => `127.0.0.1:${port}`);
  const members = await Promise.all(places.map(async (place) => ({ place, service: await place.start() })));
  const lines = third === undefined ? [] : [thirdLine[kind.name]?.(second, third) ?? (['', ''] as const)];
  const proxy = await startProxy(kind, [first, second], lines);
  t.after(() => proxy.stop());
  const door = {
    port: proxy.httpsPort,
    host: publicHost,
    authority: proxy.certificate.authority,
    timeoutMs,
    paceMs,
    repeatsDeletes: kind === nginx,
  };
  const crowd = await signInCrowd(t, { door, provider, count: 8 });

  return {
    members,
    proxy,
    /** Lets the people write during it, compares every list with its ledger, and gives the number of failed requests. */
    phase: async (what: string, during: () => Promise<void>): Promise<number> => {
      const { tally } = crowd;
      const before = tally.acknowledged;
      tally.failed.clear();
      tally.slowestMs = 0;
      const load = crowd.begin();
      await load.during(during());
      await load.stop();
      const figures = {
        requests: tally.acknowledged - before,
        failed: failures(tally),
        kinds: kinds(tally.failed),
      };
      report(`${kind.name}, ${what}`, { ...figures, 'slowest answer in ms': Math.round(tally.slowestMs) });
      await crowd.compare();
      return figures.failed;
    },
    /** The version that each process tells in its metrics. */
    versions: () =>
      Promise.all(
        places.map(async ({ port }) => {
          const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
          return /dueline_build_info\{version="([^"]*)"/.exec(metrics)?.[1];
        }),
      ),
  };
}

const thirdLine: Readonly<Record<string, (second: string, third: string) => Edit>> = {
  haproxy: (second, third) => [
    `server replica2 ${second}`,
    `server replica2 ${second}\n    server replica3 ${third}`,
  ],
  nginx: (second, third) => {
    const how = 'max_fails=3 fail_timeout=5s;';
    return [`server ${second} ${how}`, `server ${second} ${how}\n    server ${third} ${how}`];
  },
};

/** One after the other is stopped in order and started again, as this release or as the one in that folder. */
async function restartInTurn(members: readonly Member[], releaseFolder?: string): Promise<void> {
  for (const member of members) {
    await stop(member.service);
    member.service = await member.place.start(releaseFolder);
    await wait(noticedMs);
  }
}
