import assert from 'node:assert/strict';

import { testWith } from '../needs.ts';
import { postgresServer } from '../postgres/database.ts';
import type { Seen } from '../provider/fault.ts';
import { isRenewal } from '../provider/fault.ts';
import { fail, failures, hold } from '../provider/failures.ts';
import { askMe, startReplicas } from './replicas.ts';
import { serveProvider } from '../provider/server.ts';

// Real processes, and a provider on a real socket that rotates refresh tokens and ends a family when a used token comes again.
const test = testWith('postgres');
const server = postgresServer();

test('20 requests at the moment of expiry make one redemption and all get the same new session', async (t) => {
  const provider = await serveProvider(t);
  const replicas = await startReplicas(t, provider, {
    count: 2,
    url: (await server.newDatabase()).url,
  });
  const { services } = replicas;
  const old = replicas.expire(await replicas.signIn());
  const askEach = (times: number) =>
    Array.from({ length: times }, () => services.map((each) => askMe(each, old))).flat();

  const token = hold('token');
  provider.play(token.fault);
  const asked = askEach(10);
  await token.reached;
  // A response shows that the process has accepted the earlier connections.
  for (const { address } of services) await (await fetch(`${address}/health/live`)).text();
  token.release();
  const answers = await Promise.all(asked);

  const sessions = [...new Set(answers.flatMap(({ set }) => set))];
  assert.equal(sessions.length, 1);
  for (const answer of [...answers, ...(await Promise.all(askEach(2)))])
    assert.deepEqual(answer, { status: 200, set: sessions });
  for (const each of services)
    assert.deepEqual(await askMe(each, sessions[0] ?? ''), { status: 200, set: [] });
  assert.equal(provider.seen.filter(isRenewal).length, 1);
});

test('at two processes, a session that can never be renewed stops the renewal of nobody', async (t) => {
  const provider = await serveProvider(t);
  const { url } = await server.newDatabase();
  const replicas = await startReplicas(t, provider, { count: 2, url });
  const { services } = replicas;
  const bad = replicas.expire(await replicas.signIn());
  const healthy = await Promise.all(Array.from({ length: 20 }, () => replicas.signIn()));
  const badToken = replicas.refreshTokenOf(bad);
  const isBad = ({ form }: Seen) => form.get('refresh_token') === badToken;
  provider.play(fail(isBad, failures.status500));

  for (const [at, cookie] of healthy.entries()) {
    for (const each of services)
      assert.deepEqual(await askMe(each, bad), { status: 200, set: [] }, 'the outage grace');
    const service = services[at % 2] ?? assert.fail();
    const { status, set } = await askMe(service, replicas.expire(cookie));
    assert.deepEqual([status, set.length], [200, 1], 'renewed');
  }
});
