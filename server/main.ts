import type { Log } from './log/log.ts';

/** What must be stopped, in reverse order of its start. */
const endings: (() => Promise<void>)[] = [];

/** Set when the profile is read. */
let log: Log | undefined;

let stopped: Promise<void> | undefined;

async function stop(): Promise<void> {
  logStop('Dueline finishes what runs, and stops');
  await endAll();
  logStop('Dueline has stopped');
  process.exit(0);
}

async function endAll(): Promise<void> {
  for (let end = endings.pop(); end !== undefined; end = endings.pop()) await end();
}

// Handled before the other modules load, which takes time. A terminal and a supervisor may both send one.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void (stopped ??= stop()));

try {
  const { start } = await import('./start.ts');
  await start(
    (end) => endings.push(end),
    (begun) => (log = begun),
  );
} catch (error) {
  // An error caused by a stop is no failure; the stop ends the process.
  if (stopped === undefined) {
    const { exitCodeOf, explainStartFailure } = await import('./start-messages.ts');
    tellFailure(error, explainStartFailure(error));
    await endAll();
    process.exit(exitCodeOf(error));
  }
}

function logStop(message: string): void {
  if (log === undefined) console.log(message);
  else log.info(message);
}

function tellFailure(error: unknown, explanation: string | undefined): void {
  if (log === undefined) console.error(explanation ?? error);
  else if (explanation === undefined) log.error({ err: error }, 'Dueline cannot start');
  else log.error(explanation);
}
