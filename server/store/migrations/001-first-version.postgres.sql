-- Readable from: 1

-- A user is an email address, compared byte for byte. The id is part of the list versions that processes and browsers cache. It
-- is random, so that no other user ever gets the same one, even after an erasure or the restore of a backup.
-- COLLATE "C" here and below compares exactly, and no upgrade of the system's locales can damage such an index.
CREATE TABLE users (
  id bigint PRIMARY KEY,
  email text COLLATE "C" NOT NULL UNIQUE,
  created_at_ms bigint NOT NULL
);

-- The one counter of task ids, in blocks of 64. The ids of one owner increase, and no two tasks have the same id.
-- The maximum is the last block of integers that a JSON number holds exactly.
CREATE SEQUENCE task_ids AS bigint INCREMENT 64 MINVALUE 0 MAXVALUE 9007199254740928;

-- One row for the list of each owner. Every write changes the version, so a process can cache a list as long as its version
-- stays the same: a write by hand must change the version too. No id is given twice, even after its task is deleted.
CREATE TABLE lists (
  owner bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version bigint NOT NULL,
  last_task_id bigint NOT NULL
) WITH (fillfactor = 70);

-- Every key begins with the owner, so the table can be partitioned or sharded by it.
-- Each page keeps free room: a task whose state changes stays on its page, and no index changes.
CREATE TABLE tasks (
  owner bigint NOT NULL REFERENCES users (id),
  id bigint NOT NULL,
  description text NOT NULL,
  due_date date NOT NULL,
  importance text NOT NULL CHECK (importance IN ('LOW', 'MEDIUM', 'HIGH')),
  state text NOT NULL CHECK (state IN ('TODO', 'WORKING', 'DONE')),
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  PRIMARY KEY (owner, id)
) WITH (fillfactor = 90);
CREATE INDEX tasks_in_order ON tasks (owner, due_date, id);

-- A renewal is claimed while sealed is null, then published; in both cases until until_ms.
CREATE TABLE renewals (
  token_hash text COLLATE "C" PRIMARY KEY,
  sealed text,
  until_ms bigint NOT NULL
);
CREATE INDEX renewals_by_end ON renewals (until_ms);

-- The body hash covers all fields of the task, so the response to a repeated request needs only its body and the id.
CREATE TABLE idempotency (
  owner bigint NOT NULL REFERENCES users (id),
  key text COLLATE "C" NOT NULL,
  body_hash text COLLATE "C" NOT NULL,
  task_id bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at_ms);

-- Revocations of one session, or of all sessions of one person; the subject is a hash of the session or person. At until_ms the
-- last cookie of these sessions has expired. noted_at_ms is the time of the database's clock and never goes back.
CREATE TABLE endings (
  subject text COLLATE "C" PRIMARY KEY,
  ended_at_ms bigint NOT NULL,
  until_ms bigint NOT NULL,
  noted_at_ms bigint NOT NULL
);
CREATE INDEX endings_by_note ON endings (noted_at_ms, subject);
CREATE INDEX endings_by_end ON endings (until_ms);
