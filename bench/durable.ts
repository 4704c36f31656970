import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

import type { Case } from './case.ts';
import { makeHttpCase } from './http-case.ts';
import { createCase } from './http-cases.ts';
import { pinned } from './machine.ts';
import type { Options } from './options.ts';

const connectionCounts = [1, 16, 64];

/** Creates over HTTP. The floor is node:sqlite without a server, with one insert for each connection in a transaction. */
export function durableCases({ seconds, serverProcessors }: Options): Case[] {
  return connectionCounts.map((connections) => {
    const overHttp = makeHttpCase(createCase(connections), seconds);
    return {
      ...overHttp,
      prepare: async (world) => {
        const copy = join(world.folder, `bare-${connections}.db`);
        const database = new DatabaseSync(world.sqliteFile);
        database.exec(`VACUUM INTO '${copy}'`);
        database.close();
        new DatabaseSync(copy).exec('PRAGMA journal_mode = WAL');
        const program = [process.execPath, join(import.meta.dirname, 'bare-inserts.ts'), copy];
        const [command = '', ...args] = pinned(serverProcessors, [
          ...program,
          String(connections),
          String(seconds),
        ]);
        const floor = {
          name: 'floor',
          measure: async () => ({
            'a second': Number((await promisify(execFile)(command, args)).stdout),
          }),
        };
        return [floor, ...(await overHttp.prepare(world))];
      },
    };
  });
}
