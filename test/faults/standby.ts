import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

import { postgresBinaries } from '../postgres/binaries.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { execAsPostgres, runCluster, startCluster } from '../postgres/cluster.ts';
import { query } from '../postgres/database.ts';
import { freePort } from '../process.ts';
import { signalServer } from './processes.ts';

/** A primary that acknowledges nothing before its standby has it on disk. Both are removed with the test. */
export async function startPair(t: TestContext) {
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
