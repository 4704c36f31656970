import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import type { ServiceProcess } from '../process.ts';
import { nginx } from '../proxies/kinds.ts';
import type { Edit, ProxyKind } from '../proxies/proxy.ts';
import { publicHost, startProxy } from '../proxies/proxy.ts';
import { serveProvider } from '../provider/server.ts';
import type { Replica } from '../replica.ts';
import { makeReplica } from '../replica.ts';
import { kinds, report } from './report.ts';
import { isShort, signInCrowd, stop } from './scene.ts';
import { failures } from './writer.ts';

/** A place of the service and the process that runs there just now. */
export type Member = { place: Replica; service: ServiceProcess };

/** Longer than a proxy of deploy/ takes to see that a replica is back. */
export const noticedMs = 6000;
const timeoutMs = 10_000;
/** Below the 50 requests of one address in a second that the shipped files pass. */
const paceMs = 25;

/** Three replicas (two in short), which start together, behind a proxy with its shipped file, and eight people who write through TLS. */
export async function startFleet(t: TestContext, { kind, storeUrl }: { kind: ProxyKind; storeUrl: string }) {
  const provider = await serveProvider(t);
  const places = await Promise.all(
    Array.from({ length: isShort ? 2 : 3 }, () =>
      makeReplica(t, { provider, storeUrl, allowedHost: publicHost }),
    ),
  );
  const [first = '', second = '', third] = places.map(({ port }) => `127.0.0.1:${port}`);
  const members = await Promise.all(places.map(async (place) => ({ place, service: await place.start() })));
  const lines = third === undefined ? [] : [thirdLine[kind.name]?.(second, third) ?? (['', ''] as const)];
  const proxy = await startProxy(kind, [first, second], lines);
  t.after(() => proxy.stop());
  const door = {
    port: proxy.httpsPort,
    host: publicHost,
    authority: proxy.certificate.authority,
    timeoutMs,
    paceMs,
    repeatsDeletes: kind === nginx,
  };
  const crowd = await signInCrowd(t, { door, provider, count: 8 });

  return {
    members,
    /** Lets the people write during it, compares every list with its ledger, and gives the number of failed requests. */
    phase: async (what: string, during: () => Promise<void>): Promise<number> => {
      const { tally } = crowd;
      const before = tally.acknowledged;
      tally.failed.clear();
      tally.slowestMs = 0;
      const load = crowd.begin();
      await load.during(during());
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
    /** The version that each process tells in its metrics. */
    versions: () =>
      Promise.all(
        places.map(async ({ port }) => {
          const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
          return /dueline_build_info\{version="([^"]*)"/.exec(metrics)?.[1];
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
    await stop(member.service);
    member.service = await member.place.start(releaseFolder);
    await wait(noticedMs);
  }
}
