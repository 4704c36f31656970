import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { interfaceVersion } from '../../contract/endpoints.ts';
import { readMigrations } from '../../server/store/migrations.ts';
import type { TestDatabase } from '../postgres/database.ts';
import { postgresServer } from '../postgres/database.ts';
import { haproxy } from '../proxies/kinds.ts';
import { restartInTurn, startFleet } from './fleet.ts';
import { makeNextRelease, nextVersion } from './next-release.ts';
import { report } from './report.ts';
import { isShort, stop } from './scene.ts';

const server = postgresServer();

test('a rolling upgrade with a migration, and the step back from it, fail no request', async (t) => {
  const database = await server.newDatabase();
  const nextRelease = makeNextRelease(t);
  const { members, phase, versions } = await startFleet(t, { kind: haproxy, storeUrl: database.url });
  const [first, ...others] = members;
  assert.ok(first);
  assert.equal(await phase('this release alone', () => wait(2000)), 0);
  const known = readMigrations('postgres').length;
  assert.equal(await schemaVersion(database), known);

  const failedByFirst = await phase('one becomes the next release', () =>
    restartInTurn([first], nextRelease),
  );
  assert.equal(failedByFirst, 0);
  assert.equal(await schemaVersion(database), known + 1);
  assert.deepEqual(await versions(), [nextVersion, ...others.map(() => interfaceVersion)]);

  // Each stop is graceful; what a kill fails is told by another proof.
  const failedSideBySide = await phase(
    'side by side, those of this release restart on the newer schema',
    async () => {
      await wait(2000);
      await restartInTurn(others);
    },
  );
  assert.equal(failedSideBySide, 0);
  assert.deepEqual(await versions(), [nextVersion, ...others.map(() => interfaceVersion)]);
  const written = await writtenBy(database);
  report('tasks last written by', written);
  assert.ok(written.next > 0 && written.this > 0, 'both releases have written');

  assert.equal(await phase('the others follow', () => restartInTurn(others, nextRelease)), 0);
  assert.deepEqual(
    await versions(),
    members.map(() => nextVersion),
  );

  assert.equal(await phase('all step back to this release', () => restartInTurn(members)), 0);
  assert.deepEqual(
    await versions(),
    members.map(() => interfaceVersion),
  );
  assert.equal(await schemaVersion(database), known + 1);

  if (!isShort) {
    assert.equal(await phase('all go forward again', () => restartInTurn(members, nextRelease)), 0);
  }
  for (const member of members) await stop(member.service);
});

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
