import { env } from 'node:process';

/**
 * Every run of the browser tests starts at this time, for the page and for the service: a Wednesday, at noon in Berlin. Midnight is
 * far away. The browser itself has the machine's time, which is earlier: no cookie has expired.
 */
const startMs = Date.parse('2040-06-13T12:00:00+02:00');

/** The difference between their clocks and the machine's clock, read once for all processes of a run. */
export const movedByMs = Number((env['CLOCK_MOVED_BY_MS'] ??= String(startMs - Date.now())));

export const nowMs = (): number => Date.now() + movedByMs;

/** The environment that moves the clock of a service. */
export const clockOfService = {
  CLOCK_MOVED_BY_MS: String(movedByMs),
  NODE_OPTIONS: `--import=${new URL('clock-of-service.ts', import.meta.url).href}`,
};

/** Moves the clock of a page or of a process. Playwright sends its source to the page: it must not use this module. */
export function moveClock(byMs: number): void {
  const machine = Date;
  const now = () => machine.now() + byMs;
  globalThis.Date = new Proxy(machine, {
    construct: (target, parts, made) =>
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
    apply: () => new machine(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
