import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { testWith } from '../needs.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { execAsPostgres, postgresBinaries } from '../postgres/cluster.ts';
import { query } from '../postgres/database.ts';
import { begin, clusterFor, kinds, people, report } from './scene.ts';
import { makeChance, makeVisitor, makeWriter } from './writer.ts';

// server/store/sqlite/sqlite-database.test.ts has the same for SQLite.
testWith('postgres')(
  'PostgreSQL, a page damaged under the running service: one person gets a 500 that says so in the log, all others go on',
  async (t) => {
    const cluster = await clusterFor(t, ['autovacuum=off']);
    await cluster.stop();
    execAsPostgres([
      join(postgresBinaries(), 'pg_checksums'),
      '--enable',
      '--pgdata',
      cluster.folder,
    ]);
    await cluster.start();
    const { crowd, replica, provider, service } = await begin(t, { storeUrl: cluster.url, people });
    const visitor = makeVisitor(t, replica, provider, 'victim@example.com');
    await visitor.signIn();
    // Enough tasks to fill pages of their own.
    const victim = makeWriter(visitor, makeChance(1), crowd.tally);
    for (let made = 0; made < 300; made += 1) await victim.create();

    const { file, page } = await findPage(cluster, visitor.email);
    // Only the database restarts, because it has the page in memory; the service keeps running.
    await cluster.stop();
    // Without the free space map no other row is written into the rest of the page.
    rmSync(join(cluster.folder, `${file}_fsm`), { force: true });
    const mend = damagePage(join(cluster.folder, file), page);
    await cluster.start();

    const before = crowd.tally.acknowledged;
    const load = crowd.begin();
    for (let asked = 0; asked < 20; asked += 1) {
      const answer = await visitor.get('/api/tasks');
      assert.equal(answer.statusCode, 500, answer.body);
      assert.match(answer.body, /"code":"internal".*"requestId":/);
      await load.lasts(100);
    }
    await service.line(
      /"level":"error".*"msg":"The .*database .*is damaged: restore it from a backup/,
    );
    await load.stop();
    assert.equal(kinds(crowd.tally.failed), 'none');
    report(t.name, {
      'acknowledged writes of the others': crowd.tally.acknowledged - before,
      lost: 0,
    });
    mend();
    await victim.compare();
    await crowd.compare();
    await service.stop();
  },
);

/** A full page near the end of the table, with rows of this person only. */
async function findPage({ url }: Cluster, email: string): Promise<{ file: string; page: number }> {
  const [found] = await query(
    url,
    `SELECT pg_relation_filepath('tasks') AS file, (tasks.ctid::text::point)[0]::integer AS page
     FROM tasks JOIN users ON users.id = owner GROUP BY page
     HAVING bool_and(email = $1) ORDER BY page DESC OFFSET 1 LIMIT 1`,
    [email],
  );
  assert.ok(found, 'a page with nothing of anybody else');
  return { file: String(found['file']), page: Number(found['page']) };
}

/** Overwrites a page of a file; the returned function restores it. */
function damagePage(path: string, page: number): () => void {
  const size = 8192;
  const whole = readFileSync(path).subarray(page * size, (page + 1) * size);
  const write = (content: Buffer) => {
    const file = openSync(path, 'r+');
    writeSync(file, content, 0, size, page * size);
    closeSync(file);
  };
  write(Buffer.alloc(size, 7));
  return () => write(whole);
}
