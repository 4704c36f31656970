-- Each Idempotency-Key of an owner takes a part of 24 h: after the parts of earlier keys, and not before its own time.
-- keys_end_ms is the end of the last part; null is a time in the past.
ALTER TABLE lists ADD COLUMN keys_end_ms INTEGER;
