-- A renewal is claimed while sealed is null, then published; in both cases until until_ms.
CREATE TABLE renewals (
  token_hash TEXT NOT NULL PRIMARY KEY,
  sealed TEXT,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX renewals_by_end ON renewals (until_ms);
