import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { emptyFolder, lastFirst } from '../folder.ts';
import { testWith } from '../needs.ts';
import { postgresBinaries, startAsPostgres } from '../postgres/cluster.ts';
import type { Child } from '../process.ts';
import { freePort } from '../process.ts';
import { signalServer } from './processes.ts';
import { begin, end, isShort, kinds, report, seed } from './scene.ts';
import type { Visitor } from './writer.ts';
import { failures } from './writer.ts';

/** The lifetime of the leader's key in etcd, the least that Patroni allows: no standby is promoted earlier. */
const leaderSeconds = 20;
const rounds = isShort ? 1 : 2;

// The cases wait for most of their time, each for a cluster of its own.
void suite('one of two machines is lost', { concurrency: true }, () => {
  for (const [what, signal, processes, idTokenSeconds] of [
    ['dies', 'SIGKILL', 1, 3600],
    // Every session is renewed again and again while the database has no primary.
    ['dies while two processes renew sessions', 'SIGKILL', 2, 2],
    // A machine hangs, or a cable is pulled: the connections are not closed.
    ['falls silent while two processes renew sessions', 'SIGSTOP', 2, 2],
  ] as const)
    testWith(
      'etcd',
      'patroni',
      'postgres',
    )(
      `the machine of the primary ${what}, and Patroni promotes the other one; then the other way round`,
      async (t) => {
        const cluster = await startPatroni(t);
        const options = { storeUrl: cluster.url, processes, idTokenSeconds };
        const { provider, crowd, services } = await begin(t, options);
        // Each person has a second tab in the same browser, which reads.
        const load = crowd.begin(readUntil);
        let [primary, standby] = cluster.machines;
        for (let round = 1; round <= rounds; round += 1) {
          await load.lasts(2000);
          primary.signal(signal);
          const lostMs = performance.now();
          await load.during(until(() => standby.is('primary'), 'the standby is promoted'));
          const promotedMs = performance.now();
          const firstMs = await load.writes(crowd.tally.acknowledged);
          [primary, standby] = [standby, primary];
          // The lost machine starts again and becomes the standby of the new primary.
          standby.signal('SIGKILL');
          standby.start();
          await load.during(until(() => standby.is('sync'), 'the lost machine is a standby'));
          report(`${t.name}, round ${round}`, {
            seed,
            'seconds from the loss to the promoted standby': ((promotedMs - lostMs) / 1000).toFixed(
              2,
            ),
            'of which the leader key lives up to': leaderSeconds,
            'seconds from there to the first write': ((firstMs - promotedMs) / 1000).toFixed(2),
          });
        }
        await load.stop();
        const output = await end(crowd, ...services);
        report(t.name, {
          'acknowledged writes': crowd.tally.acknowledged,
          lost: 0,
          'signed out': 0,
          'renewals asked of the provider': provider.count('token') - crowd.writers.length,
          'failed attempts': failures(crowd.tally.failed),
          kinds: kinds(crowd.tally.failed),
        });
        if (failures(crowd.tally.failed) > 0)
          assert.match(output, /PostgreSQL database/, 'the log tells of the outage');
      },
    );
});

/** Reads again and again. A response may be missing or 503, but never 401. */
async function readUntil(visitor: Visitor, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const answer = await visitor.get('/api/tasks').catch(() => undefined);
    if (answer !== undefined && answer.statusCode !== 503)
      assert.equal(answer.statusCode, 200, answer.body);
    await wait(100);
  }
}

/**
 * Two machines with Patroni and one etcd, all on loopback, which are removed with the test. A write is acknowledged only when
 * both machines have it.
 */
async function startPatroni(whole: TestContext) {
  const t = lastFirst(whole);
  const home = emptyFolder(t);
  if (process.geteuid?.() === 0) execFileSync('chown', ['postgres', home]);
  // The server's user must be able to enter its own folders inside.
  chmodSync(home, 0o755);
  const password = randomBytes(12).toString('hex');
  const etcdPort = await freePort();
  const etcd = startEtcd(join(home, 'etcd'), etcdPort, await freePort());
  const place = { home, password, etcdPort };
  // Not "first", which is a keyword in synchronous_standby_names.
  const first = await makeMachine('one', place);
  const second = await makeMachine('two', place);
  t.after(() => {
    for (const machine of [first, second]) machine.signal('SIGKILL');
    etcd.signal('SIGKILL');
  });
  first.start();
  await until(() => first.is('primary'), 'the first machine is the primary');
  second.start();
  await until(() => second.is('sync'), 'the second machine is its synchronous standby');
  const url = `postgres://dueline:${password}@${first.address},${second.address}/postgres`;
  return { url, machines: [first, second] as const };
}

/** Resolves when `isSo` is true; rejects with `what` after two minutes. */
async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const endMs = performance.now() + 120_000;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`two minutes have gone, and not yet: ${what}`);
    await wait(50);
  }
}

function startEtcd(folder: string, port: number, peerPort: number): Child {
  const clients = `http://127.0.0.1:${port}`;
  const peers = `http://127.0.0.1:${peerPort}`;
  const options = {
    name: 'only',
    'data-dir': folder,
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `only=${peers}`,
  };
  return startAsPostgres([
    'etcd',
    ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
  ]);
}

type Place = Readonly<{ home: string; password: string; etcdPort: number }>;

/** A machine of the cluster: Patroni and the PostgreSQL that it starts. */
async function makeMachine(name: string, { home, password, etcdPort }: Place) {
  const health = `127.0.0.1:${await freePort()}`;
  const address = `127.0.0.1:${await freePort()}`;
  const folder = join(home, name);
  const profile = {
    scope: 'dueline',
    name,
    restapi: { listen: health, connect_address: health },
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    bootstrap: {
      dcs: {
        ttl: leaderSeconds,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: folder,
      bin_dir: postgresBinaries(),
      pgpass: join(home, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'dueline', password },
        replication: { username: 'replicator', password },
      },
      parameters: { unix_socket_directories: '' },
    },
  };
  const path = join(home, `${name}.yml`);
  // JSON is valid YAML.
  writeFileSync(path, JSON.stringify(profile));
  let patroni: Child | undefined;

  return {
    /** The address of its PostgreSQL. */
    address,
    start() {
      patroni = startAsPostgres(['patroni', path]);
    },
    /** Sends a signal to all of its processes at once. */
    signal(signal: NodeJS.Signals) {
      patroni?.signal(signal);
      signalServer(folder, signal);
    },
    /** True when Patroni's health check of this name is 200: `primary`, or `sync` for a synchronous standby. */
    is: async (role: 'primary' | 'sync') => {
      const answer = await fetch(`http://${health}/${role}`, {
        signal: AbortSignal.timeout(2000),
      }).catch(() => undefined);
      return answer?.status === 200;
    },
  };
}
