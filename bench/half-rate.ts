import { join } from 'node:path';

import type { Case } from './case.ts';
import type { HttpCase } from './http-case.ts';
import { requestsTo } from './http-case.ts';
import { fewerServers } from './world.ts';
import { runWrk, writeRequests } from './wrk.ts';

const connections = 128;
/** The time in which a new server compiles its code and fills its caches. */
const warmUpSeconds = 2;

/** The latency when a server gets half of the requests that it can answer. Connections pause at random. */
export function halfRateCase(list: HttpCase, seconds: number): Case {
  return {
    name: 'half',
    title: 'GET /api/tasks at half of the highest rate, 128 connections',
    prepare: (world) =>
      Promise.all(
        fewerServers.map(async (name) => {
          const { port } = await world.server(name);
          const file = join(world.folder, `half-${name}.requests`);
          writeRequests(file, await requestsTo(list, world, name));
          let highest: number | undefined;
          return {
            name,
            async measure() {
              highest ??= await highestRate(port, file, seconds);
              const pauseMs = Math.round((connections * 1000) / (highest / 2));
              const { perSecond, p50Ms, p99Ms } = await runWrk(port, file, {
                connections,
                seconds,
                pauseMs,
              });
              return { 'requests a second': perSecond, 'p50 ms': p50Ms, 'p99 ms': p99Ms };
            },
          };
        }),
      ),
  };
}

async function highestRate(port: number, file: string, seconds: number): Promise<number> {
  await runWrk(port, file, { connections, seconds: warmUpSeconds });
  return (await runWrk(port, file, { connections, seconds })).perSecond;
}
