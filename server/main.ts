import cluster from 'node:cluster';

import { explainStartFailure } from './start-failure.ts';

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
