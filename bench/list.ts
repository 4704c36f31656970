import { fork, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { environment, flags } from '../scripts/service.mjs';
import { openSqliteStore } from '../server/store/sqlite.ts';
import { load } from './list-load.ts';

// `node bench/list.ts`: GET /api/tasks of 20 tasks over HTTP, with sessions of two cookies, against a floor that only sends
// the same bytes and against the usual Express stack on the same database. Read the ratios within a round; the processor
// time of the server is what the machine's other work and this client disturb least.
const people = 256;
const tasksEach = 20;
const rounds = 3;
const usual = { connections: 32, forMs: 3000 };
const packageFolder = join(import.meta.dirname, '..');
const dataFolder = mkdtempSync(join(tmpdir(), 'dueline-bench-list-'));
const database = join(dataFolder, 'dueline.db');
const query = `SELECT id, description, due_date AS dueDate, importance, state FROM tasks
  WHERE owner = (SELECT id FROM users WHERE email = ?) ORDER BY due_date, id`;

const email = (person: number) => `person-${person}@example.com`;
const children: ChildProcess[] = [];

const Ready = Type.Object({ port: Type.Integer(), cookies: Type.Optional(Type.Array(Type.String())) });
const Told = Type.Object({ cpu: Type.Object({ user: Type.Number(), system: Type.Number() }) });

try {
  const body = await fill();
  const tokens = Array.from({ length: people }, (_, person) => tokensOf(person));
  const order = { body, dataFolder, packageFolder, people: tokens };
  const listServer = join(import.meta.dirname, 'list-server.ts');
  const servers = {
    'floor: the same bytes': await start(listServer, ['floor'], { order }),
    service: await start(listServer, ['service'], { order, execArgv: [...flags], env: environment }),
    'peer: Express, express-openid-connect': await startPeer(tokens),
  };
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${body.length} bytes`);
  for (const { port, cookies } of Object.values(servers))
    await load(port, cookies, { ...usual, forMs: 1000 });
  for (let round = 1; round <= rounds; round += 1) {
    let floor: number | undefined;
    for (const [name, { port, cookies, cpuMicroseconds }] of Object.entries(servers)) {
      const before = await cpuMicroseconds();
      const { answers, perSecond } = await load(port, cookies, usual);
      const each = ((await cpuMicroseconds()) - before) / answers;
      floor ??= each;
      const figures = [`${each.toFixed(0)} µs of processor`, `${(floor / each).toFixed(2)} of the floor`];
      console.log(`${round}  ${name.padEnd(38)} ${figures.join(', ')}, ${perSecond.toFixed(0)} a second`);
    }
  }
} finally {
  for (const child of children) child.disconnect();
  rmSync(dataFolder, { recursive: true });
}

/** Makes the tasks, and gives the list of one person as text. */
async function fill(): Promise<string> {
  const store = openSqliteStore(database);
  for (let n = 0; n < tasksEach; n += 1) {
    const dueDate = `2026-03-${String(((n * 7) % 28) + 1).padStart(2, '0')}`;
    const description = `Task number ${n}, with a description of ordinary length`;
    const task = { description, dueDate, importance: 'MEDIUM', state: 'TODO' } as const;
    await Promise.all(
      Array.from({ length: people }, (_, person) => store.createTask(email(person), task, Date.now())),
    );
  }
  const text = (await store.list(email(0))).text;
  await store.close();
  return text;
}

/** Together 3.8 KB, which is what fills two cookies. */
function tokensOf(person: number) {
  const claims = { sub: String(person), email: email(person), name: 'Ada Byron', filling: noise(600) };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const idToken = `${part({ alg: 'RS256' })}.${part(claims)}.${noise(256)}`;
  return { idToken, accessToken: noise(900), refreshToken: noise(900) };
}

function noise(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

type Started = Readonly<{ port: number; cookies: string[]; cpuMicroseconds: () => Promise<number> }>;

type Given = Readonly<{ order?: object; execArgv?: string[]; env?: NodeJS.ProcessEnv }>;

async function start(file: string, args: string[], given: Given = {}): Promise<Started> {
  const { order = {}, execArgv = [], env = {} } = given;
  const child = fork(file, args, {
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv,
  });
  children.push(child);
  child.send(order);
  const started: unknown[] = await once(child, 'message');
  const { port, cookies = [] } = Parse(Ready, started[0]);
  const cpuMicroseconds = async () => {
    child.send('cpu');
    const told: unknown[] = await once(child, 'message');
    const { user, system } = Parse(Told, told[0]).cpu;
    return user + system;
  };
  return { port, cookies, cpuMicroseconds };
}

/** Installs the peer, which is no dependency of ours, and lets it sign everybody in by itself. */
async function startPeer(tokens: readonly ReturnType<typeof tokensOf>[]): Promise<Started> {
  const home = join(import.meta.dirname, 'peer');
  if (!existsSync(join(home, 'node_modules', 'express'))) {
    const { status } = spawnSync('npm', ['ci', '--prefix', home], { stdio: 'inherit' });
    if (status !== 0) throw new Error('npm could not install the peer');
  }
  const peer = await start(join(home, 'server.mjs'), [database, query]);
  const cookies = await Promise.all(
    tokens.map(async ({ idToken, accessToken, refreshToken }) => {
      const answer = await fetch(`http://127.0.0.1:${peer.port}/signed-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          id_token: idToken,
          access_token: accessToken,
          refresh_token: refreshToken,
          token_type: 'Bearer',
        }),
      });
      return answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    }),
  );
  return { ...peer, cookies };
}
