-- Readable from: 1

-- When the parts of 24 h that the Idempotency-Keys of this owner have taken end; null is the past. Each key takes its part after
-- the others, from its own time on at the earliest.
ALTER TABLE lists ADD COLUMN keys_end_ms bigint;
