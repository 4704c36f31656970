import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';

import { explainStartFailure } from './start-failure.ts';

// V8 by itself lets garbage come to more than what is alive before it looks, and hardly gives back what it once took
// (docs/decisions/012-memory.md).
setFlagsFromString('--heap-growing-percent=25');

/** What has begun and must end in order, the last first. */
const endings: (() => Promise<void>)[] = [];

let stopped: Promise<void> | undefined;

async function stop(): Promise<void> {
  if (cluster.isPrimary) console.log('Dueline finishes what runs, and stops');
  for (let end = endings.pop(); end !== undefined; end = endings.pop()) await end();
  process.exit(0);
}

// Before all else, most of which takes its time to load. A terminal sends its signal to the workers too, and they get
// another one from their primary.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void (stopped ??= stop()));

try {
  const { start } = await import('./start.ts');
  await start((end) => endings.push(end));
} catch (error) {
  // What a stop has cut short is no failure, and the stop ends the process.
  if (stopped === undefined) {
    console.error(explainStartFailure(error));
    process.exit(1);
  }
}
