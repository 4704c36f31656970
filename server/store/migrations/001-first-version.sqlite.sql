-- A user is an email address, compared byte for byte.
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL
) STRICT;

-- The one counter of task ids: no id is given twice, even after its task is deleted. Its maximum is exact as a JSON number.
CREATE TABLE task_ids (
  last INTEGER NOT NULL CHECK (last BETWEEN 0 AND 9007199254740991)
) STRICT;
INSERT INTO task_ids (last) VALUES (0);

-- Stored in the order of the list, so that the tasks of one owner are together on disk.
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

-- The body hash covers all fields of the task, so the response to a repeated request needs only its body and the id.
CREATE TABLE idempotency (
  owner INTEGER NOT NULL REFERENCES users (id),
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  task_id INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (created_at_ms);

-- Revocations of one session, or of all sessions of one person; the subject is a hash of the session or person. At until_ms the
-- last cookie of these sessions has expired. noted_at_ms is the time of the machine's clock and never goes back.
CREATE TABLE endings (
  subject TEXT NOT NULL PRIMARY KEY,
  ended_at_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  noted_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX endings_by_note ON endings (noted_at_ms, subject);
CREATE INDEX endings_by_end ON endings (until_ms);
