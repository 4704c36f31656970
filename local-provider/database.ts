import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Opens local-provider.db of this folder, readable by its owner only: it holds refresh tokens. */
export function openDatabase(folder: string): DatabaseSync {
  const path = join(folder, 'local-provider.db');
  // Created here because SQLite would create it readable by all; the files beside it get the same mode.
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS record (
      model TEXT NOT NULL,
      id TEXT NOT NULL,
      payload TEXT NOT NULL,
      grant_id TEXT,
      uid TEXT,
      expires_at_seconds INTEGER,
      PRIMARY KEY (model, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS record_by_grant ON record (grant_id) WHERE grant_id IS NOT NULL;
    CREATE INDEX IF NOT EXISTS record_by_uid ON record (uid) WHERE uid IS NOT NULL;
    CREATE INDEX IF NOT EXISTS record_by_expiry ON record (expires_at_seconds);
    CREATE TABLE IF NOT EXISTS person (
      subject TEXT PRIMARY KEY,
      email TEXT NOT NULL UNIQUE,
      name TEXT,
      picture TEXT
    ) STRICT, WITHOUT ROWID;
  `);
  return database;
}
