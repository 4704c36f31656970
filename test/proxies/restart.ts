import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

import { makeVisitor } from '../faults/writer.ts';
import { serveProvider } from '../provider/server.ts';
import { makeReplica } from '../replica.ts';
import { testWith } from '../needs.ts';
import type { ProxyKind } from './proxy.ts';
import { publicHost, startProxy } from './proxy.ts';

const task = { description: 'Read', dueDate: '2999-01-01', importance: 'LOW', state: 'TODO' };
/** Long enough for a proxy to notice the stop. */
const awayMs = 3000;

/** Tests a rolling restart without pauses while six people read and write. */
export function testRestart(kind: ProxyKind): void {
  const test = testWith('openssl', kind.program);
  test(`${kind.name} with deploy/${kind.file}: two replicas restart one after the other, and ${kind.lost.most === 0 ? 'no' : 'hardly a'} request fails`, async (t) => {
    const provider = await serveProvider(t);
    const make = () => makeReplica(t, { provider, allowedHost: publicHost });
    const places = await Promise.all([make(), make()]);
    const services = await Promise.all(places.map(({ start }) => start()));
    const addresses = places.map(({ port }) => `127.0.0.1:${port}`);
    const proxy = await startProxy(t, kind, addresses);
    const door = {
      port: proxy.httpsPort,
      host: publicHost,
      authority: proxy.certificate.authority,
      timeoutMs: 20_000,
    };
    const visitors = Array.from({ length: 6 }, (_, index) =>
      makeVisitor(t, door, provider, `${index}@example.com`, `127.0.1.${index + 1}`),
    );
    await Promise.all(visitors.map(({ signIn }) => signIn()));

    const counts: Record<string, number> = {};
    const count = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1);
    const failed = (error: Error) => count(error.message);
    const stopped = new AbortController();
    const people = visitors.map(async ({ get, put }) => {
      while (!stopped.signal.aborted) {
        await get('/api/auth/me').then(({ statusCode }) => count(`GET ${statusCode}`), failed);
        // Each replica has a database of its own, without this task.
        await put('/api/tasks/1', task).then(
          ({ statusCode }) => count(`PUT ${statusCode}`),
          failed,
        );
        await wait(40);
      }
    });
    for (const [index, service] of services.entries()) {
      await service.stop();
      if (index === 0) await wait(awayMs);
      services[index] = (await places[index]?.start()) ?? service;
    }
    await wait(200);
    stopped.abort();
    await Promise.all(people);
    for (const service of services) await service.stop();

    const { 'GET 200': reads = 0, 'PUT 404': writes = 0, ...others } = counts;
    assert.ok(reads > 100 && writes > 100, JSON.stringify(counts));
    const lost = Object.values(others).reduce((sum, each) => sum + each, 0);
    assert.ok(lost <= kind.lost.most, JSON.stringify(counts));
    assert.deepEqual(
      Object.keys(others).filter((answer) => !kind.lost.answers.includes(answer)),
      [],
    );
  });
}
