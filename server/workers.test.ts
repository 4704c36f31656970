import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';

import { makeClock } from '../test/provider/clock.ts';
import type { WorkerProcess } from './workers.ts';
import { refuseTakenPort, superviseWorkers } from './workers.ts';

test('the first worker answers before the others start', async () => {
  const crew = makeCrew();
  const { ready } = superviseWorkers(crew.parts);
  assert.equal(crew.workers.length, 1);
  crew.at(0).start();
  await crew.started(3);
  for (const index of [1, 2]) crew.at(index).start();
  assert.equal(await ready, 8080);
});

test('when the first worker cannot start, nothing does', async () => {
  const crew = makeCrew();
  const { ready } = superviseWorkers(crew.parts);
  crew.at(0).end();
  await assert.rejects(ready, /ended before it answered/);
  assert.equal(crew.workers.length, 1);
});

test('a worker that ends is replaced after a pause that doubles while workers end soon, up to thirty seconds', async () => {
  const crew = makeCrew(1);
  const { ready } = superviseWorkers(crew.parts);
  crew.at(0).start();
  await ready;
  const pauses = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000];
  for (const [index, pauseMs] of pauses.entries()) {
    crew.at(index).end();
    await crew.clock.untilWaiting(pauseMs);
    assert.equal(crew.workers.length, index + 1);
    crew.clock.advance(pauseMs);
    await crew.started(index + 2);
  }
  crew.clock.advance(30_000);
  crew.at(pauses.length).end();
  await crew.clock.untilWaiting(500);
});

test('stopping ends every worker, and none is replaced', async () => {
  const crew = makeCrew(2);
  const { ready, stop } = superviseWorkers(crew.parts);
  crew.at(0).start();
  await crew.started(2);
  crew.at(1).start();
  await ready;
  crew.at(0).end();
  await crew.clock.untilWaiting(500);
  const stopped = stop();
  assert.equal(crew.at(1).toldToStop(), true);
  crew.at(1).end();
  await stopped;
  crew.clock.advance(60_000);
  await new Promise(setImmediate);
  assert.equal(crew.workers.length, 2);
});

test('stopping while the first worker starts ends it, and no other one starts', async () => {
  const crew = makeCrew(2);
  const { ready, stop } = superviseWorkers(crew.parts);
  const stopped = stop();
  assert.equal(crew.at(0).toldToStop(), true);
  crew.at(0).start();
  await ready;
  crew.at(0).end();
  await stopped;
  crew.clock.advance(60_000);
  await new Promise(setImmediate);
  assert.equal(crew.workers.length, 1);
});

test('stopping while the others start ends them all', async () => {
  const crew = makeCrew(3);
  const { ready, stop } = superviseWorkers(crew.parts);
  crew.at(0).start();
  await crew.started(3);
  const stopped = stop();
  for (const index of [0, 1, 2]) {
    assert.equal(crew.at(index).toldToStop(), true);
    crew.at(index).end();
  }
  await stopped;
  assert.equal(await ready, 8080);
});

test('it is ready when any of the workers is', async () => {
  const crew = makeCrew(2);
  let isReady = false;
  const ready = superviseWorkers(crew.parts).ready.then(() => (isReady = true));
  crew.at(0).listen();
  await crew.started(2);
  crew.at(1).listen();
  await new Promise(setImmediate);
  assert.equal(isReady, false);
  crew.at(1).beReady();
  await ready;
});

test('a port that somebody listens at is refused, also when its listeners share it', async (t) => {
  for (const reusePort of [false, process.platform === 'linux']) {
    const other = createServer().listen({ host: '127.0.0.1', port: 0, reusePort });
    t.after(() => other.close());
    await once(other, 'listening');
    const address = other.address();
    assert.ok(typeof address === 'object' && address !== null);
    await assert.rejects(refuseTakenPort('127.0.0.1', address.port), { code: 'EADDRINUSE' });
  }
});

type FakeWorker = WorkerProcess &
  Readonly<{
    start: () => void;
    listen: () => void;
    beReady: () => void;
    end: () => void;
    toldToStop: () => boolean;
  }>;

function makeCrew(count = 3) {
  const clock = makeClock();
  const workers: FakeWorker[] = [];
  const watchers = new Set<() => void>();
  return {
    clock,
    workers,
    at(index: number): FakeWorker {
      const worker = workers[index];
      assert.ok(worker, `worker ${index} has not been started`);
      return worker;
    },
    started: (wanted: number) =>
      new Promise<void>((resolve) => {
        const look = () => void (workers.length >= wanted && resolve());
        watchers.add(look);
        look();
      }),
    parts: {
      count,
      start: () => {
        const worker = makeWorker();
        workers.push(worker);
        for (const look of watchers) look();
        return worker;
      },
      wait: clock.wait,
      nowMs: clock.nowMs,
      log: () => undefined,
    },
  };
}

function makeWorker(): FakeWorker {
  const listening = Promise.withResolvers<number>();
  const isReady = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const listen = () => listening.resolve(8080);
  let isTold = false;
  return {
    listening: listening.promise,
    ready: isReady.promise,
    ended: ended.promise,
    stop: () => {
      isTold = true;
    },
    listen,
    beReady: isReady.resolve,
    start: () => {
      listen();
      isReady.resolve();
    },
    end: () => {
      ended.resolve();
      listening.reject(new Error('A worker ended before it answered'));
    },
    toldToStop: () => isTold,
  };
}
