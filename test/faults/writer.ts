import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

import type { TaskCreateRequest } from '../../contract/task.ts';
import { openBrowser } from '../browser.ts';
import type { Cleanup } from '../folder.ts';
import type { PortAnswer, Question, Target } from '../http.ts';
import { toPort } from '../http.ts';
import type { TestProvider } from '../provider/provider.ts';

/** The target of the visitors' requests: a replica, or the proxy before several. */
export type Server = Omit<Target, 'agent'> &
  Readonly<{
    /** The pause of each person before a write: the shipped proxies pass 50 requests of one address in a second. */
    paceMs?: number;
  }>;

/** A person with a browser that reuses connections. A request rejects without a whole response within the server's timeout. */
export type Visitor = ReturnType<typeof makeVisitor>;

/** A person who is not signed in. `from`: their own address. */
export function makeVisitor(
  t: Cleanup,
  server: Server,
  provider: TestProvider,
  email: string,
  from = '127.0.0.1',
) {
  let gone = false;
  const { authority, host = `127.0.0.1:${server.port}` } = server;
  const agent = new (authority === undefined ? Agent : TlsAgent)({
    keepAlive: true,
    localAddress: from,
  });
  const browser = openBrowser({ transport: toPort({ ...server, agent }), provider, host });
  const close = () => {
    gone = true;
    agent.destroy();
  };
  t.after(close);
  return {
    ...browser,
    email,
    server,
    /** The whole sign-in at the provider; the cookies of an earlier session are removed first. */
    signIn: async () => {
      browser.cookies.clear();
      await browser.signIn({ sub: email, email, email_verified: true, name: email });
    },
    /** True when the person sends no more requests. */
    isGone: () => gone,
    close,
  };
}

type Chance = ReturnType<typeof makeChance>;

/** Pseudo-random numbers, the same in every run with the same seed. */
export function makeChance(chosen: number) {
  let drawn = 0;
  /** A whole number from 0 to `limit` - 1. */
  const below = (limit: number) => {
    const hash = createHash('sha256').update(`${chosen} ${(drawn += 1)}`);
    return hash.digest().readUInt32LE() % limit;
  };
  /** True once in `times`, on average. */
  const onceIn = (times: number) => below(times) === 0;
  return { below, onceIn };
}

/** The results of a load. A request without a whole response, or with 502, 503 or 504, has failed; it is sent again. */
export type Tally = {
  acknowledged: number;
  failed: Map<string, number>;
  lastAcknowledgedMs: number;
  slowestMs: number;
};

export const makeTally = (): Tally => ({
  acknowledged: 0,
  failed: new Map(),
  lastAcknowledgedMs: performance.now(),
  slowestMs: 0,
});

export const failures = (failed: ReadonlyMap<string, number>): number =>
  [...failed.values()].reduce((sum, each) => sum + each, 0);

/** A person who writes, with a ledger of all acknowledged writes. */
export type Writer = ReturnType<typeof makeWriter>;

const patienceMs = 120_000;
const pauseMs = 20;

export function makeWriter(visitor: Visitor, chance: Chance, tally: Tally, mostTasks = 40) {
  const tasks = new Map<number, TaskCreateRequest>();
  let written = 0;

  function fields(): TaskCreateRequest {
    written += 1;
    const day = String(chance.below(28) + 1).padStart(2, '0');
    const importance = (['LOW', 'MEDIUM', 'HIGH'] as const)[chance.below(3)] ?? 'LOW';
    const state = (['TODO', 'WORKING', 'DONE'] as const)[chance.below(3)] ?? 'TODO';
    return {
      description: `${visitor.email} wrote this as number ${written}`,
      dueDate: `2999-01-${day}`,
      importance,
      state,
    };
  }

  /** Repeats the request until a response shows its result. */
  async function insist(
    method: Question['method'],
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) {
    const begunMs = performance.now();
    for (let attempts = 1; performance.now() - begunMs < patienceMs; attempts += 1) {
      if (visitor.isGone()) throw new Error('the proof has ended');
      if (visitor.server.paceMs) await wait(visitor.server.paceMs);
      const sentMs = performance.now();
      const answer = await visitor.send(method, path, headers, body).catch(failureOf);
      if (typeof answer !== 'string' && ![502, 503, 504].includes(answer.statusCode)) {
        tally.slowestMs = Math.max(tally.slowestMs, performance.now() - sentMs);
        return { answer, attempts };
      }
      const why = typeof answer === 'string' ? answer : `${answer.statusCode} ${codeOf(answer)}`;
      tally.failed.set(why, (tally.failed.get(why) ?? 0) + 1);
      await wait(pauseMs);
    }
    throw new Error(
      `${method} ${path} had no answer for ${patienceMs / 1000} s: ${[...tally.failed.keys()].join(', ')}`,
    );
  }

  function acknowledged() {
    tally.acknowledged += 1;
    tally.lastAcknowledgedMs = performance.now();
  }

  async function create() {
    const body = fields();
    const key = `${visitor.email}-${written}`;
    const { answer } = await insist('POST', '/api/tasks', body, { 'idempotency-key': key });
    assert.equal(answer.statusCode, 201, answer.body);
    const { id, ...kept } = readTask(answer.body);
    assert.deepEqual(kept, body);
    assert.ok(!tasks.has(id), `the id ${id} was given twice`);
    tasks.set(id, body);
    acknowledged();
  }

  async function replace(id: number) {
    const body = fields();
    const { answer } = await insist('PUT', `/api/tasks/${id}`, body);
    assert.equal(answer.statusCode, 200, answer.body);
    tasks.set(id, body);
    acknowledged();
  }

  async function remove(id: number) {
    const { answer, attempts } = await insist('DELETE', `/api/tasks/${id}`);
    // An attempt whose response was lost may have deleted the task; the later comparison of the lists proves it.
    assert.ok(
      answer.statusCode === 204 || (answer.statusCode === 404 && attempts > 1),
      `${answer.statusCode} ${answer.body}`,
    );
    tasks.delete(id);
    acknowledged();
  }

  /** One write, repeated until it is acknowledged, and then entered in the ledger. */
  async function write() {
    const ids = [...tasks.keys()];
    const id = ids[chance.below(ids.length)];
    if (id === undefined || (ids.length < mostTasks && chance.onceIn(2))) return create();
    return chance.onceIn(3) || ids.length >= mostTasks ? remove(id) : replace(id);
  }

  return {
    visitor,
    tasks,
    create,
    write,
    /** Writes until `stopped`; the last write is completed. */
    async writeUntil(stopped: () => boolean) {
      while (!stopped()) await write();
    },
    /** Fails unless the service's list equals the ledger: no task is lost, doubled or invented. */
    async compare() {
      const { answer } = await insist('GET', '/api/tasks');
      assert.equal(answer.statusCode, 200, answer.body);
      const listed = readTasks(answer.body).map(({ id, ...rest }) => [id, rest] as const);
      const byId = ([a]: readonly [number, unknown], [b]: readonly [number, unknown]) => a - b;
      assert.deepEqual(
        listed.toSorted(byId),
        [...tasks].toSorted(byId),
        `the list of ${visitor.email}`,
      );
    },
  };
}

type Task = TaskCreateRequest & { id: number };

const readTask = (body: string): Task => JSON.parse(body);
const readTasks = (body: string): Task[] => JSON.parse(body);

const codeOf = ({ body }: PortAnswer): string => /"code":"(\w+)"/.exec(body)?.[1] ?? 'of the proxy';

const failureOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
