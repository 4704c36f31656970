import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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
  const add = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    app.get(path, (request, reply) => answer(request, reply.header('cache-control', 'no-store')));

  add(probePaths.live, async () => ({ status: 'live' }));

  add(probePaths.ready, async (request, reply) => {
    const isStoreUp = await store.check().then(
      () => true,
      (error: unknown) => {
        request.log.warn({ err: error }, 'the store does not answer');
        return false;
      },
    );
    return reply.code(isStoreUp ? 200 : 503).send({
      status: isStoreUp ? 'ready' : 'not_ready',
      store: { state: isStoreUp ? 'reachable' : 'unreachable' },
      provider: signIn.providerState(),
    });
  });

  add(probePaths.metrics, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.read()),
  );
}
