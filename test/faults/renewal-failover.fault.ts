import assert from 'node:assert/strict';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { signInCrowd } from './crowd.ts';
import { serveProvider } from '../provider/server.ts';
import type { Replica } from '../replica.ts';
import { makeReplica } from '../replica.ts';
import { kinds, report } from './report.ts';
import { startPair } from './standby.ts';
import type { Visitor } from './visitor.ts';
import { failures } from './writer.ts';

const seed = Number(env['SEED'] ?? 1);
/** So short that every session is renewed again and again while the database has no primary. */
const idTokenSeconds = 2;

for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
  for (const count of [1, 2]) {
    test(`sessions are renewed by ${count} process(es) while the primary is replaced (${signal}): nobody is signed out`, (t) =>
      renewMeanwhile(t, signal, count));
  }
}

async function renewMeanwhile(t: TestContext, signal: 'SIGKILL' | 'SIGSTOP', count: number): Promise<void> {
  const pair = await startPair();
  let over = false;
  try {
    const provider = await serveProvider(t, idTokenSeconds);
    const place = () => makeReplica(t, { provider, storeUrl: pair.url });
    const replicas = await Promise.all(Array.from({ length: count }, place));
    const services = await Promise.all(replicas.map(({ start }) => start()));
    const crowd = await signInCrowd(t, { door: inTurns(replicas), provider, count: 8, seed });
    const load = crowd.begin();
    // Each person has another tab of the same browser open, which reads.
    const tabs = Promise.all(crowd.writers.map(({ visitor }) => readUntil(visitor, () => over)));
    tabs.catch(() => undefined);
    const failed = Promise.race([load.failed, tabs.then(() => new Promise<never>(() => {}))]);
    await Promise.race([wait(5000), failed]);

    const before = crowd.tally.acknowledged;
    pair.signalPrimary(signal);
    await Promise.race([wait(5000), failed]);
    pair.promote();
    const atPromotion = crowd.tally.acknowledged;
    while (crowd.tally.acknowledged === atPromotion) await Promise.race([wait(5), failed]);
    await Promise.race([wait(10_000), failed]);
    over = true;
    await load.stop();
    const reads = (await tabs).reduce((sum, each) => sum + each, 0);

    await crowd.compare();
    for (const { visitor } of crowd.writers) {
      assert.equal((await visitor.ask('GET', '/api/auth/me')).status, 200, visitor.email);
    }
    const outputs = await Promise.all(
      services.map(async (service) => {
        service.signal('SIGTERM');
        const { code, output } = await service.ended;
        assert.equal(code, 0, 'the service was never restarted');
        return output;
      }),
    );
    report(t.name, {
      seed,
      'acknowledged before': before,
      after: crowd.tally.acknowledged - atPromotion,
      lost: 0,
      'signed out': 0,
      reads,
      'renewals asked of the provider': provider.count('token') - crowd.writers.length,
      'renewals that the store could not share': outputs.join().split('renewal not shared').length - 1,
      'failed attempts': failures(crowd.tally),
      kinds: kinds(crowd.tally.failed),
    });
  } finally {
    over = true;
    pair.signalPrimary('SIGKILL');
    await pair.remove();
  }
}

/** Every request goes to another replica than the one before. */
function inTurns(replicas: readonly Replica[]) {
  let requests = 0;
  return {
    host: 'dueline.example.com',
    get port() {
      requests += 1;
      return replicas[requests % replicas.length]?.port ?? 0;
    },
  };
}

/** Reads again and again; an answer may be late or say that the store is away, but never that nobody is signed in. */
async function readUntil(visitor: Visitor, over: () => boolean): Promise<number> {
  let reads = 0;
  while (!over()) {
    const answer = await visitor.ask('GET', '/api/tasks').catch(() => undefined);
    if (answer !== undefined && answer.status !== 503) {
      assert.equal(answer.status, 200, `${answer.status} ${answer.body}`);
      reads += 1;
    }
    await wait(100);
  }
  return reads;
}
