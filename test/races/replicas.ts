import assert from 'node:assert/strict';

import { makeSealer, openSession, sealSession } from '../../server/session/seal.ts';
import type { Session } from '../../server/session/session.ts';
import { openBrowser } from '../browser.ts';
import { setBy } from '../cookies.ts';
import type { Cleanup } from '../folder.ts';
import { toPort } from '../http.ts';
import type { ServiceProcess } from '../process.ts';
import type { TestProvider } from '../provider/provider.ts';
import { makeReplica, replicaSecret } from '../replica.ts';

/** Starts processes of one service, with the same provider and database, and waits until all are ready. */
export async function startReplicas(
  t: Cleanup,
  provider: TestProvider,
  { url, count }: { url: string; count: number },
) {
  const options = { provider, storeUrl: url, logLevel: 'info' };
  const replicas = await Promise.all(Array.from({ length: count }, () => makeReplica(t, options)));
  const services = await Promise.all(replicas.map(({ start }) => start()));
  const [first] = services;
  const [{ config } = { config: '' }] = replicas;
  assert.ok(first);
  const sealer = makeSealer([replicaSecret], `session ${provider.issuer} ${provider.clientId}`);

  function sessionOf(cookie: string): Session {
    const opened = openSession(sealer, cookie.replace('q_session=', ''));
    return opened?.session ?? assert.fail('the session does not open');
  }

  return {
    services,
    /** The path of their profile. */
    config,
    /** The session cookie of a new sign-in, by default through the first process. */
    signIn: async ({ port } = first) => {
      const browser = openBrowser({
        transport: toPort({ port }),
        provider,
        host: `127.0.0.1:${port}`,
      });
      await browser.signIn();
      return browser.cookieHeader('/');
    },
    refreshTokenOf: (cookie: string) => sessionOf(cookie).tokens.refreshToken,
    /** The same session at the moment when its ID token has expired. */
    expire: (cookie: string) => {
      const session = sessionOf(cookie);
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

/** Sends a request that needs a session; resolves with the status and the session cookies of the response. */
export async function askMe({ port }: ServiceProcess, cookie: string) {
  const headers = { host: `127.0.0.1:${port}`, cookie };
  const answer = await toPort({ port })({ method: 'GET', path: '/api/auth/me', headers });
  return { status: answer.statusCode, set: setBy(answer).map((pair) => pair.join('=')) };
}
