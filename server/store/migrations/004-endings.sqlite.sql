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
