import { env } from 'node:process';

/**
 * Every run of the browser tests begins at this moment, for the page and for the service: a Wednesday, at noon in Berlin. No
 * midnight is near, and for the browser, which keeps the machine's time, no cookie with a date is over.
 */
const startMs = Date.parse('2040-06-13T12:00:00+02:00');

/** By how much their clocks differ from the machine's, read once for all processes of a run. */
export const movedByMs = Number((env['CLOCK_MOVED_BY_MS'] ??= String(startMs - Date.now())));

export const nowMs = (): number => Date.now() + movedByMs;

/** What a service has to be started with. */
export const clockOfService = {
  CLOCK_MOVED_BY_MS: String(movedByMs),
  NODE_OPTIONS: `--import=${new URL('clock-of-service.ts', import.meta.url).href}`,
};

/** Moves the clock of a page or of a process; it has to know nothing of what is around it here. */
export function moveClock(byMs: number): void {
  const machine = Date;
  const now = () => machine.now() + byMs;
  globalThis.Date = new Proxy(machine, {
    construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
    apply: () => new machine(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
