import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';

/** A worker of the service, as its primary sees it. */
export type WorkerProcess = Readonly<{
  /** Resolves with the port when the worker listens; rejects when it ends before. */
  listening: Promise<number>;
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
 * their start. `listening` rejects when the first one cannot start. `stop` may be called earlier; it resolves when all have
 * ended.
 */
export function superviseWorkers(parts: Parts): { listening: Promise<number>; stop: () => Promise<void> } {
  const running = new Set<WorkerProcess>();
  let stopping = false;

  const start = () => {
    const worker = parts.start();
    running.add(worker);
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
    return port;
  };

  return {
    listening: startAll(),
    stop: async () => {
      stopping = true;
      for (const worker of running) worker.stop();
      await Promise.all(Array.from(running, ({ ended }) => ended));
    },
  };
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(least, value), most);

/** Starts this program again, as a worker that shares the port. */
export function startWorkerProcess(): WorkerProcess {
  const worker: Worker = cluster.fork();
  closePendingHandover(worker);
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  const listening = new Promise<number>((resolve, reject) => {
    worker.once('listening', ({ port }) => resolve(port));
    void ended.then(() => reject(new WorkerEndedError()));
  });
  return { listening, ended, stop: () => worker.process.kill('SIGTERM') };
}

/**
 * node:cluster drops, without closing it, a connection that it is handing to a worker when the worker dies, and the client
 * would wait without end. It hands over one connection at a time; this closes it, and the client retries.
 */
export function closePendingHandover(worker: Receiver): void {
  const child = worker.process;
  const send = child.send.bind(child);
  let handed: unknown;
  child.send = (message: unknown, ...rest: unknown[]): boolean => {
    const [handle] = rest;
    if (isClosable(handle)) handed = handle;
    return Boolean(Reflect.apply(send, child, [message, ...rest]));
  };
  worker.once('exit', () => {
    // Closing a closed connection has no effect.
    if (isClosable(handed)) handed.close();
  });
}

/** A worker as the primary sees it, which hands connections over. */
type Receiver = Readonly<{
  process: Pick<Worker['process'], 'send'>;
  once: (end: 'exit', run: () => void) => unknown;
}>;

const isClosable = (value: unknown): value is { close: () => void } =>
  typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
