import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import type { PortAnswer } from '../test/http.ts';
import { startCluster } from '../test/postgres/cluster.ts';
import { fillPeerSqlite, fillPostgres, fillSqlite } from './fill.ts';
import type { Options } from './options.ts';
import { packageFolder } from './options.ts';
import { installPeers, peerProgram, signInAtPeer } from './peers.ts';
import { makeSessionSealer, numberPeople } from './people.ts';
import type { Program, Request, ServerProcess } from './server-process.ts';
import { ask, startServer } from './server-process.ts';
import { serviceEnvironment, serviceProgram } from './service.ts';

/** The compared servers, in the order of each round. */
export const serverNames = [
  'floor',
  'Dueline, SQLite',
  'Dueline, PostgreSQL',
  'Express, SQLite',
  'Express, PostgreSQL',
  'Fastify, PostgreSQL',
] as const;
export type ServerName = (typeof serverNames)[number];

/** For cases in which one store of each peer is enough. */
export const fewerServers = serverNames.filter((name) => name !== 'Express, SQLite');

/** `unchanged`: the list with the ETag that the server sent before. */
export type FloorPath = '/list' | '/unchanged' | '/me' | '/many';

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** Creates the databases, and starts servers when a case needs them. `close` ends and removes all of them. */
export async function makeWorld({ sessions, serverProcessors, profiles }: Options) {
  const groups = {
    readers: { count: 256, tasksEach: 20 },
    seldom: { count: sessions, tasksEach: 20 },
    changers: { count: 256, tasksEach: 20 },
    writers: { count: 256, tasksEach: 0 },
    many: { count: 1, tasksEach: 1000 },
  };
  const people = numberPeople(groups);
  installPeers();
  const folder = mkdtempSync(join(tmpdir(), 'dueline-bench-'));
  const cluster = await startCluster(['shared_buffers=512MB']);
  const sqliteFile = join(folder, 'dueline.db');
  const peerFile = join(folder, 'peer.db');
  const floorFile = join(folder, 'floor.json');
  await fillSqlite(sqliteFile, Object.values(groups));
  fillPeerSqlite(peerFile, sqliteFile);
  await fillPostgres(cluster.url, Object.values(groups), { withPeer: true });

  const serviceEnv = serviceEnvironment(folder);
  const sealSession = makeSessionSealer(serviceEnv, packageFolder);
  const programs: Record<ServerName, Program> = {
    floor: peerProgram('floor.mjs', { file: floorFile }),
    'Dueline, SQLite': serviceProgram(serviceEnv, `sqlite:${sqliteFile}`, profiles),
    'Dueline, PostgreSQL': serviceProgram(serviceEnv, cluster.url, profiles),
    'Express, SQLite': peerProgram('express.mjs', { file: peerFile }),
    'Express, PostgreSQL': peerProgram('express.mjs', { url: cluster.url }),
    'Fastify, PostgreSQL': peerProgram('fastify.mjs', { url: cluster.url }),
  };
  const endings: (() => void)[] = [];
  const running = new Map<ServerName, Promise<ServerProcess>>();
  const cookies = new Map<string, Promise<string>>();

  type Wanted = Readonly<{
    processors?: string;
    probe?: Request;
    env?: Readonly<Record<string, string>>;
  }>;

  /** Starts a new process, with other processors or variables if given. */
  function start(
    name: ServerName,
    { processors = serverProcessors, probe, env = {} }: Wanted = {},
  ) {
    const { args, env: usual } = programs[name];
    return startServer({ args, env: { ...usual, ...env } }, processors, probe);
  }

  /** The server of this name, which all cases share. */
  function server(name: ServerName): Promise<ServerProcess> {
    const found =
      running.get(name) ??
      (name === 'floor' ? writeFloor() : Promise.resolve()).then(() => start(name));
    running.set(name, found);
    return found;
  }

  /** Both Express servers accept the same cookies, and so do both Dueline servers; requests to the floor have Dueline's. */
  function cookieOf(name: ServerName, person: number): Promise<string> {
    const [kind = ''] = name.replace('floor', 'Dueline').split(',');
    const key = `${kind} ${person}`;
    const found =
      cookies.get(key) ??
      (kind === 'Dueline'
        ? Promise.resolve(sealSession(person))
        : server(name).then(({ port }) => signInAtPeer(port, person)));
    cookies.set(key, found);
    return found;
  }

  /** Creates an empty PostgreSQL database and returns its address. */
  async function newDatabase(name: string): Promise<string> {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return cluster.url.replace(/[^/]+$/, name);
  }

  /** Writes the file of the floor: the headers and bodies of the service's responses. */
  async function writeFloor(): Promise<void> {
    const { port } = await server('Dueline, SQLite');
    const [reader = 0] = people('readers');
    const [many = 0] = people('many');
    const get = (path: string, person: number, ifNoneMatch?: string) =>
      ask(port, { path, cookie: sealSession(person), ifNoneMatch });
    const list = await get('/api/tasks', reader);
    const answers: Record<FloorPath, PortAnswer> = {
      '/list': list,
      '/unchanged': await get('/api/tasks', reader, list.headers.etag),
      '/me': await get('/api/auth/me', reader),
      '/many': await get('/api/tasks', many),
    };
    writeFileSync(floorFile, JSON.stringify(answers));
  }

  return {
    folder,
    sqliteFile,
    people,
    start,
    server,
    cookieOf,
    newDatabase,
    /** Adds a function that `close` calls. */
    atTheEnd: (run: () => void) => void endings.push(run),
    async close() {
      for (const end of endings.toReversed()) end();
      await Promise.all([...running.values()].map(async (each) => (await each).stop()));
      await cluster.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
