import assert from 'node:assert/strict';
import { test } from 'node:test';

import { postgresServer } from '../postgres/database.ts';
import type { ServiceProcess } from '../process.ts';
import { hold } from '../provider/failures.ts';
import type { TestProvider } from '../provider/provider.ts';
import { askMe, startReplicas } from './replicas.ts';
import { serveProvider } from '../provider/server.ts';

// Real processes, a real socket to a provider that rotates refresh tokens and ends a family whose used one comes again.
const server = postgresServer();

test('20 requests at the moment of expiry make one redemption and all get the same new session', async (t) => {
  const provider = await serveProvider(t);
  const replicas = await startReplicas(t, provider, { count: 2, url: (await server.newDatabase()).url });
  const { services } = replicas;
  const old = replicas.expire(await replicas.signIn());

  const token = hold('token');
  provider.play(token.fault);
  const asked = Array.from({ length: 20 }, (_, index) => askMe(serviceAt(services, index), old));
  await token.reached;
  // A response shows that the process has accepted the connections before it.
  for (let turn = 0; turn < 2; turn += 1) await ping(serviceAt(services, turn));
  token.release();
  const answers = await Promise.all(asked);

  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  );
  const sessions = new Set(answers.flatMap(({ set }) => set));
  assert.equal(sessions.size, 1);
  assert.equal(redemptions(provider), 1);
  assert.equal((await answeringProcesses(services, 20)).size, 2, 'both processes took part');

  for (let turn = 0; turn < 4; turn += 1) {
    const late = await askMe(serviceAt(services, turn), old);
    assert.deepEqual(late, { status: 200, set: [...sessions] });
  }
  const [renewed = ''] = sessions;
  assert.deepEqual(await askMe(serviceAt(services, 1), renewed), { status: 200, set: [] });
  assert.equal(redemptions(provider), 1);
});

const redemptions = ({ seen }: TestProvider) =>
  seen.filter(({ form }) => form.get('grant_type') === 'refresh_token').length;

function serviceAt(services: readonly ServiceProcess[], index: number): ServiceProcess {
  const service = services[index % services.length];
  assert.ok(service);
  return service;
}

async function ping({ address }: ServiceProcess): Promise<void> {
  const answer = await fetch(`${address}/health/live`, { headers: { connection: 'close' } });
  assert.equal(answer.status, 200, await answer.text());
}

/** The processes that answered so many requests together, by their logs. */
async function answeringProcesses(services: readonly ServiceProcess[], count: number): Promise<Set<string>> {
  const each = await Promise.all(
    services.map(({ until }) =>
      until((lines) => {
        const pids = lines.flatMap(
          (line) => /"pid":(\d+),.*"route":"\/api\/auth\/me".*"status":200/.exec(line)?.[1] ?? [],
        );
        return pids.length >= count / services.length ? pids : undefined;
      }),
    ),
  );
  return new Set(each.flat());
}
