import { copyFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';

import type { Case } from './case.ts';
import { requestsTo } from './http-case.ts';
import type { HttpCase } from './http-case.ts';
import { residentMegabytes } from './machine.ts';
import type { Options } from './options.ts';
import type { ServerName, World } from './world.ts';
import { runWrk, writeRequests } from './wrk.ts';

const idleMs = 500;
const servers: readonly ServerName[] = [
  'floor',
  'Dueline, SQLite',
  'Dueline, PostgreSQL',
  'Express, SQLite',
  'Fastify, PostgreSQL',
];

/** A new process in each round: the time to its first list, and its memory then and after lists of 256 sessions. */
export function startUpCase(list: HttpCase, { seconds }: Options): Case {
  return {
    name: 'start',
    title: 'Cold start to the first list, and memory',
    prepare: async (world) => {
      const [reader = 0] = world.people(list.group);
      return Promise.all(
        servers.map(async (name) => {
          const file = join(world.folder, `start-${name}.requests`);
          writeRequests(file, await requestsTo(list, world, name));
          const path = name === 'floor' ? '/list' : '/api/tasks';
          const probe = { path, cookie: await world.cookieOf(name, reader) };
          const env = name === 'Dueline, SQLite' ? copyDatabase(world, 'start') : {};
          return {
            name,
            async measure() {
              const { pid, port, startedAfterMs, stop } = await world.start(name, { probe, env });
              await wait(idleMs);
              const idle = residentMegabytes(pid);
              await runWrk(port, file, { connections: 32, seconds });
              const loaded = residentMegabytes(pid);
              await stop();
              return {
                'ms to the first list': startedAfterMs,
                'MB idle': idle,
                'MB after load': loaded,
              };
            },
          };
        }),
      );
    },
  };
}

/** Copies the SQLite file for a case: only one process may use a file, and a server of the other cases uses this one. */
export function copyDatabase(
  { folder, sqliteFile }: World,
  name: string,
): Readonly<Record<string, string>> {
  const copy = join(folder, `${name}.db`);
  copyFileSync(sqliteFile, copy);
  return { STORE_URL: `sqlite:${copy}` };
}
