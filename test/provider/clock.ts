type Sleeper = Readonly<{ milliseconds: number; wakesAtMs: number; wake: () => void }>;

export type TestClock = ReturnType<typeof makeClock>;

/** A clock that stands still until it is told otherwise. */
export function makeClock(startMs = Date.UTC(2026, 9, 1, 12)) {
  let nowMs = startMs;
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<() => void>();

  return {
    nowMs: () => nowMs,
    /** Moves on and wakes everyone whose time has come. */
    advance: (milliseconds: number) => {
      nowMs += milliseconds;
      for (const sleeper of sleepers) if (sleeper.wakesAtMs <= nowMs) sleeper.wake();
    },
    /** Waits on this clock; rejects when the signal aborts. */
    wait: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const wake = () => {
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { milliseconds, wakesAtMs: nowMs + milliseconds, wake };
        sleepers.add(sleeper);
        for (const look of watchers) look();
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(new Error('no longer waiting'));
        });
      }),
    /** Resolves as soon as one waits for this long. */
    untilWaiting: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (![...sleepers].some((sleeper) => sleeper.milliseconds === milliseconds)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    /** How many wait. */
    waiting: () => sleepers.size,
  };
}
