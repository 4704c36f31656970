import { join } from 'node:path';

import type { Case, Contender } from './case.ts';
import type { HttpCase } from './http-case.ts';
import { requestsTo } from './http-case.ts';
import type { Options } from './options.ts';
import { runWrk, writeRequests } from './wrk.ts';

const name = 'Dueline, SQLite';

/** One and two workers on all processors, of which the load takes its part. */
export function workersCase(list: HttpCase, { seconds, serverProcessors, loadProcessors }: Options): Case {
  return {
    name: 'workers',
    title: 'GET /api/tasks with one and two workers, which share all processors with the load',
    prepare: async (world) => {
      const processors = `${serverProcessors},${loadProcessors}`;
      const file = join(world.folder, 'workers.requests');
      writeRequests(file, await requestsTo(list, world, name));
      const contenders: Contender[] = [];
      for (const workers of [1, 2]) {
        const { port, stop } = await world.start(name, { processors, env: { WORKERS: String(workers) } });
        await runWrk(port, file, { connections: 64, seconds: 1 });
        contenders.push({
          name: `${name}, ${workers} worker${workers === 1 ? '' : 's'}`,
          measure: async () => {
            const { perSecond, p99Ms } = await runWrk(port, file, { connections: 64, seconds });
            return { 'a second': perSecond, 'p99 ms': p99Ms };
          },
          end: stop,
        });
      }
      return contenders;
    },
  };
}
