-- Readable from: 1

-- A renewal is claimed while sealed is null, then published; in both cases until until_ms.
CREATE TABLE renewals (
  token_hash text COLLATE "C" PRIMARY KEY,
  sealed text,
  until_ms bigint NOT NULL
);
CREATE INDEX renewals_by_end ON renewals (until_ms);
