import { join } from 'node:path';
import type { TestContext } from 'node:test';

import type { Source, Target } from '../command/store/rows.ts';
import { copyRows } from '../command/store/rows.ts';
import { openSource, openTarget } from '../command/stores.ts';
import { makeOpener } from '../server/store/open-store.ts';
import { emptyFolder } from './folder.ts';
import { postgresServer } from './postgres/database.ts';
import { tasksOf } from './task-list.ts';

const server = postgresServer();
export const nowMs = Date.UTC(2026, 0, 15);
const people = ['ada@example.com', 'Ada@example.com', 'zoë@example.com'];
const key = { key: 'key', bodyHash: 'hash' };
export const walk = { description: 'Walk', dueDate: '0001-02-03', importance: 'LOW', state: 'DONE' } as const;

export const newFile = (t: TestContext): string => `sqlite:${join(emptyFolder(t), 'tasks.db')}`;

export const newPostgres = async (t: TestContext) => (await server.newDatabase(t)).url;

export const open = (url: string) => makeOpener(url, { poolSize: 2 })();

/** Three people with tasks, a removed task, keys, an ending and sealed tokens. Resolves with the number of tasks. */
export async function fill(url: string, tasksEach = 5): Promise<number> {
  const store = await open(url);
  for (const person of people) {
    const wanted = Array.from({ length: tasksEach }, (_, n) => ({
      ...walk,
      description: `\u{1F600} "${n}"\n`,
    }));
    // As many at once as one person may have in the queue.
    while (wanted.length > 0) {
      const some = wanted.splice(0, 200);
      await Promise.all(some.map((fields) => store.createTask(person, fields, nowMs)));
    }
    await store.createTask(person, walk, nowMs, { idempotency: key });
  }
  const [first] = await tasksOf(store, 'ada@example.com');
  await store.deleteTask('ada@example.com', first?.id ?? 0);
  await store.publishRenewal('token', 'sealed-token', nowMs + 60_000);
  await store.claimRenewal('another', nowMs, nowMs + 60_000);
  await store.noteRevocation({ subject: 'ended', endedAtMs: nowMs, untilMs: nowMs + 60_000 });
  await store.close();
  return people.length * (tasksEach + 1) - 1;
}

export async function everythingIn(url: string): Promise<unknown> {
  const store = await open(url);
  const lists = await Promise.all(people.map((person) => tasksOf(store, person)));
  const repeated = await store.createTask('zoë@example.com', walk, nowMs, { idempotency: key });
  const endedAtMs = await store.findRevocation(['ended']);
  await store.close();
  return { lists, repeated, endedAtMs };
}

/** A move in this process, whose target passes through a fault. */
export async function move(from: string, to: string, through: (target: Target) => Target) {
  await using source: Source = await openSource(from);
  await using target = await openTarget(to);
  return await copyRows(source, through(target));
}
