-- Readable from: 1

-- A user is an email address, compared byte for byte. The id is random, so that it never belongs to another user, also when
-- this one is erased or a backup is restored: processes remember it.
-- COLLATE "C" here and below: exact, and an index that no upgrade of the system's locales can damage.
CREATE TABLE users (
  id bigint PRIMARY KEY,
  email text COLLATE "C" NOT NULL UNIQUE,
  created_at_ms bigint NOT NULL
);

-- The one counter of task ids. It gives blocks of 64: the ids of one owner increase, and no two tasks have the same.
-- It ends where JSON numbers stop being exact.
CREATE SEQUENCE task_ids AS bigint INCREMENT 64 MINVALUE 0 MAXVALUE 9007199254740928;

-- What changes with the tasks of an owner. The version changes with every write, so a process can keep a list that it has
-- read as long as the version is the same: who writes tasks by hand changes it too. An id is given once, also when its task is gone.
CREATE TABLE lists (
  owner bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version bigint NOT NULL,
  last_task_id bigint NOT NULL
) WITH (fillfactor = 70);

-- Every key begins with the owner, so the table can be partitioned or sharded by it.
-- Room is left on each page: a task whose state changes stays there, and no index has to change.
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

-- The body hash covers all fields of the task, so the id is all that a repeated answer needs beside the repeated body.
CREATE TABLE idempotency (
  owner bigint NOT NULL REFERENCES users (id),
  key text COLLATE "C" NOT NULL,
  body_hash text COLLATE "C" NOT NULL,
  task_id bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at_ms);

-- Sessions that were ended before their time: of one session, or of one person. The subject is a hash of which. A row stays
-- until the last cookie that it speaks of must have ended. noted_at_ms is this database's clock and never goes back.
CREATE TABLE endings (
  subject text COLLATE "C" PRIMARY KEY,
  ended_at_ms bigint NOT NULL,
  until_ms bigint NOT NULL,
  noted_at_ms bigint NOT NULL
);
CREATE INDEX endings_by_note ON endings (noted_at_ms, subject);
CREATE INDEX endings_by_end ON endings (until_ms);
