-- Readable from: 1

-- The numbers of tasks and bytes are valid while counted_version equals version; otherwise the next write counts again. Earlier
-- releases and writes by hand change only the version.
ALTER TABLE lists ADD COLUMN tasks bigint, ADD COLUMN bytes bigint, ADD COLUMN counted_version bigint;
