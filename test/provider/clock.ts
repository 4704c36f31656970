type Sleeper = Readonly<{ milliseconds: number; wakesAtMs: number; wake: () => void }>;

export type TestClock = ReturnType<typeof makeClock>;

/** A clock that a test advances. */
export function makeClock(startMs = Date.UTC(2026, 9, 1, 12)) {
  let nowMs = startMs;
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<() => void>();

  return {
    nowMs: () => nowMs,
    /** Advances the time and ends the waits that are over. */
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
    /** Resolves as soon as a wait of this length begins. */
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
    /** The number of waits. */
    waiting: () => sleepers.size,
  };
}
