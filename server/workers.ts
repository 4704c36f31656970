import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';

import * as Type from 'typebox';
import { Check } from 'typebox/value';

/** A worker of the service, as its primary sees it. */
export type WorkerProcess = Readonly<{
  /** Resolves with the port when the worker listens; rejects when it ends before. */
  listening: Promise<number>;
  /** Resolves when its store is open. */
  ready: Promise<void>;
  ended: Promise<void>;
  stop: () => void;
}>;

type Parts = Readonly<{
  count: number;
  start: () => WorkerProcess;
  wait: (milliseconds: number) => Promise<void>;
  nowMs: () => number;
  log: (message: string) => void;
}>;

/** A worker ended before it listened, and has logged the reason itself. */
export class WorkerEndedError extends Error {
  constructor() {
    super('No worker could start; the reason is logged above.');
    this.name = 'WorkerEndedError';
  }
}

const shortestPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * Keeps `count` workers running: a worker that ends is replaced after a pause, which doubles while workers end soon after
 * their start. `ready` resolves with the port when one of them is ready, and rejects when the first one cannot start. `stop`
 * may be called earlier; it resolves when all have ended.
 */
export function superviseWorkers(parts: Parts): { ready: Promise<number>; stop: () => Promise<void> } {
  const running = new Set<WorkerProcess>();
  const oneReady = Promise.withResolvers<void>();
  let stopping = false;

  const start = () => {
    const worker = parts.start();
    running.add(worker);
    void worker.ready.then(oneReady.resolve);
    void worker.ended.then(() => running.delete(worker));
    return worker;
  };

  const keepRunning = async (first: WorkerProcess) => {
    let worker = first;
    let pauseMs = 0;
    let startedMs = parts.nowMs();
    for (;;) {
      await worker.ended;
      if (stopping) return;
      const isYoung = parts.nowMs() - startedMs < longestPauseMs;
      pauseMs = isYoung ? between(shortestPauseMs, pauseMs * 2, longestPauseMs) : shortestPauseMs;
      parts.log(`A worker has ended; another one starts in ${pauseMs} ms`);
      await parts.wait(pauseMs);
      if (stopping) return;
      startedMs = parts.nowMs();
      worker = start();
      // The end of the worker is handled above, in both cases.
      worker.listening.catch(() => undefined);
    }
  };

  const startAll = async () => {
    // The first worker starts alone: an error that stops it stops all, and is logged once.
    const first = start();
    const port = await first.listening;
    const others = Array.from({ length: stopping ? 0 : parts.count - 1 }, start);
    await Promise.all(others.map(({ listening }) => listening.catch(() => undefined)));
    for (const worker of [first, ...others]) void keepRunning(worker);
    await oneReady.promise;
    return port;
  };

  return {
    ready: startAll(),
    stop: async () => {
      stopping = true;
      for (const worker of running) worker.stop();
      await Promise.all(Array.from(running, ({ ended }) => ended));
    },
  };
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(least, value), most);

/** Starts this program again, as a worker. */
export function startWorkerProcess(): WorkerProcess {
  const worker = cluster.fork();
  const listening = Promise.withResolvers<number>();
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  worker.on('message', (message: unknown) => {
    if (Check(Listening, message)) listening.resolve(message.port);
    if (Check(Ready, message)) ready.resolve();
  });
  worker.once('exit', () => {
    listening.reject(new WorkerEndedError());
    ended.resolve();
  });
  return {
    listening: listening.promise,
    ready: ready.promise,
    ended: ended.promise,
    stop: () => worker.process.kill('SIGTERM'),
  };
}

const Listening = Type.Object({ port: Type.Integer() });
const Ready = Type.Object({ isReady: Type.Literal(true) });

/** Reports from a worker to the first process: it listens at this port, or its store is open. */
export function report(what: Type.Static<typeof Listening | typeof Ready>): void {
  process.send?.(what);
}

/**
 * Whether the workers listen at the port themselves: the kernel spreads the connections, and resets those that wait for a
 * worker that dies. Elsewhere node:cluster hands each connection from the first process to a worker.
 */
export const sharesPort = (port: number): boolean =>
  cluster.isWorker && process.platform === 'linux' && port !== 0;

/** Throws EADDRINUSE when anybody listens at the port, also another service whose workers share it. */
export async function refuseTakenPort(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
