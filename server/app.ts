import { randomUUID } from 'node:crypto';

import { fastify, LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

import type { Config } from './config.ts';
import { makeAvatars } from './people/avatar.ts';
import { addJsonParser } from './request/body.ts';
import { compressAnswer } from './request/compress.ts';
import { tagEntity } from './request/entity-tag.ts';
import { makeFailureHandler } from './request/failure.ts';
import type { LogStream } from './request/log.ts';
import { logOptions, logRequest } from './request/log.ts';
import { makeMetrics } from './request/metrics.ts';
import { makeCrossSiteRefusal, makeOriginOf } from './request/origin.ts';
import { isProbe } from './request/probe.ts';
import { answerRawFailure } from './request/raw-failure.ts';
import { makeSecurityHeaders, securityHeaders } from './request/security-headers.ts';
import { refuseUnknownAddresses } from './request/unknown-address.ts';
import { addWebFiles } from './request/web-files.ts';
import { addAuthRoutes } from './routes/auth.ts';
import { addDescriptionRoutes } from './routes/description.ts';
import { addOperationsRoutes } from './routes/operations.ts';
import { storeProblem } from './routes/store-problem.ts';
import { addTaskRoutes } from './routes/tasks.ts';
import { makeSessionCookies } from './session/cookies.ts';
import { makeGuards } from './session/guard.ts';
import { makeSealer } from './session/seal.ts';
import type { Wait } from './sign-in/ask.ts';
import { makeSignIn } from './sign-in/sign-in.ts';
import type { Store } from './store/store.ts';

export type AppParts = Readonly<{
  config: Config;
  store: Store;
  nowMs: () => number;
  fetch: typeof globalThis.fetch;
  wait: Wait;
  /** The built browser app, or null for the interface alone. */
  webFolder: string | null;
  logStream?: LogStream;
  registry?: Registry;
}>;

/** The service, put together in the order in which a request meets it. Listens nowhere yet; the caller keeps the store. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, store, nowMs } = parts;
  const { http, auth, session } = config;

  const failure = makeFailureHandler(storeProblem);
  const app = fastify({
    logger: logOptions(config.log.level, parts.logStream),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: http.trustedProxies.length > 0 ? [...http.trustedProxies] : false,
    http: { maxHeaderSize: 32_768 },
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 8192 },
    // What runs while the service stops is answered, not refused.
    return503OnClosing: false,
    // Such as an address that cannot be decoded, which meets no hook.
    frameworkErrors: (error, request, reply) => void failure(error, request, reply.headers(securityHeaders)),
    clientErrorHandler: answerRawFailure,
  });
  app.setErrorHandler(failure);

  const metrics = makeMetrics(parts.registry);
  app.addHook('onResponse', logRequest);
  app.addHook('onResponse', metrics.countAnswer);

  const originOf = makeOriginOf(http);
  app.addHook('onRequest', makeSecurityHeaders(http.publicScheme));
  app.addHook('onRequest', async (request) => {
    if (!isProbe(request)) originOf(request);
  });
  refuseUnknownAddresses(app);
  app.addHook('onRequest', makeCrossSiteRefusal(originOf));
  app.addHook('onSend', tagEntity);
  app.addHook('onSend', compressAnswer);
  addJsonParser(app);

  // A cookie of another provider or client must not open here.
  const tenant = auth.providers.find(({ id }) => id === auth.tenant);
  const purpose = (name: string) => [name, tenant?.issuer, tenant?.clientId].join(' ');
  const sessionSealer = makeSealer(session.secrets, purpose('session'));
  const cookies = makeSessionCookies({
    sealer: sessionSealer,
    nowMs,
    secure: (request) => originOf(request).scheme === 'https',
  });
  const signIn = makeSignIn({
    auth,
    sessionExtensionSeconds: session.extensionSeconds,
    sessionSealer,
    pendingSealer: makeSealer(session.secrets, purpose('sign-in')),
    originOf,
    store,
    fetch: parts.fetch,
    wait: parts.wait,
    nowMs,
    log: app.log,
  });
  const guards = makeGuards({
    cookies,
    renew: signIn.renew,
    beginSignIn: signIn.beginSignIn,
    outageGraceSeconds: session.outageGraceSeconds,
    nowMs,
  });
  const avatars = makeAvatars({ ...config.avatars, fetch: parts.fetch, nowMs });

  app.decorateRequest('session', null);
  addOperationsRoutes(app, { store, signIn, metrics });
  addAuthRoutes(app, { signIn, cookies, guards, avatars, store, postLoginPath: auth.postLoginPath, nowMs });
  addTaskRoutes(app, { guard: guards.refuse, store, timeZone: config.tasks.timeZone, nowMs });
  addDescriptionRoutes(app, auth);
  if (parts.webFolder !== null) addWebFiles(app, parts.webFolder);
  await app.ready();
  return app;
}
