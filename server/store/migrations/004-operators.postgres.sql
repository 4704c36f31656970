-- Readable from: 1

-- The last sign-in; null before the first one after this migration.
ALTER TABLE users ADD COLUMN signed_in_at_ms bigint;

-- What commands leave for an audit log on standard output, until a service prints it.
CREATE TABLE audit_lines (line text NOT NULL);
