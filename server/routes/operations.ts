import type { FastifyInstance } from 'fastify';

import type { Metrics } from '../request/metrics.ts';
import { probePaths } from '../request/probe.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { Store } from '../store/store.ts';

type Parts = Readonly<{
  store: Pick<Store, 'check'>;
  signIn: Pick<SignIn, 'providerState'>;
  metrics: Metrics;
}>;

/** For orchestrators and monitoring. A provider outage alone does not make a signed-in replica unready. */
export function addOperationsRoutes(app: FastifyInstance, { store, signIn, metrics }: Parts): void {
  app.get(probePaths.live, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );

  app.get(probePaths.ready, async (request, reply) => {
    const isStoreUp = await store.check().then(
      () => true,
      (error: unknown) => {
        request.log.warn({ err: error }, 'the store does not answer');
        return false;
      },
    );
    return reply
      .header('cache-control', 'no-store')
      .code(isStoreUp ? 200 : 503)
      .send({
        status: isStoreUp ? 'ready' : 'not_ready',
        store: { state: isStoreUp ? 'reachable' : 'unreachable' },
        provider: signIn.providerState(),
      });
  });

  app.get(probePaths.metrics, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read()),
  );
}
