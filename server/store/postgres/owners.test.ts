import assert from 'node:assert/strict';

import { testWith } from '../../../test/needs.ts';
import { postgresServer } from '../../../test/postgres/database.ts';
import { tasksOf } from '../../../test/task-list.ts';
import { ada, create, grace, nowMs, walk } from '../suite/kit.ts';
import { makeOwnerIds } from './owners.ts';
import { openPostgresStore } from './postgres-store.ts';

const test = testWith('postgres');
const server = postgresServer();

test('the ids that were used last are remembered, up to a number', () => {
  const ids = makeOwnerIds(2);
  ids.remember('one', 1);
  ids.remember('two', 2);
  assert.equal(ids.find('one'), 1);
  ids.remember('three', 3);
  assert.deepEqual(
    ['one', 'two', 'three'].map((email) => ids.find(email)),
    [1, undefined, 3],
  );
  ids.forget('one');
  assert.equal(ids.find('one'), undefined);
});

test('a person who was erased and came again is found by every process, under the new id', async (t) => {
  const database = await server.newDatabase(t);
  const open = () => openPostgresStore(database.url, { poolSize: 1 });
  const first = await open();
  const reader = await open();
  const replacer = await open();
  const remover = await open();
  const creator = await open();
  const stores = [first, reader, replacer, remover, creator];
  await create(first, ada);
  for (const store of stores) assert.equal((await tasksOf(store, ada)).length, 1);
  const ids = async () => (await database.query('SELECT id FROM users')).map(({ id }) => id);
  const before = await ids();
  const erase = async () => {
    await database.query('DELETE FROM tasks');
    await database.query('DELETE FROM users');
  };
  await erase();

  // The others still remember the old id, which has no rows.
  await first.rememberUser(ada, nowMs);
  assert.notDeepEqual(await ids(), before);
  const { id } = await create(first, ada);
  assert.equal((await tasksOf(reader, ada)).length, 1);
  assert.ok(await replacer.replaceTask(ada, id, walk, nowMs));
  assert.equal(await remover.deleteTask(ada, id), true);
  assert.equal((await creator.createTask(ada, walk, nowMs)).kind, 'created');
  await erase();
  assert.deepEqual(await tasksOf(remover, ada), []);
  for (const store of [creator, first])
    assert.equal((await store.createTask(ada, walk, nowMs)).kind, 'created');
  assert.equal((await tasksOf(reader, ada)).length, 2);
  assert.deepEqual(await tasksOf(reader, grace), []);
  await Promise.all(stores.map((store) => store.close()));
});

test('an id that another person has is drawn again', async (t) => {
  const { url, query } = await server.newDatabase(t);
  const store = await openPostgresStore(url, { poolSize: 1 });
  await store.rememberUser(ada, nowMs);
  // The first insert meets the id of another person.
  await query(`CREATE SEQUENCE inserts;
    CREATE FUNCTION meet_another() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('inserts') = 1 THEN NEW.id := (SELECT id FROM users); END IF; RETURN NEW; END $$`);
  await query(
    'CREATE TRIGGER meet_another BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION meet_another()',
  );
  await create(store, grace);
  assert.deepEqual(await query('SELECT last_value FROM inserts'), [{ last_value: '2' }]);
  assert.equal((await tasksOf(store, grace)).length, 1);
  assert.deepEqual(await tasksOf(store, ada), []);
  await store.close();
});
