import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { interfaceVersion } from '../../contract/endpoints.ts';
import { readMigrations } from '../../server/store/migrations.ts';
import { emptyFolder } from '../folder.ts';
import type { TestDatabase } from '../postgres/database.ts';
import { postgresServer } from '../postgres/database.ts';
import { projectFolder } from '../process.ts';
import { haproxy } from '../proxies/kinds.ts';
import type { Edit } from '../proxies/proxy.ts';
import { editText } from '../proxies/proxy.ts';
import { restartInTurn, startFleet } from './fleet.ts';
import { report } from './report.ts';
import { isShort, stop } from './scene.ts';

const server = postgresServer();
const nextVersion = '9.9.9';

test('a rolling upgrade with a migration, and the step back from it, fail no request', async (t) => {
  const database = await server.newDatabase();
  const nextRelease = makeNextRelease(t);
  const { members, phase, versions } = await startFleet(t, { kind: haproxy, storeUrl: database.url });
  const [first, ...others] = members;
  assert.ok(first);
  // Each stop is graceful; what a kill fails is told by another proof.
  const noneFails = async (what: string, during: () => Promise<void>, expected: readonly string[]) => {
    assert.equal(await phase(what, during), 0, what);
    assert.deepEqual(await versions(), expected);
  };
  const now = members.map(() => interfaceVersion);
  const next = members.map(() => nextVersion);
  const mixed = [nextVersion, ...others.map(() => interfaceVersion)];
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
 * A copy of this release, changed as the next one would be: another version, one more expand migration, and statements
 * that write the new column `tasks.written_by`. Returns its folder.
 */
function makeNextRelease(t: TestContext): string {
  const folder = emptyFolder(t);
  for (const part of ['server', 'contract', 'package.json']) {
    cpSync(join(projectFolder, part), join(folder, part), { recursive: true });
  }
  for (const part of ['node_modules', 'dist']) symlinkSync(join(projectFolder, part), join(folder, part));

  const known = readMigrations('postgres').length;
  const number = String(known + 1).padStart(3, '0');
  writeFileSync(
    join(folder, `server/store/migrations/${number}-written-by.postgres.sql`),
    `-- Readable from: ${known}\nALTER TABLE tasks ADD COLUMN written_by text;\n`,
  );
  edit(join(folder, 'contract/endpoints.ts'), [
    [`interfaceVersion = '${interfaceVersion}'`, `interfaceVersion = '${nextVersion}'`],
  ]);
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
