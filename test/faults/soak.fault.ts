import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { postgresServer } from '../postgres/database.ts';
import { serveProvider } from '../provider/server.ts';
import { makeReplica } from '../replica.ts';
import { kinds, percentile, report } from './report.ts';
import { isShort, stop } from './scene.ts';
import { makeVisitor } from './visitor.ts';
import { failures, makeChance, makeTally, makeWriter } from './writer.ts';

// `DUELINE_BUILT=yes SECONDS=600 STORE=postgres node --test test/faults/soak.fault.ts`: the build, how long, and on which store.
const seconds = Number(env['SECONDS'] ?? (isShort ? 10 : 600));
const people = Number(env['PEOPLE'] ?? (isShort ? 100 : 2000));
const tasksEach = Number(env['TASKS'] ?? (isShort ? 5 : 50));
/** Between two requests of one person. */
const thinkMs = Number(env['THINK_MS'] ?? (isShort ? 1000 : 10_000));
const onPostgres = env['STORE'] === 'postgres';
/** So short that everyone’s session is renewed within the first minute, and then again and again. */
const idTokenSeconds = 25;
/** What moves by as much goes up and down: a burst leaves the process with the room it took. */
const mostGrowth = 1.05;
const server = postgresServer();

test(`${people} people for ${seconds} s on ${onPostgres ? 'PostgreSQL' : 'SQLite'}: no 5xx, memory stands still, every task is there`, async (t) => {
  const provider = await serveProvider(t, idTokenSeconds);
  const storeUrl = onPostgres ? (await server.newDatabase()).url : undefined;
  const replica = await makeReplica(t, { provider, ...(storeUrl && { storeUrl }) });
  const service = await replica.start();
  // What it complained of, also when the soak fails.
  void service.ended.then(({ output }) => console.log(output.slice(-2000)));
  const tally = makeTally();
  const listsMs: number[] = [];
  let signIns = 0;

  const everybody = Array.from({ length: people }, (_, index) => {
    const visitor = makeVisitor(replica, provider, `person-${index}@example.com`);
    t.after(visitor.close);
    return {
      writer: makeWriter(visitor, makeChance(index), tally, tasksEach),
      chance: makeChance(people + index),
    };
  });
  const preparedMs = performance.now();
  await inTurns(everybody, 16, async ({ writer }) => {
    await writer.visitor.signIn();
    signIns += 1;
    while (writer.tasks.size < tasksEach) await writer.create();
  });
  report('made', {
    people: signIns,
    tasks: people * tasksEach,
    seconds: ((performance.now() - preparedMs) / 1000).toFixed(0),
  });

  const endMs = performance.now() + seconds * 1000;
  const memory: MemorySample[] = [];
  const watching = watchMemory(service, endMs, (sample) => memory.push(sample));
  await Promise.all(
    everybody.map(async ({ writer, chance }) => {
      const { visitor } = writer;
      await wait(chance.below(thinkMs));
      while (performance.now() < endMs) {
        if (chance.onceIn(4)) await writer.write();
        else if (chance.onceIn(50)) {
          await visitor.signIn();
          signIns += 1;
        } else {
          const startMs = performance.now();
          const { status, body } = await visitor.ask('GET', '/api/tasks');
          listsMs.push(performance.now() - startMs);
          assert.equal(status, 200, body);
        }
        await wait(thinkMs / 2 + chance.below(thinkMs));
      }
    }),
  );
  await watching;
  await inTurns(everybody, 16, ({ writer }) => writer.compare());
  const renewals =
    (await readMetric(service, /^dueline_renewals_total\{[^}]*outcome="renewed"[^}]*\} (\d+)/m)) ?? 0;

  /** Of a minute the median of what is resident, and the least in use, which is what a full collection leaves. */
  const minuteFrom = (startSeconds: number) => {
    const samples = memory.filter(
      ({ atSeconds }) => atSeconds >= startSeconds && atSeconds < startSeconds + 60,
    );
    const residentMb = percentile(
      samples.map((sample) => sample.residentMb),
      50,
    );
    return { residentMb, inUseMb: Math.min(...samples.map(({ inUseMb }) => inUseMb)) };
  };
  report(t.name, {
    lists: listsMs.length,
    writes: tally.acknowledged,
    'sign-ins': signIns,
    renewals,
    'list p50 ms': percentile(listsMs, 50).toFixed(1),
    'list p99 ms': percentile(listsMs, 99).toFixed(1),
    'slowest write ms': Math.round(tally.slowestMs),
    'failed requests': failures(tally),
    kinds: kinds(tally.failed),
    'tasks at the end': everybody.reduce((sum, { writer }) => sum + writer.tasks.size, 0),
    'resident MB, every tenth second': memory
      .filter((_, index) => index % 10 === 0)
      .map(({ residentMb }) => Math.round(residentMb))
      .join(' '),
  });
  assert.equal(failures(tally), 0);
  await stop(service);
  // Without a third minute there is nothing to compare.
  if (seconds >= 180) {
    const [early, late] = [minuteFrom(60), minuteFrom(seconds - 60)];
    for (const kind of ['residentMb', 'inUseMb'] as const) {
      const [before, after] = [early[kind], late[kind]];
      report(kind, { 'second minute': before.toFixed(1), 'last minute': after.toFixed(1) });
      assert.ok(Number.isFinite(before), `${kind} was not told`);
      assert.ok(after <= before * mostGrowth, `${kind}: ${before} grew to ${after}`);
    }
  }
});

type MemorySample = Readonly<{ atSeconds: number; residentMb: number; inUseMb: number }>;

/** Once a second resident memory, and what of V8's old objects is in use. */
async function watchMemory(
  service: Readonly<{ pid: number; address: string }>,
  endMs: number,
  keep: (sample: MemorySample) => void,
) {
  for (let atSeconds = 0; performance.now() < endMs; atSeconds += 1) {
    const kilobytes = Number(
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1],
    );
    const inUse = await readMetric(
      service,
      /^nodejs_heap_space_size_used_bytes\{[^}]*space="old"[^}]*\} (\S+)/m,
    );
    keep({ atSeconds, residentMb: kilobytes / 1024, inUseMb: (inUse ?? Number.NaN) / 1e6 });
    await wait(1000);
  }
}

async function readMetric({ address }: Readonly<{ address: string }>, pattern: RegExp) {
  const text = await (await fetch(`${address}/metrics`)).text();
  const value = pattern.exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}

/** All of them, so many at a time. */
async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}
