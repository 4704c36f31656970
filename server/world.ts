/** Waits; rejects when the signal aborts. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Rejects with the reason of the signal, where Node's own wait makes an error with a stack: most waits are aborted. */
export const wait: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });

/** Network, timer and clock, injected so that tests need none of them. */
export type World = Readonly<{ fetch: typeof globalThis.fetch; wait: Wait; nowMs: () => number }>;

export const realWorld: World = { fetch: globalThis.fetch, wait, nowMs: Date.now };

/** Whether a time is less than `ms` ago. false for a time `ms` or more in the future, as after the clock was set back. */
export const isWithin = (ms: number, sinceMs: number, nowMs: number) =>
  Math.abs(nowMs - sinceMs) < ms;

/** Made once: an error with a stack for each request costs more than the read that it waits for. */
const overReason = new DOMException('The wait is over', 'AbortError');

/** The result of `work`, or undefined when `work` takes longer than this. The signal aborts at the result or at the timeout. */
export async function withTimeout<Result>(
  waitFor: Wait,
  milliseconds: number,
  work: (over: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const over = new AbortController();
  const timeout = waitFor(milliseconds, over.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([work(over.signal), timeout]);
  } finally {
    over.abort(overReason);
  }
}
