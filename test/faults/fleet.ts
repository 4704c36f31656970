import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import type { ServiceProcess } from '../process.ts';
import { nginx } from '../proxies/kinds.ts';
import type { Edit, ProxyKind } from '../proxies/proxy.ts';
import { publicHost, startProxy } from '../proxies/proxy.ts';
import { signInCrowd } from './crowd.ts';
import { serveProvider } from '../provider/server.ts';
import type { Replica } from '../replica.ts';
import { makeReplica } from '../replica.ts';
import { kinds, report } from './report.ts';
import { makeVisitor } from './visitor.ts';
import { failures } from './writer.ts';

/** A place of the service and the process that runs there just now. */
export type Member = { place: Replica; service: ServiceProcess };

/** Three replicas behind a proxy with its shipped file, and eight people who write through TLS. */
export type Fleet = Readonly<{
  members: readonly Member[];
  /** Lets the people write during it, compares every list with its ledger, and gives the number of failed requests. */
  phase: (what: string, during: () => Promise<void>) => Promise<number>;
  /** The version of its interface that each process tells, past the proxy. */
  versions: () => Promise<readonly (string | undefined)[]>;
}>;

/** Longer than a proxy of deploy/ takes to see that a replica is back. */
export const noticedMs = 6000;
const timeoutMs = 10_000;

/** The replicas start together on what is there. */
export async function startFleet(
  t: TestContext,
  { kind, storeUrl, seed }: { kind: ProxyKind; storeUrl: string; seed: number },
): Promise<Fleet> {
  const provider = await serveProvider(t);
  const places = await Promise.all(
    Array.from({ length: 3 }, () => makeReplica(t, { provider, storeUrl, allowedHost: publicHost })),
  );
  const [first = '', second = '', third = ''] = places.map(({ port }) => `127.0.0.1:${port}`);
  const members = await Promise.all(places.map(async (place) => ({ place, service: await place.start() })));
  const proxy = await startProxy(kind, [first, second], [thirdLine[kind.name]?.(second, third) ?? ['', '']]);
  t.after(() => void proxy.stop());
  const door = {
    port: proxy.httpsPort,
    host: publicHost,
    authority: proxy.certificate.authority,
    timeoutMs,
    repeatsDeletes: kind === nginx,
  };
  const crowd = await signInCrowd(t, { door, provider, count: 8, seed });

  return {
    members,
    async phase(what, during) {
      const { tally } = crowd;
      const before = tally.acknowledged;
      tally.failed.clear();
      tally.slowestMs = 0;
      const load = crowd.begin();
      await Promise.race([during(), load.failed]);
      await load.stop();
      const figures = {
        requests: tally.acknowledged - before,
        failed: failures(tally),
        kinds: kinds(tally.failed),
      };
      report(`${kind.name}, ${what}`, { ...figures, 'slowest answer in ms': Math.round(tally.slowestMs) });
      await crowd.compare();
      return figures.failed;
    },
    versions: () =>
      Promise.all(
        places.map(async ({ port }) => {
          const anyone = makeVisitor({ port, host: publicHost }, provider, 'nobody@example.com');
          const { body } = await anyone.ask('GET', '/api/openapi.json');
          anyone.close();
          return /"version":"([^"]*)"/.exec(body)?.[1];
        }),
      ),
  };
}

const thirdLine: Readonly<Record<string, (second: string, third: string) => Edit>> = {
  haproxy: (second, third) => [
    `server replica2 ${second}`,
    `server replica2 ${second}\n    server replica3 ${third}`,
  ],
  nginx: (second, third) => {
    const how = 'max_fails=3 fail_timeout=5s;';
    return [`server ${second} ${how}`, `server ${second} ${how}\n    server ${third} ${how}`];
  },
};

/** One after the other is stopped in order and started again, as this release or as the one in that folder. */
export async function restartInTurn(members: readonly Member[], releaseFolder?: string): Promise<void> {
  for (const member of members) {
    await stop(member);
    member.service = await member.place.start(releaseFolder);
    await wait(noticedMs);
  }
}

/** In order, with exit code 0. */
export async function stop({ service }: Member): Promise<void> {
  service.signal('SIGTERM');
  const { code, output } = await service.ended;
  assert.equal(code, 0, output);
}
