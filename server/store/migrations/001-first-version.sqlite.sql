-- A user is an email address, compared byte for byte.
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL
) STRICT;

-- The one counter of task ids: an id is given once, also when its task is gone. It ends where JSON numbers stop being exact.
CREATE TABLE task_ids (
  last INTEGER NOT NULL CHECK (last BETWEEN 0 AND 9007199254740991)
) STRICT;
INSERT INTO task_ids (last) VALUES (0);

-- Stored in the order in which it is listed: one owner's tasks lie together on disk.
CREATE TABLE tasks (
  owner INTEGER NOT NULL REFERENCES users (id),
  due_date TEXT NOT NULL,
  id INTEGER NOT NULL,
  description TEXT NOT NULL,
  importance TEXT NOT NULL CHECK (importance IN ('LOW', 'MEDIUM', 'HIGH')),
  state TEXT NOT NULL CHECK (state IN ('TODO', 'WORKING', 'DONE')),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (owner, due_date, id),
  UNIQUE (owner, id)
) STRICT, WITHOUT ROWID;

-- A renewal is claimed while sealed is null, then published; in both cases until until_ms.
CREATE TABLE renewals (
  token_hash TEXT NOT NULL PRIMARY KEY,
  sealed TEXT,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX renewals_by_end ON renewals (until_ms);

-- The body hash covers all fields of the task, so the id is all that a repeated answer needs beside the repeated body.
CREATE TABLE idempotency (
  owner INTEGER NOT NULL REFERENCES users (id),
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  task_id INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (created_at_ms);

-- Sessions that were ended before their time: of one session, or of one person. The subject is a hash of which. A row stays
-- until the last cookie that it speaks of must have ended. noted_at_ms is this machine's clock and never goes back.
CREATE TABLE endings (
  subject TEXT NOT NULL PRIMARY KEY,
  ended_at_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  noted_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX endings_by_note ON endings (noted_at_ms, subject);
CREATE INDEX endings_by_end ON endings (until_ms);
