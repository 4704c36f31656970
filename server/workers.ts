import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';

/** One process of the service, seen from the one that started it. */
export type WorkerProcess = Readonly<{
  /** The port, once it answers; rejects when it ends before. */
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

/** A worker ended before it answered, and has said itself why. */
export class WorkerEndedError extends Error {
  constructor() {
    super('No worker could start; the reason stands above.');
    this.name = 'WorkerEndedError';
  }
}

const shortestPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * Keeps `count` workers running: one that ends comes back after a pause, which doubles while it keeps ending young.
 * `listening` rejects when the first one cannot start. `stop` may come before it; it resolves when all have ended.
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
      // Its end is noticed above, whether it listened before or not.
      worker.listening.catch(() => undefined);
    }
  };

  const startAll = async () => {
    // Alone first: what keeps one from starting keeps all, and is said once.
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

/** Starts this program once more, as a worker that shares the port. */
export function startWorkerProcess(): WorkerProcess {
  const worker: Worker = cluster.fork();
  closeWhatIsHandedOver(worker);
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
 * node:cluster forgets the connection that it hands to a worker in the moment of its death, so that the client would wait
 * in vain. It hands over one at a time; closed, the client asks again.
 */
export function closeWhatIsHandedOver(worker: Receiver): void {
  const child = worker.process;
  const send = child.send.bind(child);
  let handed: unknown;
  child.send = (message: unknown, ...rest: unknown[]): boolean => {
    const [handle] = rest;
    if (isClosable(handle)) handed = handle;
    return Boolean(Reflect.apply(send, child, [message, ...rest]));
  };
  worker.once('exit', () => {
    // Nothing happens to one that is closed already.
    if (isClosable(handed)) handed.close();
  });
}

/** A worker as the process sees it that hands connections over. */
type Receiver = Readonly<{
  process: Pick<Worker['process'], 'send'>;
  once: (end: 'exit', run: () => void) => unknown;
}>;

const isClosable = (value: unknown): value is { close: () => void } =>
  typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
