import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeSealer, openSession, sealSession } from '../../server/session/seal.ts';
import type { ServiceProcess, Tidy } from '../process.ts';
import { emptyFolder, startProcess } from '../process.ts';
import type { TestProvider } from '../provider/provider.ts';

/** Processes of one service: the same profile, provider and database. */
export type Replicas = Readonly<{
  services: readonly ServiceProcess[];
  /** The profile of all of them. */
  config: string;
  /** The session cookie of someone who has just signed in, through the first of them unless said otherwise. */
  signIn: (service?: ServiceProcess) => Promise<string>;
  /** The same session at the moment when its ID token has expired. */
  expire: (cookie: string) => string;
}>;

export type Me = Readonly<{ status: number; set: readonly string[] }>;

const secret = 'a secret of more than thirty-two bytes';

/** Starts them together and waits until all are ready. */
export async function startReplicas(
  t: Tidy,
  provider: TestProvider,
  { url, count, workers }: { url: string; count: number; workers: number },
): Promise<Replicas> {
  const config = join(emptyFolder(t), 'replica.yaml');
  writeFileSync(config, profileOf(provider, url, workers));
  const services = await Promise.all(
    Array.from({ length: count }, async () => {
      const service = await startProcess(t, { CONFIG: config });
      await service.line(/Dueline is ready/);
      return service;
    }),
  );
  const [first] = services;
  assert.ok(first);
  const sealer = makeSealer([secret], `session ${provider.issuer} ${provider.clientId}`);

  return {
    services,
    config,
    signIn: (service = first) => signIn(service, provider),
    expire(cookie) {
      const session = openSession(sealer, cookie.replace('q_session=', ''))?.session;
      assert.ok(session, 'the session does not open');
      const earlier = session.expiresAtSeconds - Math.floor(Date.now() / 1000);
      const expired = {
        ...session,
        issuedAtSeconds: session.issuedAtSeconds - earlier,
        expiresAtSeconds: session.expiresAtSeconds - earlier,
        endsAtSeconds: session.endsAtSeconds - earlier,
      };
      return `q_session=${sealSession(sealer, expired).sealed}`;
    },
  };
}

/** A request that needs a session, and the session cookies that come back. */
export async function askMe({ address }: ServiceProcess, cookie: string): Promise<Me> {
  const answer = await fetch(`${address}/api/auth/me`, { headers: { cookie, connection: 'close' } });
  await answer.text();
  return { status: answer.status, set: answer.headers.getSetCookie().map(pairOf) };
}

async function signIn({ address }: ServiceProcess, provider: TestProvider): Promise<string> {
  const login = await fetch(`${address}/api/auth/login`, { redirect: 'manual' });
  const cookie = login.headers.getSetCookie().map(pairOf).join('; ');
  const callback = provider.authorize(login.headers.get('location') ?? '');
  const done = await fetch(callback, { headers: { cookie }, redirect: 'manual' });
  const session = done.headers
    .getSetCookie()
    .map(pairOf)
    .find((pair) => pair.startsWith('q_session='));
  assert.ok(session, `signing in gave ${done.status}`);
  return session;
}

const pairOf = (line: string) => line.slice(0, line.indexOf(';'));

const profileOf = (provider: TestProvider, url: string, workers: number) => `
environment: local
http: { port: '\${PORT}', workers: ${workers} }
data: \${DATA}
localProvider: { enabled: false }
auth:
  tenant: test
  providers:
    - id: test
      label: Test
      issuer: ${provider.issuer}
      clientId: ${provider.clientId}
      clientSecret: ${provider.clientSecret}
session: { secrets: [${secret}] }
store: { url: '${url}' }
`;
