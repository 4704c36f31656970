import type { Log } from './log/log.ts';

/** The parts to stop, in reverse order of their start. */
const endings = new AsyncDisposableStack();

/** Writes plain text until the profile is read. */
let log: Pick<Log, 'info' | 'error'> = { info: console.log, error: console.error };

let stopped: Promise<void> | undefined;

async function stop(): Promise<void> {
  log.info('Dueline finishes what runs, and stops');
  await endings.disposeAsync();
  log.info('Dueline has stopped');
  process.exit(0);
}

// The handlers are set before the other modules load, which takes time. A terminal and a supervisor may both send a signal.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void (stopped ??= stop()));

try {
  const { start } = await import('./start.ts');
  await start(endings, (begun) => (log = begun));
} catch (error) {
  // An error caused by a stop is no failure; stop() ends the process.
  if (stopped === undefined) {
    const { exitCodeOf, explainStartFailure } = await import('./start-messages.ts');
    const explanation = explainStartFailure(error);
    if (explanation === undefined) log.error({ err: error }, 'Dueline cannot start');
    else log.error(explanation);
    await endings.disposeAsync();
    process.exit(exitCodeOf(error));
  }
}
