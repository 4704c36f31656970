import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { Config } from './config.ts';
import type { Audit } from './monitoring/audit.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { makeMetrics } from './monitoring/metrics.ts';
import { addProbes } from './monitoring/probes.ts';
import { makeWatch } from './monitoring/watch-sign-in.ts';
import { makePictureFor } from './people/avatar.ts';
import { makeIdentityOf, namesOf } from './people/identity.ts';
import { readCookies } from './http/cookie.ts';
import type { AccessHooks } from './http/endpoint.ts';
import { makeServer } from './http/server.ts';
import { addAuthRoutes } from './routes/auth.ts';
import { makeChangeWaits } from './routes/change-waits.ts';
import { addTaskRoutes } from './routes/tasks.ts';
import { isOwnName, makeSessionCookies } from './session/cookies.ts';
import { makeRevocations } from './session/revocations.ts';
import { makeGuard } from './session/guard.ts';
import { contextOf } from './session/request-context.ts';
import { makeSealer } from './session/seal.ts';
import { metadataAddress } from './sign-in/issuer.ts';
import { declaredTenant } from './sign-in/providers.ts';
import { makeSignIn } from './sign-in/sign-in.ts';
import type { Store } from './store/store.ts';
import type { World } from './world.ts';
import type { BuiltFiles } from './web-files/web-files.ts';
import { addApiCatalog } from './web-files/api-catalog.ts';
import { addBuiltFiles, addSecurityText } from './web-files/web-files.ts';

export type AppParts = World &
  Readonly<{
    config: Config;
    store: Store;
    /** The browser app and the description of the interface. */
    files: BuiltFiles;
    log: FastifyBaseLogger;
    metrics?: Metrics;
    audit?: Audit;
  }>;

/** Builds the service in the order in which a request passes its parts. The service does not listen yet; the caller closes the store. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, store, metrics = makeMetrics(), audit = () => undefined } = parts;
  const world: World = { fetch: parts.fetch, wait: parts.wait, nowMs: parts.nowMs };
  const { auth, session } = config;
  const waits = makeChangeWaits({ store, log: parts.log, ...config.tasks, ...world });
  const app = makeServer({
    ...parts,
    beginStop: () => waits.stop(),
    countProblem: metrics.countProblem,
    countAnswered: metrics.countAnswered,
    accept: (request, origin) => {
      const sent = readCookies(request.headers.cookie);
      request.context = { origin, cookies: sent, session: null, renewed: null };
    },
  });
  app.decorateRequest('context', null);

  // The purpose contains issuer and client id, so that a cookie made for another provider or client does not open.
  const tenant = declaredTenant(auth);
  const purpose = (name: string) => [name, tenant?.issuer, tenant?.clientId].join(' ');
  const sessionSealer = makeSealer(session.secrets, purpose('session'));
  const identityOf = makeIdentityOf(auth);
  const cookies = makeSessionCookies({
    sealer: sessionSealer,
    identify: identityOf,
    namesOf,
    ...world,
  });
  const revocations = makeRevocations({
    shared: store,
    revoked: waits.revoke,
    ...session,
    ...world,
  });
  app.addHook('onClose', () => revocations.close(app.log));
  const watch = makeWatch(metrics, audit);
  const signIn = makeSignIn({
    auth,
    sessionLimits: session,
    sessionSealer,
    attemptSealer: makeSealer(session.secrets, purpose('sign-in')),
    shared: store,
    identify: identityOf,
    hasEnded: ({ revocable }, log) => revocations.hasEndedNow(revocable, log),
    watch,
    ...world,
  });
  const guard = makeGuard({
    // Disabling authentication ends the running sessions.
    cookies: auth.enabled ? cookies : { ...cookies, read: () => undefined },
    revocations,
    renew: signIn.renew,
    beginSignIn: signIn.begin,
    outageGraceSeconds: session.outageGraceSeconds,
    ...world,
  });
  app.addHook('onSend', guard.setRenewed);

  const pictureFor = makePictureFor({ ...config.avatars, ...world });
  addProbes(app, {
    store,
    signIn,
    metrics,
    countWaits: waits.size,
    withMetrics: config.monitoring.port === null,
    ...world,
  });
  const gates: AccessHooks = { open: [], session: [guard.refuse] };
  const sessions = { cookies, revocations, guard };
  addAuthRoutes(app, { auth, signIn, watch, ...sessions, gates, pictureFor, store, ...world });
  const { refuseEnded } = guard;
  addTaskRoutes(app, { gates, store, waits, refuseEnded, ...config.tasks, ...world });
  addSecurityText(app, config.http.securityContact, world.nowMs);
  addApiCatalog(app, (request) => contextOf(request).origin.href);
  addBuiltFiles(app, parts.files, {
    openIdConnectUrl: metadataAddress(tenant?.issuer ?? ''),
    hasSessionCookie: (request) => contextOf(request).cookies.some(({ name }) => isOwnName(name)),
  });
  await app.ready();
  return app;
}
