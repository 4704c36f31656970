-- Splits lists, tasks and keys into eight partitions by owner. In one transaction: writes wait until all rows are copied.
-- psql --set ON_ERROR_STOP=1 --file deploy/partitions.sql postgres://dueline@db.example.org/dueline

BEGIN;
LOCK TABLE users, lists, tasks, idempotency IN ACCESS EXCLUSIVE MODE;

ALTER TABLE lists RENAME TO lists_before;
ALTER TABLE tasks RENAME TO tasks_before;
ALTER TABLE idempotency RENAME TO idempotency_before;
CREATE TABLE lists (LIKE lists_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (owner);
CREATE TABLE tasks (LIKE tasks_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (owner);
CREATE TABLE idempotency (LIKE idempotency_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (owner);

DO $$
DECLARE
  partitions CONSTANT integer := 8;
BEGIN
  FOR part IN 0 .. partitions - 1 LOOP
    EXECUTE format('CREATE TABLE lists_%s PARTITION OF lists FOR VALUES WITH (MODULUS %s, REMAINDER %s)
      WITH (fillfactor = 70)', part, partitions, part);
    EXECUTE format('CREATE TABLE tasks_%s PARTITION OF tasks FOR VALUES WITH (MODULUS %s, REMAINDER %s)
      WITH (fillfactor = 90)', part, partitions, part);
    EXECUTE format('CREATE TABLE idempotency_%s PARTITION OF idempotency FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
      part, partitions, part);
  END LOOP;
END $$;

INSERT INTO lists SELECT * FROM lists_before;
INSERT INTO tasks SELECT * FROM tasks_before;
INSERT INTO idempotency SELECT * FROM idempotency_before;
DROP TABLE lists_before, tasks_before, idempotency_before;

ALTER TABLE lists ADD PRIMARY KEY (owner), ADD FOREIGN KEY (owner) REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE tasks ADD PRIMARY KEY (owner, id), ADD FOREIGN KEY (owner) REFERENCES users (id);
ALTER TABLE idempotency ADD PRIMARY KEY (owner, key), ADD FOREIGN KEY (owner) REFERENCES users (id);
CREATE INDEX tasks_in_order ON tasks (owner, due_date, id);
CREATE INDEX idempotency_by_age ON idempotency (created_at_ms);
COMMIT;

ANALYZE lists, tasks, idempotency;
