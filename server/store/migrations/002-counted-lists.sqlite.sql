-- What changes with the tasks of an owner. The version changes with every write, so a list that was read is kept as long as the
-- version is the same: who writes tasks by hand changes it too. Versions hold the time, so none comes again. The numbers of
-- tasks and bytes are valid while counted_version is the version; otherwise the next write counts again.
CREATE TABLE lists (
  owner INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  tasks INTEGER,
  bytes INTEGER,
  counted_version INTEGER
) STRICT;
INSERT INTO lists (owner, version) SELECT id, CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000 FROM users;
