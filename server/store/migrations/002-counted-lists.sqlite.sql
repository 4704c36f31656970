-- One row for the list of each owner. Every write changes the version, so a process can cache a list as long as its version
-- stays the same: a write by hand must change the version too. Versions contain the time, so none comes again. The numbers of
-- tasks and bytes are valid while counted_version equals version; otherwise the next write counts again.
CREATE TABLE lists (
  owner INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  tasks INTEGER,
  bytes INTEGER,
  counted_version INTEGER
) STRICT;
INSERT INTO lists (owner, version) SELECT id, CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000 FROM users;
