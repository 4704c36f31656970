-- Readable from: 2

-- The body hash covers all fields of the task, so the id is all that a repeated answer needs beside the repeated body.
CREATE TABLE idempotency (
  owner bigint NOT NULL REFERENCES users (id),
  key text COLLATE "C" NOT NULL,
  body_hash text COLLATE "C" NOT NULL,
  task_id bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at_ms);
