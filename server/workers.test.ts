import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';

import { makeClock } from '../test/provider/clock.ts';
import type { WorkerProcess } from './workers.ts';
import { closePendingHandover, superviseWorkers } from './workers.ts';

test('the first worker answers before the others start', async () => {
  const crew = makeCrew();
  const { listening } = superviseWorkers(crew.parts);
  assert.equal(crew.workers.length, 1);
  crew.at(0).listen();
  await crew.started(3);
  for (const index of [1, 2]) crew.at(index).listen();
  assert.equal(await listening, 8080);
});

test('when the first worker cannot start, nothing does', async () => {
  const crew = makeCrew();
  const { listening } = superviseWorkers(crew.parts);
  crew.at(0).end();
  await assert.rejects(listening, /ended before it answered/);
  assert.equal(crew.workers.length, 1);
});

test('a worker that ends is replaced after a pause that doubles while workers end soon, up to thirty seconds', async () => {
  const crew = makeCrew(1);
  const { listening } = superviseWorkers(crew.parts);
  crew.at(0).listen();
  await listening;
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
  const { listening, stop } = superviseWorkers(crew.parts);
  crew.at(0).listen();
  await crew.started(2);
  crew.at(1).listen();
  await listening;
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
  const { listening, stop } = superviseWorkers(crew.parts);
  const stopped = stop();
  assert.equal(crew.at(0).toldToStop(), true);
  crew.at(0).listen();
  await listening;
  crew.at(0).end();
  await stopped;
  crew.clock.advance(60_000);
  await new Promise(setImmediate);
  assert.equal(crew.workers.length, 1);
});

test('stopping while the others start ends them all', async () => {
  const crew = makeCrew(3);
  const { listening, stop } = superviseWorkers(crew.parts);
  crew.at(0).listen();
  await crew.started(3);
  const stopped = stop();
  for (const index of [0, 1, 2]) {
    assert.equal(crew.at(index).toldToStop(), true);
    crew.at(index).end();
  }
  await stopped;
  assert.equal(await listening, 8080);
});

test('a connection that is being handed to a dying worker is closed, and no other one', () => {
  const sent: unknown[][] = [];
  const worker = Object.assign(new EventEmitter<{ exit: [] }>(), {
    process: { send: (...message: unknown[]) => sent.push(message) > 0 },
  });
  closePendingHandover(worker);
  const closed: string[] = [];
  const connection = (name: string) => ({ close: () => closed.push(name) });
  const [taken, handed] = [connection('taken'), connection('handed over')];
  const told = () => undefined;
  const messages = [[{ act: 'newconn' }, taken], [{ act: 'newconn' }, handed, told], [{ act: 'metrics' }]];
  for (const message of messages) assert.equal(Reflect.apply(worker.process.send, null, message), true);
  assert.deepEqual(sent, messages);
  assert.deepEqual(closed, []);

  worker.emit('exit');
  assert.deepEqual(closed, ['handed over']);
});

test('a worker that dies before anything was handed to it leaves nothing to close', () => {
  const worker = Object.assign(new EventEmitter<{ exit: [] }>(), { process: { send: () => true } });
  closePendingHandover(worker);
  assert.equal(worker.emit('exit'), true);
});

type FakeWorker = WorkerProcess &
  Readonly<{ listen: () => void; end: () => void; toldToStop: () => boolean }>;

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
  const ended = Promise.withResolvers<void>();
  let isTold = false;
  return {
    listening: listening.promise,
    ended: ended.promise,
    stop: () => {
      isTold = true;
    },
    listen: () => listening.resolve(8080),
    end: () => {
      ended.resolve();
      listening.reject(new Error('A worker ended before it answered'));
    },
    toldToStop: () => isTold,
  };
}
