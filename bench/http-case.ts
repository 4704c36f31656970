import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import type { Case, Contender } from './case.ts';
import { cpuMicroseconds } from './machine.ts';
import type { Request } from './server-process.ts';
import { ask, bytesOf } from './server-process.ts';
import type { FloorPath, ServerName, World } from './world.ts';
import { serverNames } from './world.ts';
import { runWrk, writeRequests } from './wrk.ts';

type Group = Parameters<World['people']>[0];

export type HttpCase = Readonly<{
  name: string;
  title: string;
  group: Group;
  /** The path at which the floor has the same response; without it the floor takes no part. */
  floor?: FloorPath;
  servers?: readonly ServerName[];
  connections?: number;
  /** The requests of a person in the order in which they are sent. `look` sends a request to the server before the rounds. */
  requests: (cookie: string, look: Look) => Promise<readonly Request[]> | readonly Request[];
}>;

/** Sends a request to the server before the rounds. */
export type Look = (request: Request) => ReturnType<typeof ask>;

/** A case that wrk measures: responses a second, and the processor time of the server for each. */
export function makeHttpCase(wanted: HttpCase, seconds: number): Case {
  const { name, title, floor, servers = serverNames } = wanted;
  const taking = servers.filter((server) => server !== 'floor' || floor !== undefined);
  return {
    name,
    title,
    prepare: async (world) => {
      const contenders: Contender[] = [];
      for (const server of taking)
        contenders.push(await prepareServer(wanted, world, server, seconds));
      return contenders;
    },
  };
}

async function prepareServer(
  wanted: HttpCase,
  world: World,
  name: ServerName,
  seconds: number,
): Promise<Contender> {
  const { connections = 32 } = wanted;
  const { port, pid } = await world.server(name);
  const file = join(world.folder, `${randomUUID()}.requests`);
  writeRequests(file, await requestsTo(wanted, world, name));
  await runWrk(port, file, { connections, seconds: 1 });
  return {
    name,
    async measure() {
      const before = cpuMicroseconds(pid);
      const { perSecond, p50Ms, p99Ms, requests } = await runWrk(port, file, {
        connections,
        seconds,
      });
      const cpu = (cpuMicroseconds(pid) - before) / requests;
      return { 'a second': perSecond, 'µs of processor': cpu, 'p50 ms': p50Ms, 'p99 ms': p99Ms };
    },
  };
}

/** The bytes of all requests of a case. Throws when the last request is refused, with the reason. */
export async function requestsTo(
  wanted: HttpCase,
  world: World,
  name: ServerName,
): Promise<string[]> {
  const { group, floor, requests } = wanted;
  const { port } = await world.server(name);
  const ofPerson = async (person: number) => {
    const cookie = await world.cookieOf(name, person);
    return name === 'floor'
      ? [{ path: floor ?? '/', cookie }]
      : requests(cookie, (request) => ask(port, request));
  };
  const all: Request[] = [];
  const people = world.people(group);
  for (let first = 0; first < people.length; first += 32)
    all.push(...(await Promise.all(people.slice(first, first + 32).map(ofPerson))).flat());
  const last = all.at(-1);
  const answer = last && (await ask(port, last));
  if (answer === undefined || ![200, 201, 304].includes(answer.statusCode))
    throw new Error(`${wanted.name}, ${name}: ${answer?.statusCode} ${answer?.body}`);
  return all.map(bytesOf);
}
