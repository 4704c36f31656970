-- A user is an email address, compared byte for byte. Users are never deleted, so their ids are never reused.
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
