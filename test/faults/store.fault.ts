import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { startCluster } from '../postgres/cluster.ts';
import type { ServiceProcess } from '../process.ts';
import { emptyFolder } from '../process.ts';
import { signInCrowd } from './crowd.ts';
import { listenAsProvider } from './provider-server.ts';
import type { Replica } from './replica.ts';
import { makeReplica } from './replica.ts';
import { kinds, report, secondsSince } from './report.ts';
import type { Answer } from './visitor.ts';

test('SQLite on a full disk: reads go on, writes are 503 until there is room, nothing is lost', async (t) => {
  const dataFolder = mountSmallDisk(t);
  const ballast = join(dataFolder, 'ballast');
  await troubleAndBack(t, {
    dataFolder,
    begin: () => fill(ballast),
    end: () => truncateSync(ballast),
    says: /cannot grow: the disk is full/,
    readsGoOn: true,
  });
});

test('SQLite on a disk that is read-only at the start: refused with what to do, and all is there once it is mended', async (t) => {
  const dataFolder = mountSmallDisk(t);
  const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, dataFolder]);
  const { crowd, replica, service } = await begin(t, { dataFolder });
  const load = crowd.begin();
  await Promise.race([wait(500), load.failed]);
  await load.stop();
  await stop(service);
  remount('ro');
  const { code, output } = await (await replica.spawn()).ended;
  assert.equal(code, 1);
  assert.match(output, /is read-only: make the file and its folder writable|cannot be opened/);
  assert.doesNotMatch(output, /\n\s+at /, 'no stack');
  remount('rw');
  const mended = await replica.start();
  await crowd.compare();
  await stop(mended);
  report(t.name, { 'acknowledged writes': crowd.tally.acknowledged, lost: 0 });
});

test('SQLite with the lock held by another process: writes wait, then are 503, and go on', async (t) => {
  const dataFolder = emptyFolder(t);
  let other: DatabaseSync | undefined;
  await troubleAndBack(t, {
    dataFolder,
    begin: () => {
      other = new DatabaseSync(join(dataFolder, 'dueline.db'), { timeout: 5000 });
      other.exec('BEGIN IMMEDIATE');
    },
    lastsMs: 7000,
    end: () => other?.close(),
    says: /is locked by another process/,
    readsGoOn: true,
  });
});

test('a damaged database file is refused at the start with what to do, and the backup restores all', async (t) => {
  const { crowd, replica, service } = await begin(t, {});
  const path = join(replica.dataFolder, 'dueline.db');
  const load = crowd.begin();
  await Promise.race([wait(500), load.failed]);
  await load.stop();
  await stop(service);
  copyFileSync(path, `${path}.backup`);
  for (const damage of ['no database at all '.repeat(100), Buffer.alloc(statSync(path).size, 7)]) {
    writeFileSync(path, damage);
    const { code, output } = await (await replica.spawn()).ended;
    assert.equal(code, 1);
    assert.match(
      output,
      /is not an SQLite database: restore it from a backup|is damaged: restore it from a backup/,
    );
    assert.doesNotMatch(output, /\n\s+at /, 'no stack');
  }
  copyFileSync(`${path}.backup`, path);
  const restored = await replica.start();
  await crowd.compare();
  await stop(restored);
  report(t.name, { 'acknowledged writes': crowd.tally.acknowledged, lost: 0 });
});

test('PostgreSQL stopped and started again under load: 503 meanwhile, then all goes on', async (t) => {
  const cluster = await startCluster();
  t.after(() => void cluster.remove());
  await troubleAndBack(t, {
    storeUrl: cluster.url,
    begin: () => cluster.stop('SIGQUIT'),
    end: () => cluster.start(),
    says: /PostgreSQL database (cannot be reached|lost the connection|is starting)/,
    readsGoOn: false,
  });
});

test('PostgreSQL with no connection to spare: 503, then all goes on', async (t) => {
  const cluster = await startCluster(['max_connections=8', 'superuser_reserved_connections=0']);
  t.after(() => void cluster.remove());
  const hogs: pg.Client[] = [];
  await troubleAndBack(t, {
    storeUrl: cluster.url,
    begin: async () => {
      const admin = new pg.Client({ connectionString: cluster.url });
      await admin.connect();
      hogs.push(admin);
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dueline'",
      );
      for (let taken = 0; taken < 500 && hogs.length < 8; taken += 1) {
        const hog = new pg.Client({ connectionString: cluster.url });
        hog.on('error', () => undefined);
        await hog.connect().then(
          () => hogs.push(hog),
          () => wait(5),
        );
        await admin.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dueline'",
        );
      }
    },
    end: async () => void (await Promise.all(hogs.map((hog) => hog.end()))),
    says: /out of disk, memory or connections/,
    readsGoOn: false,
  });
});

test('PostgreSQL with a table locked for longer than a statement may take: writes are 503, then go on', async (t) => {
  const cluster = await startCluster();
  t.after(() => void cluster.remove());
  const holder = new pg.Client({ connectionString: cluster.url });
  await holder.connect();
  await troubleAndBack(t, {
    storeUrl: cluster.url,
    poolSize: 16,
    begin: async () => void (await holder.query('BEGIN; LOCK TABLE tasks IN SHARE MODE')),
    lastsMs: 7000,
    end: async () => {
      await holder.query('COMMIT');
      await holder.end();
    },
    says: /took too long/,
    readsGoOn: true,
  });
});

test('a slow PostgreSQL: every write takes a second more, none fails, none is lost', async (t) => {
  const cluster = await startCluster();
  t.after(() => void cluster.remove());
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await troubleAndBack(t, {
    storeUrl: cluster.url,
    begin: async () =>
      void (await admin.query(
        `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
         CREATE TRIGGER slow BEFORE INSERT OR UPDATE OR DELETE ON tasks FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`,
      )),
    end: async () => {
      await admin.query('DROP TRIGGER slow ON tasks');
      await admin.end();
    },
    says: undefined,
    readsGoOn: true,
  });
});

test('PostgreSQL away when the service starts: it says so and ends with 1, and starts once it is back', async (t) => {
  const cluster = await startCluster();
  t.after(() => void cluster.remove());
  await cluster.stop();
  const replica = await makeReplica(t, { provider: await listenAsProvider(t), storeUrl: cluster.url });
  const begunMs = performance.now();
  const { code, output } = await (await replica.spawn()).ended;
  const took = secondsSince(begunMs);
  assert.equal(code, 1);
  assert.match(output, /The PostgreSQL database cannot be reached/);
  assert.ok(!output.includes(new URL(cluster.url).password), 'no password in the log');
  await cluster.start();
  await stop(await replica.start());
  report(t.name, { 'seconds to the exit code 1': took });
});

type Trouble = Readonly<{
  dataFolder?: string;
  storeUrl?: string;
  poolSize?: number;
  begin: () => unknown;
  lastsMs?: number;
  end: () => unknown;
  /** What the log must say; undefined: that nothing failed. */
  says: RegExp | undefined;
  readsGoOn: boolean;
}>;

/** Load, trouble under load, its end; then all must go on in the same process, with nothing lost. */
async function troubleAndBack(t: TestContext, trouble: Trouble): Promise<void> {
  const { crowd, service } = await begin(t, trouble);
  const load = crowd.begin();
  await Promise.race([wait(1000), load.failed]);
  await trouble.begin();
  const begunMs = performance.now();
  await Promise.race([wait(trouble.lastsMs ?? 3000), load.failed]);

  const reader = crowd.writers[0]?.visitor.again();
  const read = await reader?.ask('GET', '/api/tasks');
  reader?.close();
  if (trouble.readsGoOn) assert.equal(read?.status, 200, read?.body);
  else assertUnavailable(read);
  const failed = kinds(crowd.tally.failed);
  if (trouble.says) assert.match(failed, /503 (store_unavailable|overloaded)/);
  else assert.equal(failed, 'none');
  assert.doesNotMatch(failed, /500|ECONN/);

  const atEnd = crowd.tally.acknowledged;
  await trouble.end();
  const endedMs = performance.now();
  while (crowd.tally.acknowledged <= atEnd) await Promise.race([wait(5), load.failed]);
  const againMs = crowd.tally.lastAcknowledgedMs - endedMs;
  await Promise.race([wait(1000), load.failed]);
  await load.stop();
  await crowd.compare();
  const output = await stop(service);
  if (trouble.says) assert.match(output, trouble.says);
  report(t.name, {
    'seconds of trouble': ((endedMs - begunMs) / 1000).toFixed(1),
    'acknowledged writes': crowd.tally.acknowledged,
    lost: 0,
    'seconds until a write after it': (Math.max(0, againMs) / 1000).toFixed(2),
    failed,
  });
}

async function begin(t: TestContext, place: Pick<Trouble, 'dataFolder' | 'storeUrl' | 'poolSize'>) {
  const provider = await listenAsProvider(t);
  const { dataFolder, storeUrl, poolSize } = place;
  const replica: Replica = await makeReplica(t, {
    provider,
    ...(dataFolder && { dataFolder }),
    ...(storeUrl && { storeUrl }),
    ...(poolSize && { poolSize }),
  });
  const service = await replica.start();
  const crowd = await signInCrowd(t, { door: replica, provider, count: 4, seed: 1 });
  return { crowd, replica, service };
}

async function stop(service: ServiceProcess): Promise<string> {
  service.signal('SIGTERM');
  const { code, output } = await service.ended;
  assert.equal(code, 0, output);
  return output;
}

function assertUnavailable(answer: Answer | undefined): void {
  assert.equal(answer?.status, 503, answer?.body);
  assert.ok(Number(answer?.headers['retry-after']) > 0);
  assert.match(answer?.body ?? '', /"code":"(store_unavailable|overloaded)"/);
}

/** A disk of 8 MB in memory, which only root may mount. */
function mountSmallDisk(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', folder]);
  t.after(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  });
  return folder;
}

/** Takes all the room there is. */
function fill(path: string): void {
  writeFileSync(path, '');
  try {
    for (;;) writeFileSync(path, Buffer.alloc(4096), { flag: 'a' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
