-- Readable from: 1

-- What takes several statements in one transaction. Each function but `add_user` reads and writes rows of one owner only, by
-- parameters, so that Citus runs it where these rows are (deploy/citus.sql).

-- Returns the id of the user with this email, whom it adds with `new_id` and an empty list if missing. The insert into `lists`
-- refuses an id that another person has, also where no index of `users` can.
CREATE FUNCTION add_user(the_email text, new_id bigint, at_ms bigint, the_sign_in_ms bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  found_id bigint;
  first_version bigint := floor(extract(epoch FROM now()) * 1000000);
  first_block bigint;
BEGIN
  LOOP
    UPDATE users SET signed_in_at_ms = coalesce(the_sign_in_ms, users.signed_in_at_ms)
    WHERE users.email = the_email RETURNING users.id INTO found_id;
    EXIT WHEN found_id IS NOT NULL;
    INSERT INTO users (email, id, created_at_ms, signed_in_at_ms) VALUES (the_email, new_id, at_ms, the_sign_in_ms)
    ON CONFLICT (email) DO NOTHING RETURNING users.id INTO found_id;
    CONTINUE WHEN found_id IS NULL;
    first_block := nextval('task_ids');
    INSERT INTO lists (owner, version, last_task_id, tasks, bytes, counted_version)
    VALUES (found_id, first_version, first_block, 0, 0, first_version);
    EXIT;
  END LOOP;
  RETURN found_id;
END $$;

-- Creates a task and returns its id. Returns null when the list has no room, its numbers are not valid, the key is in use, or all
-- ids of the list's block are given and `new_block`, which `task_ids` has given for this call alone, is null or too old.
CREATE FUNCTION create_task(
  the_owner bigint, at_ms bigint, most_tasks bigint, most_bytes bigint,
  the_key text, the_body_hash text, reusable_ms bigint, key_part_ms bigint, keys_until_ms bigint,
  new_block bigint,
  the_description text, the_due_date date, the_importance text, the_state text
) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  list record;
  new_id bigint;
  new_version bigint;
  more_bytes bigint := 102 + octet_length(to_json(the_description)::text);
BEGIN
  SELECT lists.version, lists.last_task_id, lists.keys_end_ms INTO list FROM lists
  WHERE lists.owner = the_owner AND lists.counted_version = lists.version
    AND lists.tasks < most_tasks AND lists.bytes + more_bytes <= most_bytes
    AND (the_key IS NULL OR coalesce(lists.keys_end_ms, 0) + key_part_ms <= keys_until_ms)
  FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;

  new_id := list.last_task_id + 1;
  IF new_id % 64 = 0 THEN
    IF new_block IS NULL OR new_block < new_id THEN RETURN NULL; END IF;
    new_id := new_block + 1;
  END IF;

  IF the_key IS NOT NULL THEN
    INSERT INTO idempotency AS old (owner, key, body_hash, task_id, created_at_ms)
    VALUES (the_owner, the_key, the_body_hash, new_id, at_ms)
    ON CONFLICT (owner, key) DO UPDATE
      SET body_hash = excluded.body_hash, task_id = excluded.task_id, created_at_ms = excluded.created_at_ms
      WHERE old.created_at_ms <= reusable_ms;
    IF NOT FOUND THEN RETURN NULL; END IF;
    list.keys_end_ms := greatest(list.keys_end_ms, at_ms) + key_part_ms;
  END IF;

  INSERT INTO tasks (owner, id, description, due_date, importance, state, created_at_ms, updated_at_ms)
  VALUES (the_owner, new_id, the_description, the_due_date, the_importance, the_state, at_ms, at_ms);
  new_version := greatest(list.version + 1, floor(extract(epoch FROM now()) * 1000000));
  UPDATE lists SET version = new_version, counted_version = new_version, last_task_id = new_id,
    tasks = lists.tasks + 1, bytes = lists.bytes + more_bytes, keys_end_ms = list.keys_end_ms
  WHERE lists.owner = the_owner;
  RETURN new_id;
END $$;

-- Counts the tasks after a write of an earlier release, or by hand. The numbers are stored only when the version is still the one
-- before they were read. A missing row of a user is added; 63 is the last id of a block, so the next task gets a new one.
CREATE FUNCTION count_tasks(the_owner bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  known_version bigint;
  new_version bigint := floor(extract(epoch FROM now()) * 1000000);
  counted record;
BEGIN
  SELECT lists.version INTO known_version FROM lists WHERE lists.owner = the_owner;
  SELECT count(*) AS tasks, coalesce(sum(102 + octet_length(to_json(tasks.description)::text)), 0) AS bytes
  INTO counted FROM tasks WHERE tasks.owner = the_owner;
  IF known_version IS NULL THEN
    INSERT INTO lists (owner, version, last_task_id, tasks, bytes, counted_version)
    VALUES (the_owner, new_version, 63, counted.tasks, counted.bytes, new_version)
    ON CONFLICT (owner) DO NOTHING;
  ELSE
    UPDATE lists SET tasks = counted.tasks, bytes = counted.bytes, counted_version = known_version
    WHERE lists.owner = the_owner AND lists.version = known_version;
  END IF;
END $$;
