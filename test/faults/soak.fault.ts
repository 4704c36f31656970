import assert from 'node:assert/strict';
import { env } from 'node:process';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { residentMegabytes } from '../../bench/machine.ts';
import { postgresServer } from '../postgres/database.ts';
import { serveProvider } from '../provider/server.ts';
import { makeReplica } from '../replica.ts';
import { isShort, kinds, percentile, report } from './scene.ts';
import type { Writer } from './writer.ts';
import { failures, makeChance, makeTally, makeVisitor, makeWriter } from './writer.ts';

// `DUELINE_BUILT=yes SECONDS=600 STORE=postgres node --test test/faults/soak.fault.ts` runs the built service.
const seconds = Number(env['SECONDS'] ?? (isShort ? 10 : 600));
const people = Number(env['PEOPLE'] ?? (isShort ? 100 : 2000));
const tasksEach = Number(env['TASKS'] ?? (isShort ? 5 : 50));
/** The pause between two requests of one person. */
const thinkMs = Number(env['THINK_MS'] ?? (isShort ? 1000 : 10_000));
const onPostgres = env['STORE'] === 'postgres';
/** Short, so that every session is renewed within the first minute, and then again and again. */
const idTokenSeconds = 25;
/** Memory may vary by 5 %: after a burst the process retains the memory. */
const mostGrowth = 1.05;
const server = postgresServer();

test(`${people} people for ${seconds} s on ${onPostgres ? 'PostgreSQL' : 'SQLite'}: no 5xx, memory stands still, every task is there`, async (t) => {
  const provider = await serveProvider(t, idTokenSeconds);
  const storeUrl = onPostgres ? (await server.newDatabase()).url : undefined;
  const replica = await makeReplica(t, { provider, ...(storeUrl && { storeUrl }) });
  const service = await replica.start();
  // The end of the log is printed also when the test fails.
  void service.ended.then(({ output }) => console.log(output.slice(-2000)));
  const tally = makeTally();
  const listsMs: number[] = [];
  let signIns = 0;

  const everybody = Array.from({ length: people }, (_, index) => {
    const visitor = makeVisitor(t, replica, provider, `person-${index}@example.com`);
    return makeWriter(visitor, makeChance(index), tally, tasksEach);
  });
  const signIn = async ({ visitor }: Writer) => {
    await visitor.signIn();
    signIns += 1;
  };
  const read = async ({ visitor }: Writer) => {
    const startMs = performance.now();
    const { statusCode, body } = await visitor.get('/api/tasks');
    listsMs.push(performance.now() - startMs);
    assert.equal(statusCode, 200, body);
  };
  await inTurns(everybody, 16, async (person) => {
    await signIn(person);
    while (person.tasks.size < tasksEach) await person.create();
  });

  const endMs = performance.now() + seconds * 1000;
  const memoryMb: number[] = [];
  const watching = (async () => {
    for (; performance.now() < endMs; await wait(1000))
      memoryMb.push(residentMegabytes(service.pid));
  })();
  await Promise.all(
    everybody.map(async (person, index) => {
      const chance = makeChance(people + index);
      await wait(chance.below(thinkMs));
      while (performance.now() < endMs) {
        if (chance.onceIn(4)) await person.write();
        else await (chance.onceIn(50) ? signIn(person) : read(person));
        await wait(thinkMs / 2 + chance.below(thinkMs));
      }
    }),
  );
  await watching;
  await inTurns(everybody, 16, (person) => person.compare());
  report(t.name, {
    lists: listsMs.length,
    writes: tally.acknowledged,
    'sign-ins': signIns,
    redemptions: provider.count('token'),
    'list p50 ms': percentile(listsMs, 50).toFixed(1),
    'list p99 ms': percentile(listsMs, 99).toFixed(1),
    'slowest write ms': Math.round(tally.slowestMs),
    'failed requests': failures(tally.failed),
    kinds: kinds(tally.failed),
    'tasks at the end': everybody.reduce((sum, { tasks }) => sum + tasks.size, 0),
    'resident MB, every tenth second': memoryMb
      .filter((_, index) => index % 10 === 0)
      .map(Math.round)
      .join(' '),
  });
  assert.equal(failures(tally.failed), 0);
  await service.stop();
  // A comparison needs three minutes.
  if (seconds >= 180) compareMinutes(memoryMb);
});

/** Fails when the median of resident memory has grown from the second minute to the last. */
function compareMinutes(memoryMb: readonly number[]): void {
  const [before, after] = [60, seconds - 60].map((start) =>
    percentile(memoryMb.slice(start, start + 60), 50),
  );
  assert.ok(before && after && after <= before * mostGrowth, `${before} MB grew to ${after} MB`);
}

/** Runs `work` for all items, `atOnce` at a time. */
async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
) {
  const left = [...items];
  const next = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
