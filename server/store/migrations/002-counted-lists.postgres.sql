-- Readable from: 1

-- The numbers are valid while counted_version is the version; otherwise the next write counts again. An earlier release, or who
-- writes by hand, changes the version alone.
ALTER TABLE lists ADD COLUMN tasks bigint, ADD COLUMN bytes bigint, ADD COLUMN counted_version bigint;
