import { makeOpener } from '../server/store/open-store.ts';
import { emailOf } from './people.ts';

// One caller of the store, without HTTP: `store-cost.ts <address of the store> <first person> <people> <seconds>` prints microseconds.
const [url = '', first = '1', people = '1', seconds = '1'] = process.argv.slice(2);
const store = await makeOpener(url, { poolSize: 1 })();
const fields = {
  description: 'Made while measuring',
  dueDate: '2100-03-01',
  importance: 'LOW',
  state: 'TODO',
} as const;
const mostTasks = 100_000;
const endMs = performance.now() + Number(seconds) * 1000;
let createMs = 0;
let listMs = 0;
let count = 0;
// Each created task is deleted, so that lists keep their length. Owners are from the whole table.
while (performance.now() < endMs) {
  const owner = emailOf(Number(first) + ((count * 104_729) % Number(people)));
  const startMs = performance.now();
  const created = await store.createTask(owner, fields, Date.now(), { mostTasks });
  const createdMs = performance.now();
  await store.list(owner);
  listMs += performance.now() - createdMs;
  createMs += createdMs - startMs;
  if ('task' in created) await store.deleteTask(owner, created.task.id);
  count += 1;
}
console.log(
  JSON.stringify({
    'create, µs': (createMs * 1000) / count,
    'list after it, µs': (listMs * 1000) / count,
  }),
);
await store.close();
