-- The last sign-in; null before the first one after this migration.
ALTER TABLE users ADD COLUMN signed_in_at_ms INTEGER;

-- Lines of commands for an audit log on standard output; a service removes each line and prints it.
CREATE TABLE audit_lines (line TEXT NOT NULL) STRICT;
