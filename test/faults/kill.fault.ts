import assert from 'node:assert/strict';
import { join } from 'node:path';
import { env } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { testWith } from '../needs.ts';
import { postgresServer } from '../postgres/database.ts';
import type { Replica } from '../replica.ts';
import { begin, end, isShort, kinds, report, secondsSince, seed } from './scene.ts';
import { failures, makeChance, makeVisitor } from './writer.ts';

// KILLS chooses another number of kills.
const kills = Number(env['KILLS'] ?? (isShort ? 5 : 100));
const server = postgresServer();

test(`SQLite: ${kills} times killed with SIGKILL under writes, nothing acknowledged is lost or twice`, async (t) => {
  const check = ({ dataFolder }: Replica) => {
    using database = new DatabaseSync(join(dataFolder, 'dueline.db'));
    const found = database.prepare('PRAGMA integrity_check').all();
    assert.deepEqual(
      found.map((row) => Object.values(row)),
      [['ok']],
    );
    return Promise.resolve();
  };
  await killAgainAndAgain(t, { check });
});

testWith('postgres')(
  `PostgreSQL: ${kills} times killed with SIGKILL under writes, nothing acknowledged is lost or twice`,
  async (t) => {
    const { url, query } = await server.newDatabase();
    const check = async () => {
      const torn = await query(
        `SELECT (SELECT count(*) FROM (SELECT FROM tasks GROUP BY owner, description HAVING count(*) > 1) AS twice) AS twice,
              (SELECT count(*) FROM tasks LEFT JOIN idempotency AS i ON i.owner = tasks.owner AND i.task_id = tasks.id
                WHERE i.key IS NULL) AS without_key`,
      );
      assert.deepEqual(torn, [{ twice: '0', without_key: '0' }]);
    };
    await killAgainAndAgain(t, { storeUrl: url, check });
  },
);

type Kind = Readonly<{ storeUrl?: string; check: (replica: Replica) => Promise<void> }>;

async function killAgainAndAgain(t: TestContext, { storeUrl, check }: Kind): Promise<void> {
  const begunMs = performance.now();
  const chance = makeChance(seed);
  const scene = await begin(t, storeUrl === undefined ? {} : { storeUrl });
  const { provider, replica, crowd } = scene;
  const { tally } = crowd;
  let { service } = scene;
  let whileStarting = 0;

  for (let kill = 0; kill < kills; kill += 1) {
    const load = crowd.begin();
    await load.lasts(20 + chance.below(300));
    service.signal('SIGKILL');
    await service.ended;
    // After every second kill, the service is the first process to open the database.
    if (kill % 2 === 0) await check(replica);
    if (kill + 1 < kills && chance.onceIn(10)) {
      service = await replica.spawn();
      await wait(chance.below(700));
      service.signal('SIGKILL');
      await service.ended;
      kill += 1;
      whileStarting += 1;
    }
    service = await replica.start();
    await load.stop();
    await crowd.compare();
    await check(replica);
    const newcomer = makeVisitor(t, replica, provider, `newcomer-${kill}@example.com`);
    await newcomer.signIn();
    assert.equal(
      (await newcomer.get('/api/auth/me')).statusCode,
      200,
      'a new sign-in after the kill',
    );
    newcomer.close();
  }
  // The sessions from before the first kill are still valid.
  await end(crowd, service);
  await check(replica);
  assert.ok(tally.acknowledged > kills, `only ${tally.acknowledged} writes were acknowledged`);
  report(t.name, {
    seed,
    'killed while starting': whileStarting,
    'acknowledged writes': tally.acknowledged,
    'lost or twice': 0,
    'attempts without an answer': failures(tally.failed),
    kinds: kinds(tally.failed),
    seconds: secondsSince(begunMs),
  });
}
