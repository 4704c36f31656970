import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { residentMegabytes } from '../../bench/machine.ts';
import { begin, report } from './scene.ts';
import type { Visitor } from './writer.ts';

// `ROUNDS=350 node --test test/faults/abuse.fault.ts`: one signed-in person attacks the process and the other people.
const rounds = Number(env['ROUNDS'] ?? 60);
/** In these rounds the memory grows to the size that such lists need, which the process then retains. */
const warmUp = 10;
/** 10,000 tasks of 255 four-byte characters: above the limit of a person, as an earlier release may have left them. */
const tasks = 10_000;
const task = {
  description: '𝄞'.repeat(255),
  dueDate: '2100-01-01',
  importance: 'LOW',
  state: 'TODO',
};
const mostGrowthMb = 100;

test(`${rounds} rounds of a write, two lists and invented cookies: the memory grows by less than 100 MB`, async (t) => {
  const { service, mallory } = await start(t);
  const invented = (round: number) => ({
    'accept-encoding': 'br',
    cookie: `q_sessionx${round + warmUp}=${'a'.repeat(200)}; ${mallory.cookieHeader('/')}`,
  });
  for (let index = -warmUp; index <= 0; index += 1) await takeTurn(mallory, index, invented(index));
  const before = residentMegabytes(service.pid);
  for (let index = 1; index <= rounds; index += 1) await takeTurn(mallory, index, invented(index));
  const growth = residentMegabytes(service.pid) - before;
  report('a write and two lists in turns', { rounds, 'growth in MB': Math.round(growth) });
  assert.ok(growth < mostGrowthMb, `${growth} MB`);
});

test('60 lists in one packet: more than one person may have under way, and another person is answered', async (t) => {
  const { mallory, other, port } = await start(t);
  await mallory.get('/api/tasks');
  const flood = pipeline(port, mallory, 60);
  const startMs = performance.now();
  const others = Array.from({ length: 10 }, async () => {
    const { statusCode } = await other.get('/api/tasks');
    assert.equal(statusCode, 200);
    return performance.now() - startMs;
  });
  const slowestMs = Math.max(...(await Promise.all(others)));
  const answers = await flood;
  report('60 lists in one packet', {
    'slowest of another in ms': Math.round(slowestMs),
    ...answers,
  });
  assert.ok((answers['503'] ?? 0) > 0);
});

/** A service with one person who has a very large list, and another person. */
async function start(t: TestContext) {
  const { replica, service, crowd } = await begin(t, { people: 2 });
  const [mallory, other] = crowd.writers.map(({ visitor }) => visitor);
  assert.ok(mallory && other);
  for (const visitor of [mallory, other])
    assert.equal(
      (await visitor.post('/api/tasks', { ...task, description: 'one' })).statusCode,
      201,
    );
  await service.stop();
  fill(join(replica.dataFolder, 'dueline.db'), mallory.email);
  return { service: await replica.start(), mallory, other, port: replica.port };
}

function fill(path: string, email: string): void {
  using database = new DatabaseSync(path);
  const owner = database.prepare('SELECT id FROM users WHERE email = ?').get(email)?.['id'];
  assert.ok(typeof owner === 'number');
  database.exec('BEGIN');
  const add = database.prepare(
    `INSERT INTO tasks (owner, due_date, id, description, importance, state, created_at_ms, updated_at_ms)
     VALUES (?, ?, ?, ?, 'LOW', 'TODO', 0, 0)`,
  );
  for (let id = 1000; id < 1000 + tasks; id += 1)
    add.run(owner, task.dueDate, id, task.description);
  database.exec('UPDATE task_ids SET last = 100000; COMMIT');
}

async function takeTurn(
  visitor: Visitor,
  index: number,
  headers: Record<string, string>,
): Promise<void> {
  const changed = { ...task, state: index % 2 === 0 ? 'TODO' : 'DONE' };
  assert.equal((await visitor.put('/api/tasks/1000', changed, headers)).statusCode, 200);
  for (let times = 0; times < 2; times += 1)
    assert.equal((await visitor.get('/api/tasks', headers)).statusCode, 200);
}

const listText = (visitor: Visitor): string =>
  `GET /api/tasks HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${visitor.cookieHeader('/')}\r\n\r\n`;

/** Sends this number of requests at once over one connection; resolves with the number of responses by status. */
async function pipeline(
  port: number,
  visitor: Visitor,
  requests: number,
): Promise<Record<string, number>> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(listText(visitor).repeat(requests));
  const counts: Record<string, number> = {};
  let received = 0;
  let rest = '';
  for await (const part of socket) {
    rest += String(part);
    for (const [, status = ''] of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      counts[status] = (counts[status] ?? 0) + 1;
      received += 1;
    }
    rest = rest.slice(-12);
    if (received >= requests) break;
  }
  socket.destroy();
  return counts;
}
