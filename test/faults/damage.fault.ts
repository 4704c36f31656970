import assert from 'node:assert/strict';
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { postgresBinaries } from '../postgres/binaries.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { execAsPostgres } from '../postgres/cluster.ts';
import { query } from '../postgres/database.ts';
import { kinds, report } from './report.ts';
import type { Scene } from './scene.ts';
import { awayAtStart, begin as beginScene, clusterFor, people, stop } from './scene.ts';
import type { Writer } from './writer.ts';
import { makeChance, makeVisitor, makeWriter } from './writer.ts';

test('SQLite, a file that is damaged at the start: the service says so and goes on once the backup is in its place', async (t) => {
  const scene = await beginScene(t, { people });
  const path = join(scene.replica.dataFolder, 'dueline.db');
  let { service } = scene;
  for (const damage of ['no database at all '.repeat(100), Buffer.alloc(40_960, 7)]) {
    const begin = () => {
      copyFileSync(path, `${path}.backup`);
      writeFileSync(path, damage);
    };
    const end = () => renameSync(`${path}.backup`, path);
    const says =
      /^\{"level":"error".*"msg":"The database .+ (is not an SQLite database|is damaged): restore it from/;
    service = await awayAtStart(t, { ...scene, service }, { begin, end, says });
  }
  await stop(service);
});

test('SQLite, a page damaged under the running service: one person gets a 500 that says so in the log, all others go on', async (t) => {
  const scene = await beginScene(t, { people });
  const { crowd, replica } = scene;
  const victim = await someoneWithManyTasks(t, scene);
  const path = join(replica.dataFolder, 'dueline.db');
  emptyWriteAheadLog(path);
  copyFileSync(path, `${path}.backup`);
  const ledgers = [victim, ...crowd.writers].map((writer) => ({ writer, ledger: new Map(writer.tasks) }));

  const damage = () => {
    const mend = damagePage(path, 4096, pageOf(path, victim.visitor.email));
    return () => {
      mend();
      emptyWriteAheadLog(path);
    };
  };
  await damageAndBack(t, scene, victim, damage);

  // The same once more, mended as the manual says: with the backup.
  damage();
  await stop(scene.service);
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  copyFileSync(`${path}.backup`, path);
  const restored = await replica.start();
  for (const { writer, ledger } of ledgers) await writer.compare(ledger);
  await stop(restored);
});

test('PostgreSQL, a page damaged under the running service: one person gets a 500 that says so in the log, all others go on', async (t) => {
  const cluster = await clusterFor(t, ['autovacuum=off']);
  await cluster.stop();
  execAsPostgres([join(postgresBinaries(), 'pg_checksums'), '--enable', '--pgdata', cluster.folder]);
  await cluster.start();
  const scene = await beginScene(t, { storeUrl: cluster.url, people });
  const victim = await someoneWithManyTasks(t, scene);
  const { file, page } = await findPage(cluster, victim.visitor.email);
  // The service stays; the database has the page in its memory until it is started again.
  await cluster.stop();
  // Without the map of free space no other row is put into what is left of the page.
  rmSync(join(cluster.folder, `${file}_fsm`), { force: true });
  const mend = damagePage(join(cluster.folder, file), 8192, page);
  await cluster.start();
  await damageAndBack(t, scene, victim, () => mend);
  await stop(scene.service);
});

/** Somebody with pages of their own: the load that goes on meanwhile is others'. */
async function someoneWithManyTasks(t: TestContext, { crowd, replica, provider }: Scene): Promise<Writer> {
  const load = crowd.begin();
  await load.lasts(500);
  await load.stop();
  const visitor = makeVisitor(replica, provider, 'victim@example.com');
  t.after(visitor.close);
  await visitor.signIn();
  const victim = makeWriter(visitor, makeChance(1), crowd.tally);
  for (let made = 0; made < 300; made += 1) await victim.create();
  return victim;
}

async function damageAndBack(t: TestContext, scene: Scene, victim: Writer, damage: () => () => void) {
  const { crowd, service } = scene;
  const mend = damage();
  crowd.tally.failed.clear();
  const before = crowd.tally.acknowledged;
  const load = crowd.begin();
  for (let asked = 0; asked < 20; asked += 1) {
    const answer = await victim.visitor.get('/api/tasks');
    assert.equal(answer.statusCode, 500, answer.body);
    assert.match(answer.body, /"code":"internal".*"requestId":/);
    await load.lasts(100);
  }
  await service.line(/"level":"error".*"msg":"The .*database .*is damaged: restore it from a backup/);
  await load.stop();
  assert.equal(kinds(crowd.tally.failed), 'none');
  const written = crowd.tally.acknowledged - before;
  await crowd.compare();
  mend();
  await victim.compare();
  await crowd.compare();
  report(t.name, { 'acknowledged writes of the others meanwhile': written, failed: 0, lost: 0 });
}

/** What is in the log goes into the file, and the service forgets the pages that it knows, as another process has written. */
function emptyWriteAheadLog(path: string): void {
  const other = new DatabaseSync(path, { timeout: 5000 });
  other.exec('UPDATE users SET email = email; PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
}

/** A page in the middle of those, in the order of the tree, on which nobody but this person has written. */
function pageOf(path: string, email: string): number {
  const file = readFileSync(path).toString('latin1');
  const database = new DatabaseSync(path, { readOnly: true });
  const leaves = database.prepare(
    "SELECT pageno - 1 AS page FROM dbstat WHERE name = 'tasks' AND pagetype = 'leaf' ORDER BY path",
  );
  const own = leaves
    .all()
    .map(({ page }) => Number(page))
    .filter((page) => {
      const text = file.slice(page * 4096, (page + 1) * 4096);
      return text.includes(`${email} wrote this`) && !text.includes('writer-');
    });
  database.close();
  return own[Math.floor(own.length / 2)] ?? assert.fail('a page with nothing of anybody else');
}

/** A full page near the end of the table, which had rows of this person only. */
async function findPage({ url }: Cluster, email: string): Promise<{ file: string; page: number }> {
  const rows = await query(
    url,
    `SELECT pg_relation_filepath('tasks') AS file, (tasks.ctid::text::point)[0]::integer AS page
     FROM tasks JOIN users ON users.id = owner GROUP BY page
     HAVING bool_and(email = $1) ORDER BY page DESC OFFSET 1 LIMIT 1`,
    [email],
  );
  const [found] = rows;
  assert.ok(found, 'a page with nothing of anybody else');
  return { file: String(found['file']), page: Number(found['page']) };
}

/** Overwrites a page of a file; the function that it returns puts it back. */
function damagePage(path: string, size: number, page: number): () => void {
  const whole = readFileSync(path).subarray(page * size, (page + 1) * size);
  const write = (content: Buffer) => {
    const file = openSync(path, 'r+');
    writeSync(file, content, 0, size, page * size);
    closeSync(file);
  };
  write(Buffer.alloc(size, 7));
  return () => write(whole);
}
