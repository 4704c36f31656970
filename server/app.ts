import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Config } from './config.ts';
import type { Audit } from './monitoring/audit.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { makeMetrics } from './monitoring/metrics.ts';
import { addProbes } from './monitoring/probes.ts';
import { watchSignIn } from './monitoring/watch-sign-in.ts';
import { makeAvatars } from './people/avatar.ts';
import { emailOf, keepIdentities, makeIdentityOf } from './people/identity.ts';
import { compressResponse } from './http/compress.ts';
import { tagEntity } from './http/entity-tag.ts';
import type { Gates } from './http/endpoint.ts';
import { makeFirstAnswers } from './web-files/first-answers.ts';
import type { ProcessLog } from './log/log.ts';
import { logAnswered } from './log/log.ts';
import { makeOriginOf, refuseCrossSiteWrite } from './http/origin.ts';
import { isProbe } from './http/probe.ts';
import { makeRates } from './http/rates.ts';
import { makeSecurityHeaders } from './http/security-headers.ts';
import { makeServer } from './http/server.ts';
import { makeUnknownAddressRefusal } from './http/unknown-address.ts';
import type { Wait } from './wait.ts';
import { addWebFiles } from './web-files/web-files.ts';
import { addResponseCache } from './response-cache/response-cache.ts';
import { addAuthRoutes } from './routes/auth.ts';
import { addDescriptionRoutes } from './routes/description.ts';
import { makeAnotherUserRefusal } from './routes/expected-user.ts';
import { storeProblem } from './routes/store-problem.ts';
import { addTaskRoutes } from './routes/tasks.ts';
import { makeCompanion } from './session/companion.ts';
import { makeSessionCookies } from './session/cookies.ts';
import { makeEndings } from './session/endings.ts';
import { makeGuards, sessionOf } from './session/guard.ts';
import { makeSealer } from './session/seal.ts';
import { declaredTenant } from './sign-in/providers.ts';
import { makeSignIn } from './sign-in/sign-in.ts';
import type { Store } from './store/store.ts';

export type AppParts = Readonly<{
  config: Config;
  store: Store;
  nowMs: () => number;
  fetch: typeof globalThis.fetch;
  wait: Wait;
  /** The folder of the built browser app, or null for a service without it. */
  webFolder: string | null;
  log: ProcessLog;
  metrics?: Metrics;
  audit?: Audit;
}>;

/** Makes the service, in the order in which a request passes its parts. It does not listen yet; the caller closes the store. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, store, nowMs, metrics = makeMetrics(), audit = () => undefined } = parts;
  const { http, auth, session } = config;

  const app = makeServer({
    http,
    log: parts.log,
    translate: storeProblem,
    countProblem: metrics.countProblem,
    countAnswered: metrics.countAnswered,
  });

  const originOf = makeOriginOf(http);
  const setSecurityHeaders = makeSecurityHeaders(http);
  const rates = makeRates(config.rates, nowMs);
  const refuseUnknownAddress = makeUnknownAddressRefusal(app);
  // One hook for the rules that wait for nothing: each hook costs every request.
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply);
    rates.admit(request);
    // HTTP/1.1 requires a Host also from probes (RFC 9112, section 3.2).
    const { headers, httpVersion } = request.raw;
    if (!isProbe(request) || (headers.host === undefined && httpVersion !== '1.0')) originOf(request);
    refuseUnknownAddress(request, reply);
    refuseCrossSiteWrite(request);
    done();
  });
  app.addHook('onSend', tagEntity);
  app.addHook('onSend', compressResponse);

  // The purpose names provider and client, so that a cookie of another one does not open.
  const tenant = declaredTenant(auth);
  const purpose = (name: string) => [name, tenant?.issuer, tenant?.clientId].join(' ');
  const sessionSealer = makeSealer(session.secrets, purpose('session'));
  const secure = (request: FastifyRequest) => originOf(request).scheme === 'https';
  const companion = makeCompanion(secure);
  const cookies = makeSessionCookies({ sealer: sessionSealer, companion, nowMs, secure });
  const endings = makeEndings({ shared: store, emailOf, wait: parts.wait, nowMs });
  app.addHook('onClose', () => endings.close(app.log));
  const identityOf = keepIdentities(makeIdentityOf(auth));
  const signIn = watchSignIn({
    signIn: makeSignIn({
      auth,
      sessionLimits: session,
      outageGraceSeconds: session.outageGraceSeconds,
      sessionSealer,
      pendingSealer: makeSealer(session.secrets, purpose('sign-in')),
      companion,
      originOf,
      shared: store,
      hasEnded: endings.hasEndedInStore,
      fetch: parts.fetch,
      wait: parts.wait,
      nowMs,
    }),
    metrics,
    audit,
    identityOf,
  });
  const guards = makeGuards({
    // Disabling authentication ends the running sessions.
    cookies: auth.enabled ? cookies : { ...cookies, read: () => undefined },
    endings,
    renew: signIn.renew,
    beginSignIn: signIn.beginSignIn,
    outageGraceSeconds: session.outageGraceSeconds,
    nowMs,
  });
  app.decorateRequest('session', null);
  addResponseCache(app, {
    admitsAgain: (request) => rates.admitsAgain(request),
    sessionPasses: (request) => {
      const { isFresh, passes } = guards.passesAgain(sessionOf(request));
      return { isFresh, passes: () => passes(app.log) };
    },
    answered: (traceparent, answered) => {
      metrics.countAnswered(answered);
      logAnswered(app.log, traceparent, answered);
    },
  });

  const avatars = makeAvatars({ ...config.avatars, fetch: parts.fetch, nowMs });
  addProbes(app, { store, signIn, metrics, wait: parts.wait, withMetrics: config.monitoring.port === null });
  const gates: Gates = { open: [], session: [guards.refuse, makeAnotherUserRefusal(identityOf)] };
  addAuthRoutes(app, {
    signIn,
    signedOut: (request, { tokens }) => {
      const person = emailOf(tokens.idToken) ?? null;
      audit({ event: 'sign_out', result: 'done', person, from: request.ip, requestId: request.id });
    },
    cookies,
    endings,
    guards,
    gates,
    identityOf,
    avatars,
    store,
    auth,
    nowMs,
  });
  addTaskRoutes(app, { gates, identityOf, store, observeList: metrics.observeList, ...config.tasks, nowMs });
  addDescriptionRoutes(app, auth);
  const firstAnswers = makeFirstAnswers({ app, wait: parts.wait, renewsWithin: cookies.renewsWithin });
  if (parts.webFolder !== null) addWebFiles(app, parts.webFolder, firstAnswers);
  await app.ready();
  return app;
}
