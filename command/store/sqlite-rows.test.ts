import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { fill, folders } from '../../test/databases.ts';
import { openSqliteRows } from './sqlite-rows.ts';

test('the erasure waits while another process reads, and then leaves the log empty', async (t) => {
  const { from: path } = folders(t);
  await fill(path, 3);
  const reader = new DatabaseSync(path);
  t.after(() => reader.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM tasks').get();
  let waits = 0;
  const rows = openSqliteRows(path, async () => {
    waits += 1;
    reader.exec('COMMIT');
  });
  await rows.alone(async (query) => void (await query('DELETE FROM tasks')));
  await rows.overwriteRemoved();
  assert.equal(waits, 1);
  assert.equal(statSync(`${path}-wal`).size, 0);
  await rows.close();
});
