import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { postgresBinaries } from '../postgres/binaries.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { execAsPostgres, runCluster, startCluster } from '../postgres/cluster.ts';
import { query } from '../postgres/database.ts';
import { freePort } from '../process.ts';
import { signalServer } from './processes.ts';
import { kinds, report } from './report.ts';
import { begin, end, isShort, seed } from './scene.ts';
import type { Visitor } from './writer.ts';
import { failures } from './writer.ts';

const rounds = Number(env['ROUNDS'] ?? (isShort ? 1 : 3));

/** SIGSTOP is a machine that hangs or a cable that is pulled: nobody closes the connections. */
const signals = { SIGKILL: 'is killed', SIGSTOP: 'falls silent' } as const;
type Signal = keyof typeof signals;

type Loss = Readonly<{
  signal: Signal;
  processes: number;
  idTokenSeconds: number;
  /** Before the primary is lost, until the standby is promoted, and after the next write. */
  lastsMs: readonly [number, number, number];
}>;

for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
  for (let round = 1; round <= rounds; round += 1) {
    // An operator's or Patroni's time to notice is not ours to measure; a second stands in for it.
    const lastsMs = [2000, 1000, 3000] as const;
    test(`the primary ${signals[signal]} under load and its standby is promoted, round ${round}`, (t) =>
      loseThePrimary(t, { signal, processes: 1, idTokenSeconds: 3600, lastsMs }));
  }
  for (const processes of isShort ? [signal === 'SIGKILL' ? 2 : 1] : [1, 2]) {
    // Every session is renewed again and again while the database has no primary.
    const lastsMs = [5000, 5000, isShort ? 3000 : 10_000] as const;
    test(`sessions are renewed by ${processes} process(es) while the primary ${signals[signal]} and is replaced: nobody is signed out`, (t) =>
      loseThePrimary(t, { signal, processes, idTokenSeconds: 2, lastsMs }));
  }
}

async function loseThePrimary(t: TestContext, loss: Loss): Promise<void> {
  const { signal, processes, idTokenSeconds, lastsMs } = loss;
  const pair = await startPair(t);
  const { provider, crowd, services } = await begin(t, { storeUrl: pair.url, processes, idTokenSeconds });
  // Each person has another tab of the same browser open, which reads.
  const load = crowd.begin(readUntil);
  await load.lasts(lastsMs[0]);

  const before = crowd.tally.acknowledged;
  pair.signalPrimary(signal);
  const lostMs = performance.now();
  await load.lasts(lastsMs[1]);
  pair.promote();
  const promotedMs = performance.now();
  const atPromotion = crowd.tally.acknowledged;
  const firstMs = await load.writes(atPromotion);
  await load.lasts(lastsMs[2]);
  await load.stop();

  const output = await end(crowd, ...services);
  report(t.name, {
    seed,
    'acknowledged before': before,
    after: crowd.tally.acknowledged - atPromotion,
    lost: 0,
    'signed out': 0,
    'seconds from the loss to the promoted standby': ((promotedMs - lostMs) / 1000).toFixed(2),
    'seconds from there to the first write': ((firstMs - promotedMs) / 1000).toFixed(2),
    'renewals asked of the provider': provider.count('token') - crowd.writers.length,
    'renewals that the store could not share': output.split('renewal not shared').length - 1,
    'failed attempts': failures(crowd.tally),
    kinds: kinds(crowd.tally.failed),
  });
  // On a slow machine each request may wait until the standby is there.
  if (failures(crowd.tally) > 0) assert.match(output, /PostgreSQL database/, 'the log tells of the outage');
}

/** Reads again and again; an answer may be late or say that the store is away, but never that nobody is signed in. */
async function readUntil(visitor: Visitor, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const answer = await visitor.get('/api/tasks').catch(() => undefined);
    const isRead = answer !== undefined && answer.statusCode !== 503;
    if (isRead) assert.equal(answer.statusCode, 200, `${answer.statusCode} ${answer.body}`);
    await wait(100);
  }
}

/** A primary that acknowledges nothing before its standby has it on disk. Both are removed with the test. */
async function startPair(t: TestContext) {
  const primary = await startCluster();
  /** To all of its processes at once. */
  const signalPrimary = (signal: NodeJS.Signals) => signalServer(primary.folder, signal);
  t.after(() => {
    signalPrimary('SIGKILL');
    return primary.remove();
  });
  const standby = await startStandby(primary);
  t.after(() => standby.remove());
  await query(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await query(primary.url, 'SELECT pg_reload_conf()');
  await untilSynchronous(primary);
  const url = new URL(primary.url);
  return {
    /** Names both hosts, the primary first. */
    url: primary.url.replace(url.host, `${url.host},127.0.0.1:${standby.port}`),
    signalPrimary,
    /** Makes the standby the primary; returns when it is. */
    promote: () => void execAsPostgres([join(postgresBinaries(), 'pg_ctl'), 'promote', '-D', standby.folder]),
  };
}

async function startStandby(primary: Cluster): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'dueline-standby-'));
  chmodSync(home, 0o755);
  if (process.geteuid?.() === 0) execFileSync('chown', ['postgres', home]);
  const folder = join(home, 'data');
  const backup = ['-D', folder, '-d', primary.url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  execAsPostgres([join(postgresBinaries(), 'pg_basebackup'), ...backup]);
  const port = await freePort();
  const url = new URL(primary.url);
  url.port = String(port);
  return runCluster(home, folder, port, url.href, []);
}

async function untilSynchronous({ url }: Cluster): Promise<void> {
  for (let attempts = 0; attempts < 1000; attempts += 1) {
    const [row] = await query(url, "SELECT FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')");
    if (row !== undefined) return;
  }
  throw new Error('the standby did not become synchronous');
}
