import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { openSqliteStore } from '../server/store/sqlite.ts';

const owner = 'ada@example.com';
const walk = { description: 'Walk', dueDate: '2026-10-02', importance: 'LOW', state: 'DONE' } as const;

test('the copy of a database that is open and written to holds what was acknowledged, for its owner only', async (t) => {
  const { from, to } = folders(t);
  const store = openSqliteStore(from);
  await store.createTask(owner, walk, 0);
  assert.equal(backUp(from, to).output, `${to} holds 1 tasks\n`);
  await store.createTask(owner, walk, 0);
  assert.equal(backUp(from, to).output, `${to} holds 2 tasks\n`);
  const listed = await store.listOwnedBy(owner);
  await store.close();

  assert.equal(statSync(to).mode & 0o777, 0o600);
  const restored = openSqliteStore(to);
  assert.deepEqual(await restored.listOwnedBy(owner), listed);
  const next = await restored.createTask(owner, walk, 0);
  assert.equal(next.kind === 'created' && next.task.id, 3);
  await restored.close();
});

test('what cannot be copied leaves the earlier copy as it was, and nothing beside it', (t) => {
  const { folder, from, to } = folders(t);
  writeFileSync(to, 'the earlier copy');
  writeFileSync(from, 'no database at all, and long enough to be taken for the head of one'.repeat(20));
  const damaged = backUp(from, to);
  assert.equal(damaged.status, 1);
  assert.match(damaged.output, /not a database/);
  rmSync(from);
  const missing = backUp(from, to);
  assert.deepEqual([missing.status, missing.output], [1, `There is no database ${from}\n`]);
  assert.equal(readFileSync(to, 'utf8'), 'the earlier copy');
  assert.deepEqual(readdirSync(folder), ['copy.db']);
});

test('without both files it says how it is called', () => {
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /npm run backup -- --from .* --to /);
});

const script = join(import.meta.dirname, 'backup.ts');

function folders(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-backup-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return { folder, from: join(folder, 'dueline.db'), to: join(folder, 'copy.db') };
}

function backUp(from: string, to: string) {
  const args = [script, '--from', from, '--to', to];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
