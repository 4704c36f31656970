-- Distributes people by email, and all that they own by their id (docs/how-to/citus.md). On the coordinator, in a database with the
-- schema of this release, empty or not. In one transaction: writes wait until all rows are moved.
-- psql --set ON_ERROR_STOP=1 --file deploy/citus.sql postgres://dueline@coordinator.example.org/dueline

BEGIN;
LOCK TABLE users, lists, tasks, idempotency IN ACCESS EXCLUSIVE MODE;

-- No key may lack the column of the distribution. The primary key of `lists` holds that an id has one person.
ALTER TABLE lists DROP CONSTRAINT lists_owner_fkey;
ALTER TABLE tasks DROP CONSTRAINT tasks_owner_fkey;
ALTER TABLE idempotency DROP CONSTRAINT idempotency_owner_fkey;
ALTER TABLE users DROP CONSTRAINT users_pkey, DROP CONSTRAINT users_email_key, ADD PRIMARY KEY (email);
CREATE INDEX users_by_id ON users (id);

SELECT create_distributed_table('users', 'email', colocate_with => 'none');
SELECT create_distributed_table('lists', 'owner', colocate_with => 'none');
SELECT create_distributed_table('tasks', 'owner', colocate_with => 'lists');
SELECT create_distributed_table('idempotency', 'owner', colocate_with => 'lists');
COMMIT;

-- These run on the node of their owner.
SELECT create_distributed_function(
  'create_task(bigint, bigint, bigint, bigint, text, text, bigint, bigint, bigint, bigint, text, date, text, text)',
  'the_owner', colocate_with => 'lists');
SELECT create_distributed_function('count_tasks(bigint)', 'the_owner', colocate_with => 'lists');
