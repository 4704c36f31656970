import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

import type { Case, Sample } from './case.ts';
import { fillSqlite } from './fill.ts';
import type { ServerProcess } from './server-process.ts';
import { ask, bytesOf } from './server-process.ts';
import type { World } from './world.ts';

/** The largest number of tasks of 255 four-byte characters that one person may have (tasks.mostBytesPerPerson). */
const largestList = 3700;
const people = 20;
/** The pause between two requests of all other people together. */
const pauseMs = 10;

/** The effect of requests for the largest list of one person on all other people, on the embedded store. */
export function besideCase(seconds: number): Case {
  return {
    name: 'beside',
    title: 'GET /api/tasks, 20 tasks, while another person requests the largest list',
    prepare: async (world) => {
      const file = join(world.folder, 'beside.db');
      await fillSqlite(file, [
        { count: 1, tasksEach: largestList },
        { count: people, tasksEach: 20 },
      ]);
      using database = new DatabaseSync(file);
      const description = '𝄞'.repeat(255);
      database.prepare('UPDATE tasks SET description = ? WHERE owner = 1').run(description);
      const server = await world.start('Dueline, SQLite', { env: { STORE_URL: `sqlite:${file}` } });
      const cookies = await cookiesOf(world);
      await askInTurn(server, cookies.slice(1), seconds * 1000);
      const [largest = ''] = cookies;
      return [
        { name: 'alone', measure: () => askInTurn(server, cookies.slice(1), seconds * 1000) },
        {
          name: '40 a second',
          async measure() {
            const asking = setInterval(
              () => void ask(server.port, listOf(largest)).catch(() => undefined),
              25,
            );
            const sample = await askInTurn(server, cookies.slice(1), seconds * 1000);
            clearInterval(asking);
            return sample;
          },
        },
        {
          name: '60 in one packet',
          measure: () =>
            askInTurn(server, cookies.slice(1), seconds * 1000, () => sendPacket(server, largest)),
          end: server.stop,
        },
      ];
    },
  };
}

const listOf = (cookie: string) => ({ path: '/api/tasks', cookie });

const cookiesOf = (world: World): Promise<string[]> =>
  Promise.all(
    Array.from({ length: people + 1 }, (_, index) => world.cookieOf('Dueline, SQLite', index + 1)),
  );

/** Sends 60 requests in one packet, and reads all responses. */
function sendPacket({ port }: ServerProcess, cookie: string): void {
  const socket = connect(port, '127.0.0.1').resume();
  socket.on('error', () => undefined);
  socket.write(bytesOf(listOf(cookie)).repeat(60));
  setTimeout(() => socket.destroy(), 5000).unref();
}

/** These people request their lists one after the other, each over a new connection. */
export async function askInTurn(
  { port }: ServerProcess,
  cookies: readonly string[],
  forMs: number,
  meanwhile = () => {},
): Promise<Sample> {
  const tookMs: number[] = [];
  const running: Promise<unknown>[] = [];
  const endMs = performance.now() + forMs;
  for (let index = 0; performance.now() < endMs; index += 1) {
    if (index === 10) meanwhile();
    const startMs = performance.now();
    const cookie = cookies[index % cookies.length] ?? '';
    running.push(ask(port, listOf(cookie)).then(() => tookMs.push(performance.now() - startMs)));
    await wait(pauseMs);
  }
  await Promise.all(running);
  const sorted = tookMs.toSorted((one, other) => one - other);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': at(1) };
}
