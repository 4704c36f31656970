/** Waits; rejects when the signal aborts. Injected, so that tests need no real time. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;
