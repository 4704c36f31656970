import assert from 'node:assert/strict';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import type { Cluster } from '../postgres/cluster.ts';
import { startCluster } from '../postgres/cluster.ts';
import type { ServiceProcess } from '../process.ts';
import type { TestProvider } from '../provider/provider.ts';
import { serveProvider } from '../provider/server.ts';
import type { Replica } from '../replica.ts';
import { makeReplica } from '../replica.ts';
import type { Server, Tally, Visitor, Writer } from './writer.ts';
import { makeChance, makeTally, makeVisitor, makeWriter } from './writer.ts';

/** Another SEED gives other moments and other writes. */
export const seed = Number(env['SEED'] ?? 1);
/** FAULTS=short runs one short round of each proof. */
export const isShort = env['FAULTS'] === 'short';

/** Several people who write at the same time. */
type Crowd = Awaited<ReturnType<typeof signInCrowd>>;
/** People who are writing. A wrong response rejects the promises of this object at once, not only that of `stop`. */
type Load = ReturnType<typeof beginLoad>;
type Habit = (visitor: Visitor, stopped: () => boolean) => Promise<void>;

type Place = Readonly<{ dataFolder?: string; storeUrl?: string; poolSize?: number }>;
type Options = Place & Readonly<{ people?: number; processes?: number; idTokenSeconds?: number }>;

/** Starts a service of one or more processes, which requests use in turns, and signs people in. */
export async function begin(t: TestContext, options: Options = {}) {
  const { people = 8, processes = 1, idTokenSeconds, ...place } = options;
  const provider = await serveProvider(t, idTokenSeconds);
  const make = () => makeReplica(t, { provider, ...place });
  const replicas = await Promise.all(Array.from({ length: processes }, make));
  const services = await Promise.all(replicas.map(({ start }) => start()));
  const replica = replicas[0];
  const service = services[0];
  assert.ok(replica && service);
  const crowd = await signInCrowd(t, { server: inTurns(replicas), provider, count: people });
  return { provider, replica, service, services, crowd };
}

/** Each request goes to the next process. */
function inTurns(replicas: readonly Replica[]): Server {
  let requests = 0;
  return {
    host: 'dueline.example.com',
    paceMs: isShort ? 10 : 0,
    get port() {
      requests += 1;
      return replicas[requests % replicas.length]?.port ?? 0;
    },
  };
}

/** Each person has an address of their own, as behind a proxy. */
export async function signInCrowd(
  t: TestContext,
  { server, provider, count }: { server: Server; provider: TestProvider; count: number },
) {
  const tally = makeTally();
  const writers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const from = `127.0.1.${index + 1}`;
      const visitor = makeVisitor(t, server, provider, `writer-${index}@example.com`, from);
      await visitor.signIn();
      return makeWriter(visitor, makeChance(seed * 1000 + index), tally);
    }),
  );
  return {
    writers,
    tally,
    /** Lets all people write, and run `also`, until the load is stopped. */
    begin: (also: Habit = async () => {}) => beginLoad(writers, tally, also),
    /** Fails unless every list is its writer's ledger. */
    async compare() {
      for (const writer of writers) await writer.compare();
    },
  };
}

function beginLoad(writers: readonly Writer[], tally: Tally, also: Habit) {
  let isStopped = false;
  const stopped = () => isStopped;
  const load = Promise.all(
    writers.flatMap((writer) => [writer.writeUntil(stopped), also(writer.visitor, stopped)]),
  );
  const failed = load.then(() => new Promise<never>(() => {}));
  failed.catch(() => undefined);
  const during = <T>(work: Promise<T>) => Promise.race([work, failed]);
  const lasts = (milliseconds: number) => during(wait(milliseconds));
  return {
    during,
    lasts,
    /** Waits for `more` acknowledged writes beyond `from`; resolves with the time of the last one. */
    async writes(from: number, more = 1): Promise<number> {
      while (tally.acknowledged < from + more) await lasts(5);
      return tally.lastAcknowledgedMs;
    },
    /** Resolves when the last write of each person has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      await load;
    },
  };
}

/** Checks every list and session, and that the processes end with exit code 0. Resolves with their output. */
export async function end(crowd: Crowd, ...services: readonly ServiceProcess[]): Promise<string> {
  await crowd.compare();
  for (const { visitor } of crowd.writers) {
    assert.equal(
      (await visitor.get('/api/auth/me')).statusCode,
      200,
      `${visitor.email} is signed in`,
    );
  }
  return (await Promise.all(services.map(({ stop }) => stop()))).join('\n');
}

type Step = (load: Load, crowd: Crowd) => unknown;

type Trouble = Place &
  Readonly<{
    begin: Step;
    /** No write runs while the trouble begins. */
    beginsQuietly?: boolean;
    lastsMs?: number;
    end: Step;
    /** The log must match this; undefined: no request may fail. */
    says: RegExp | undefined;
    readsGoOn: boolean;
  }>;

/** Fewer people than in other tests, so that their writes do not wait for each other. */
export const people = 4;

/** Load, trouble under load, its end; then the same process must serve all requests, and no write may be lost. */
export async function troubleAndBack(t: TestContext, trouble: Trouble): Promise<void> {
  const { begin: beginTrouble, beginsQuietly = false, end: endTrouble, ...rest } = trouble;
  const { lastsMs = 3000, says, readsGoOn, ...place } = rest;
  const { crowd, service } = await begin(t, { people, ...place });
  const { tally } = crowd;
  let load = crowd.begin();
  await load.lasts(1000);
  if (beginsQuietly) await load.stop();
  await load.during(Promise.resolve(beginTrouble(load, crowd)));
  if (beginsQuietly) load = crowd.begin();
  const begunMs = performance.now();
  const [reader] = crowd.writers;
  assert.ok(reader);
  const reads = await load.during((readsGoOn ? readFor : refusedAfter)(lastsMs, reader.visitor));
  const failed = kinds(tally.failed);
  if (says) assert.match(failed, /503 (store_unavailable|overloaded)/);
  else assert.equal(failed, 'none');
  assert.doesNotMatch(failed, /x 500|ECONN/);

  const seconds = secondsSince(begunMs);
  const atEnd = tally.acknowledged;
  await load.during(Promise.resolve(endTrouble(load, crowd)));
  const endedMs = performance.now();
  const againMs = (await load.writes(atEnd)) - endedMs;
  await load.lasts(1000);
  await load.stop();
  report(t.name, {
    seed,
    'acknowledged writes': tally.acknowledged,
    lost: 0,
    'seconds until a write after it': (Math.max(0, againMs) / 1000).toFixed(2),
    'seconds of trouble': seconds,
    failed,
    ...reads,
  });
  const output = await end(crowd, service);
  if (says) assert.match(output, says);
  assert.ok(
    !output.includes(new URL(place.storeUrl ?? 'file:///').password || '\0'),
    'no password in the log',
  );
}

/** One person reads again and again; each read must succeed. */
async function readFor(lastsMs: number, { get }: Visitor): Promise<Record<string, number>> {
  const endMs = performance.now() + lastsMs;
  let reads = 0;
  let slowestMs = 0;
  for (; performance.now() < endMs; await wait(50)) {
    const sentMs = performance.now();
    const { statusCode, body } = await get('/api/tasks');
    assert.equal(statusCode, 200, body);
    reads += 1;
    slowestMs = Math.max(slowestMs, performance.now() - sentMs);
  }
  return { 'reads meanwhile': reads, 'slowest in ms': Math.round(slowestMs) };
}

async function refusedAfter(lastsMs: number, { get }: Visitor): Promise<Record<string, number>> {
  await wait(lastsMs);
  const { statusCode, body, headers } = await get('/api/tasks');
  assert.equal(statusCode, 503, body);
  assert.ok(Number(headers['retry-after']) > 0);
  assert.match(body, /"code":"(store_unavailable|overloaded)"/);
  return {};
}

/** A PostgreSQL server that is removed with the test. */
export async function clusterFor(t: TestContext, settings?: readonly string[]): Promise<Cluster> {
  const cluster = await startCluster(settings);
  t.after(() => cluster.remove());
  return cluster;
}

/** Prints a figure of a proof; docs/reliability.md quotes these lines. */
export function report(what: string, figures: Readonly<Record<string, string | number>>): void {
  const told = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
  console.log(`${what}: ${told.join(', ')}`);
}

/** Seconds since a moment of performance.now(). */
export const secondsSince = (startMs: number): string =>
  ((performance.now() - startMs) / 1000).toFixed(2);

/** The value below which `percent` % of the values are. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

/** Failures by their kind, `none` when there are none. */
export const kinds = (failed: ReadonlyMap<string, number>): string =>
  failed.size === 0 ? 'none' : [...failed].map(([kind, count]) => `${count} x ${kind}`).join(', ');
