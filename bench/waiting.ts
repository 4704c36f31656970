import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { askInTurn } from './beside.ts';
import type { Case, Sample } from './case.ts';
import { copyDatabase } from './start-up.ts';
import { cpuMicroseconds, residentMegabytes } from './machine.ts';
import type { ServerProcess } from './server-process.ts';
import { ask, bytesOf } from './server-process.ts';
import type { ServerName, World } from './world.ts';

const waiting = 5000;
const readers = 20;
const idleMs = 4000;
const changes = 50;
const fields = {
  description: 'A change',
  dueDate: '2999-12-31',
  importance: 'LOW',
  state: 'TODO',
} as const;

/** The cost of requests that wait for a change, and the time until one is seen: in one process, and across two on PostgreSQL. */
export function waitingCase(seconds: number): Case {
  return {
    name: 'waiting',
    title: `GET /api/tasks with Prefer: wait, ${waiting} people`,
    prepare: async (world) => {
      const name = 'Dueline, SQLite';
      const env = { MOST_WAITING: String(waiting), ...copyDatabase(world, 'waiting') };
      const server = await world.start(name, { env });
      const people = world.people('seldom').slice(0, waiting);
      const others = await Promise.all(
        world
          .people('readers')
          .slice(0, readers)
          .map((each) => world.cookieOf(name, each)),
      );
      const requests = await waitsOf(world, name, server, people);
      const beside = () => askInTurn(server, others, seconds * 1000);
      const first = await world.start('Dueline, PostgreSQL');
      const second = await world.start('Dueline, PostgreSQL');
      const writer = world.people('changers')[0] ?? 0;
      return [
        { name: 'nobody waits', measure: beside },
        {
          name: `${waiting} wait`,
          async measure() {
            const before = residentMegabytes(server.pid);
            const sockets = await openAll(server, requests);
            await wait(1000);
            const startUs = cpuMicroseconds(server.pid);
            await wait(idleMs);
            const usedUs = cpuMicroseconds(server.pid) - startUs;
            const after = residentMegabytes(server.pid);
            const sample = await beside();
            for (const socket of sockets) socket.destroy();
            await wait(500);
            return {
              ...sample,
              'MB more': after - before,
              '% of a processor, idle': usedUs / idleMs / 10,
            };
          },
        },
        {
          name: 'seen in one process',
          measure: async () => seen(server, server, await world.cookieOf(name, writer)),
          end: server.stop,
        },
        {
          name: 'seen across two',
          measure: async () =>
            seen(first, second, await world.cookieOf('Dueline, PostgreSQL', writer)),
          end: async () => void (await Promise.all([first.stop(), second.stop()])),
        },
      ];
    },
  };
}

/** The waiting request of each of these people, with the tag of the list. */
async function waitsOf(
  world: World,
  name: ServerName,
  { port }: ServerProcess,
  people: readonly number[],
): Promise<string[]> {
  const requests: string[] = [];
  for (const person of people) {
    const cookie = await world.cookieOf(name, person);
    const { headers } = await ask(port, { path: '/api/tasks', cookie });
    requests.push(bytesOf({ path: '/api/tasks', cookie, ifNoneMatch: headers.etag, wait: 25 }));
  }
  return requests;
}

async function openAll({ port }: ServerProcess, requests: readonly string[]): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (const request of requests) {
    const socket = connect(port, '127.0.0.1').resume();
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(request);
    sockets.push(socket);
  }
  return sockets;
}

/** The times from a write at one process to the answer of a request that waits at the other. */
async function seen(writes: ServerProcess, waits: ServerProcess, cookie: string): Promise<Sample> {
  const tookMs: number[] = [];
  for (let number = 0; number < changes; number += 1) {
    const { headers } = await ask(waits.port, { path: '/api/tasks', cookie });
    const request = { path: '/api/tasks', cookie, ifNoneMatch: headers.etag, wait: 25 };
    let answeredMs = 0;
    const answered = ask(waits.port, request).then(() => (answeredMs = performance.now()));
    // Not in step with the question of the process to the store.
    await wait(20 + ((number * 37) % 100));
    const startMs = performance.now();
    await ask(writes.port, { method: 'POST', path: '/api/tasks', cookie, body: fields });
    await answered;
    tookMs.push(answeredMs - startMs);
  }
  const sorted = tookMs.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': sorted.at(-1) ?? 0 };
}
