-- The body hash covers all fields of the task, so the id is all that a repeated answer needs beside the repeated body.
CREATE TABLE idempotency (
  owner INTEGER NOT NULL REFERENCES users (id),
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  task_id INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (created_at_ms);
